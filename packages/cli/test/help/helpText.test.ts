import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { shells } from "../../src/commands/completion/flags.ts"
import { helpDocs } from "../../src/help/helpDocs.ts"
import { type HelpDoc, helpText } from "../../src/help/helpText.ts"
import { rooms as run } from "../fixtures/command.ts"

const docs = Effect.map(helpDocs(), (all) => all.map(({ doc }) => doc))

const nameOf = ({ usage }: HelpDoc) => usage

describe("--help", () => {
  it.effect("has examples in every command that does something, each a command of ours with what it is for", () =>
    Effect.gen(function* () {
      const all = yield* docs
      assert.isAbove(all.length, 15)
      for (const doc of all) {
        if ((doc.subcommands ?? []).length > 0) continue
        assert.isNotEmpty(doc.examples ?? [], nameOf(doc))
        for (const { command, description } of doc.examples ?? []) {
          assert.include(command, "rooms ", nameOf(doc))
          assert.isNotEmpty(description ?? "", nameOf(doc))
        }
      }
    })
  )

  it.effect("has the flags of a command first, and those that many share under headings", () =>
    Effect.gen(function* () {
      const { stdout } = yield* run(["sessions", "--help"])
      const headings = stdout.split("\n").filter((line) => /^[A-Z ]+$/.test(line))
      assert.deepStrictEqual(headings, [
        ...["DESCRIPTION", "USAGE", "ARGUMENTS", "FLAGS", "OUTPUT FLAGS", "CONNECTION FLAGS", "GLOBAL FLAGS"],
        ...["EXAMPLES", "EXIT CODES"]
      ])
      const flagsBelow = (heading: string) => {
        const [, section = ""] = stdout.split(`\n${heading}\n`)
        return Array.from((section.split("\n\n")[0] ?? "").matchAll(/^ {2}(?:-., )?--([\w-]+)/gm), ([, name]) => name)
      }
      const own = [
        "all",
        "all-rooms",
        "since",
        "until",
        "limit",
        "cursor",
        "page-size",
        "concurrency",
        "verify",
        "progress"
      ]
      assert.deepStrictEqual(flagsBelow("FLAGS"), own)
      assert.deepStrictEqual(flagsBelow("OUTPUT FLAGS"), ["format", "json", "fields", "no-header", "utc", "no-color"])
      assert.includeMembers(flagsBelow("CONNECTION FLAGS"), ["api-key", "base-url", "profile", "fake", "verbose"])
    })
  )

  it.effect("keeps a flag with its command if it only has the name of a shared one", () =>
    Effect.gen(function* () {
      const { stdout } = yield* run(["login", "--help"])
      assert.match(
        stdout,
        /\nFLAGS\n {2}--profile <name> [\s\S]*--base-url <url> [\s\S]*--api-key-stdin [\s\S]*\nCONNECTION FLAGS\n/
      )
    })
  )

  it.effect("says that a command which does something needs no subcommand", () =>
    Effect.gen(function* () {
      const { stdout } = yield* run(["recordings", "--help"])
      assert.include(stdout, "USAGE\n  rooms recordings [flags]\n  rooms recordings <command> [flags]\n\nCOMMANDS\n")
    })
  )

  it.effect("fits 80 columns, but for examples and usage", () =>
    Effect.gen(function* () {
      for (const doc of yield* docs) {
        const text = helpText({ ...doc, examples: [] }, 80, (heading) => heading)
        for (const line of text.split("\n")) if (!/\S{60}/.test(line)) assert.isAtMost(line.length, 80, line)
        assert.notMatch(text, /\n[A-Z ]+\n\n/)
        assert.notInclude(text, "(choices:")
      }
    })
  )

  it.effect("says what happens by default, if a flag has a value", () =>
    Effect.gen(function* () {
      const { stdout: sessions } = yield* run(["sessions", "--help"])
      assert.match(sessions, /--page-size <n> +How many rows to request at a time\. Default: 20/)
      assert.match(sessions, /--concurrency <n> [\s\S]*?Default: 1\n/)
      assert.match((yield* run(["list", "--help"])).stdout, /one page of 10, unless/)
    })
  )

  it.effect("names the shells that are completed", () =>
    Effect.gen(function* () {
      const { stdout } = yield* run(["completion", "--help"])
      for (const shell of shells) assert.match(stdout, new RegExp(`ARGUMENTS\\n  <shell> .*${shell}`))
    })
  )

  it.effect("lists every command in one line", () =>
    Effect.gen(function* () {
      for (const { subcommands = [] } of yield* docs) {
        for (const { description, name, shortDescription } of subcommands.flatMap(({ commands }) => commands)) {
          assert.match(shortDescription ?? description, /^.{1,90}$/, name)
        }
      }
    })
  )
})
