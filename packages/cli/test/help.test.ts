import { assert, describe, it } from "@effect/vitest"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { rooms } from "../src/Cli.ts"
import * as Platform from "../src/Platform.ts"

/** The help of a command, and of every one behind it. */
const helpOf = (path: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<CliOutput.Presenter.Help["helpDoc"]>> =>
  Effect.gen(function* () {
    const docs: Array<CliOutput.Presenter.Help["helpDoc"]> = []
    const present = (event: CliOutput.Presenter.Event) =>
      Effect.sync(() => {
        if (event._tag === "Help") docs.push(event.helpDoc)
      })
    yield* Command.runWith(rooms, { version: "" })([...path, "--help"]).pipe(
      Effect.ignore,
      Effect.provideService(CliOutput.Presenter, { present }),
      Effect.provide(Platform.layer)
    )
    const names = docs.flatMap(({ subcommands = [] }) =>
      subcommands.flatMap(({ commands }) => commands.map(({ name }) => name))
    )
    const behind = yield* Effect.forEach(names, (name) => helpOf([...path, name]))
    return [...docs, ...behind.flat()]
  })

const nameOf = ({ usage }: CliOutput.Presenter.Help["helpDoc"]) => usage

describe("--help", () => {
  it.effect("has examples in every command that does something, each a command of ours with what it is for", () =>
    Effect.gen(function* () {
      const docs = yield* helpOf([])
      assert.isAbove(docs.length, 15)
      for (const doc of docs) {
        if ((doc.subcommands ?? []).length > 0) continue
        assert.isNotEmpty(doc.examples ?? [], nameOf(doc))
        for (const { command, description } of doc.examples ?? []) {
          assert.include(command, "rooms ", nameOf(doc))
          assert.isNotEmpty(description ?? "", nameOf(doc))
        }
      }
    })
  )

  it.effect("lists every command in one line", () =>
    Effect.gen(function* () {
      for (const { subcommands = [] } of yield* helpOf([])) {
        for (const { description, name, shortDescription } of subcommands.flatMap(({ commands }) => commands)) {
          assert.match(shortDescription ?? description, /^.{1,90}$/, name)
        }
      }
    })
  )
})
