import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { parse } from "../src/Document.ts"
import { blocksToFollow, followDocument } from "../src/emptyFolder.ts"

const top = mkdtempSync(join(tmpdir(), "empty-folder-"))
afterAll(() => rmSync(top, { recursive: true, force: true }))

const follow = (name: string, path: string, lines: ReadonlyArray<string>) => {
  const folder = join(top, name)
  mkdirSync(folder)
  const addresses = { service: "https://rooms.test", port: "49151" }
  const place = { folder, tarballs: [], node: process.execPath, npm: {}, addresses }
  return followDocument(parse(path, lines.join("\n")), place).pipe(Effect.provide(NodeServices.layer))
}

describe.concurrent("followDocument", () => {
  it.live("saves files and modules, types commands, and runs programs without a name", () =>
    Effect.gen(function* () {
      const { commands, verdicts } = yield* follow("all", "README.md", [
        ...['```json file="a/b.json"', '{ "c": 1 }', "```"],
        ...["```ts", "// d.ts", "export const e: number = 2", "```"],
        ...["```sh", "cat a/b.json", "pwd", "ls ~", "```", "```text", '{ "c": 1 }', "~", "effect-rooms", "```"],
        ...["```ts", 'import { e } from "./d.ts"', "console.log(e)", "```", "```text", "2", "```"]
      ])
      assert.deepStrictEqual(verdicts, [])
      assert.strictEqual(commands, 5)
    })
  )

  it.live("reports a wrong output, a command that fails, and the blocks after it", () =>
    Effect.gen(function* () {
      const { verdicts } = yield* follow("failing", "README.md", [
        ...["```sh", "echo 1", "```", "```text", "2", "```"],
        ...["```sh", "false", "```"],
        ...["```sh", "true", "```"]
      ])
      assert.deepStrictEqual(
        verdicts.map(({ line, message }) => [line, message]),
        [
          [4, "line 1 prints something else"],
          [8, "ended with exit code 1"],
          [10, "not reached: line 8 failed"]
        ]
      )
    })
  )

  it.live("can't use the packages and commands of the workspace", () =>
    Effect.gen(function* () {
      const commands = yield* follow("commands", "README.md", [
        ...["```sh", "command -v vitest || echo no vitest", "```", "```text", "no vitest", "```"]
      ])
      assert.deepStrictEqual(commands.verdicts, [])
      const { verdicts } = yield* follow("alone", "README.md", ["```ts", 'import "effect"', "```"])
      assert.match(verdicts[0]?.message ?? "", /Cannot find package 'effect'/)
    })
  )
})

describe("blocksToFollow", () => {
  const install = ['```sh skip="needs the package registry"', "npm install", "```"]
  const read = (...lines: ReadonlyArray<string>) =>
    blocksToFollow(parse("packages/core/README.md", lines.join("\n"))).map(({ _tag, line }) => [_tag, line])

  it("takes the install and the first program of a package's README", () => {
    assert.deepStrictEqual(read(...install, "```ts", "```", "```ts", "```"), [
      ["Shell", 1],
      ["Program", 4]
    ])
  })

  it("installs the package first, even if the README shows the program first", () => {
    assert.deepStrictEqual(read("```ts", "```", ...install), [
      ["Shell", 3],
      ["Program", 1]
    ])
  })

  it("follows the commands of a document before its programs without a name", () => {
    const document = parse("README.md", ["```ts", "```", "```sh", "npm install", "```"].join("\n"))
    assert.deepStrictEqual(
      blocksToFollow(document).map(({ line }) => line),
      [3, 1]
    )
  })

  it("refuses a README that doesn't say how to install the package", () => {
    assert.throws(() => read("```ts", "```"), /packages\/core\/README.md needs a block/)
  })
})
