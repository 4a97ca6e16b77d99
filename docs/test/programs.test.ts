import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { sh, terminals, ts } from "./fixtures/terminals.ts"

const run = terminals("programs")

describe.concurrent("the programs of a document", () => {
  it.live("run one after the other, each until nothing is left to do", () =>
    Effect.gen(function* () {
      const { failure, outputs } = yield* run([
        ...ts('setTimeout(() => console.log("late"), 50)', 'console.error("early")'),
        ...ts('console.log("next", process.argv.length, process.argv[1]?.endsWith("/5.ts"))'),
        ...ts('console.log("last")')
      ])
      assert.isUndefined(failure)
      assert.deepStrictEqual(outputs, { 1: "early\nlate\n", 5: "next 2 true\n", 8: "last\n" })
    })
  )

  it.live("run between the commands that come before and after them", () =>
    Effect.gen(function* () {
      const { failure, outputs } = yield* run([
        ...ts('import { writeFileSync } from "node:fs"', 'writeFileSync("a.txt", "Ada")'),
        ...sh("cat a.txt; echo Grace > a.txt"),
        ...ts('import { readFileSync } from "node:fs"', 'console.log(readFileSync("a.txt", "utf8").trim())')
      ])
      assert.isUndefined(failure)
      assert.deepStrictEqual(outputs, { 1: "", 5: "Ada", 8: "Grace\n" })
    })
  )

  it.live("have the environment of the terminal, and import what an earlier block is named", () =>
    Effect.gen(function* () {
      const { failure, outputs } = yield* run([
        ...sh("export NAME=Ada"),
        ...ts("// src/name.ts", "export const name = process.env.NAME", 'if (import.meta.main) console.log("alone")'),
        ...ts('import { name } from "./src/name.ts"', "console.log(import.meta.main, name)")
      ])
      assert.isUndefined(failure)
      assert.deepStrictEqual(outputs, { 1: "", 4: "alone\n", 9: "true Ada\n" })
    })
  )

  const failing: ReadonlyArray<readonly [string, string, number, string]> = [
    ["throws", 'throw new Error("no")', 1, "Error: no\n    at docs/a.md:5:7"],
    ["rejects", 'void Promise.reject(new Error("no"))', 1, "Error: no\n    at docs/a.md:5:21"],
    ["sets an exit code", "process.exitCode = 3", 3, ""],
    ["exits", "process.exit(4)", 4, ""],
    ["waits for ever", "await new Promise(() => {})", 13, "the program waits for a promise that never settles"]
  ]
  for (const [what, line, code, said] of failing) {
    it.live(`fail where one ${what}`, () =>
      Effect.gen(function* () {
        const { failure, outputs } = yield* run([
          ...ts('console.log("one")'),
          ...ts(line),
          ...ts('console.log("three")')
        ])
        assert.deepStrictEqual(Object.keys(outputs), ["1", "4"])
        assert.deepInclude(failure, { block: 4, line: 4 })
        assert.include(failure?.message, `ended with exit code ${code}`)
        assert.include(failure?.message, said)
      })
    )
  }

  it.live("that exit early are not followed by others", () =>
    Effect.gen(function* () {
      const { failure, outputs } = yield* run([...ts("process.exit(0)"), ...ts('console.log("two")')])
      assert.isUndefined(failure)
      assert.deepStrictEqual(outputs, { 1: "" })
    })
  )
})
