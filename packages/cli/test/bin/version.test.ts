import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Completions from "effect/cli/Completions"
import * as Effect from "effect/Effect"
import { rooms } from "../../src/Cli.ts"
import { runProcess } from "../fixtures/process.ts"

const manual = readFileSync(new URL("../../build/rooms.1", import.meta.url), "utf8")
const { man, version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))

describe("rooms --version", () => {
  it.live("tells the version, and what it was built from and runs on", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* runProcess(["--version"])
      assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
      assert.match(stdout, /^rooms \S+ \(([0-9a-f]{7,}\+?, \d{4}-\d\d-\d\d; )?node \d+\.\d+\.\d+, \w+-\w+\)\n$/)
      assert.strictEqual(stdout.split(" ")[1], version)
      assert.include(stdout, `node ${process.versions.node}, ${process.platform}-${process.arch}`)
    })
  )
})

describe("the manual page", () => {
  it("is in a list of pages: npm links no other", () => {
    assert.deepStrictEqual(man, ["./build/rooms.1"])
  })

  const commandsOf = ({ name, subcommands }: Completions.CommandDescriptor): ReadonlyArray<string> => [
    name,
    ...subcommands.flatMap((subcommand) => commandsOf(subcommand).map((behind) => `${name} ${behind}`))
  ]

  it("has every command, and every flag of it", () => {
    const tree = Completions.fromCommand(rooms)
    const aliases = ["rooms ls"]
    for (const command of commandsOf(tree)
      .slice(1)
      .filter((command) => !aliases.includes(command)))
      assert.include(manual, `.SH ${command.toUpperCase()}\n`)
    for (const { flags } of tree.subcommands)
      for (const { aliases, name } of flags) {
        const terms = [...aliases.map((alias) => `-${alias}`), `--${name}`].join(", ")
        assert.include(manual, `.B ${terms.replaceAll("-", "\\-")}`)
      }
  })

  it.skipIf(spawnSync("groff", ["--version"]).status !== 0)("is read by groff without a warning", () => {
    const { stderr } = spawnSync("groff", ["-man", "-Tutf8", "-ww", "-z"], { input: manual, encoding: "utf8" })
    assert.strictEqual(stderr, "")
  })
})
