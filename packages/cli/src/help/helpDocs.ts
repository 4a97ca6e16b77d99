/**
 * The help of all commands, for the manual page and for tests.
 *
 * @module
 */
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { rooms } from "../Cli.ts"
import { Secrets } from "../connection/Secrets.ts"
import { Interruption } from "../failure/Interruption.ts"
import * as Platform from "../Platform.ts"
import type { HelpDoc } from "./helpText.ts"

/** The help of one command. */
export interface CommandHelp {
  /** The words that name the command; empty for `rooms` itself. */
  readonly path: ReadonlyArray<string>
  readonly doc: HelpDoc
}

/** Returns the help of a command and of every command below it, in the order of `--help`. */
export const helpDocs = (path: ReadonlyArray<string> = []): Effect.Effect<ReadonlyArray<CommandHelp>> =>
  Effect.gen(function* () {
    const docs: Array<HelpDoc> = []
    const present = (event: CliOutput.Presenter.Event) =>
      Effect.sync(() => {
        if (event._tag === "Help") docs.push(event.helpDoc)
      })
    yield* Command.runWith(rooms, { version: "" })([...path, "--help"]).pipe(
      Effect.ignore,
      Effect.provideService(CliOutput.Presenter, { present }),
      Effect.provide([Platform.layer, Secrets.layer]),
      Effect.provideService(Interruption, Interruption.make())
    )
    const names = docs.flatMap(({ subcommands = [] }) =>
      subcommands.flatMap(({ commands }) => commands.map(({ name }) => name))
    )
    const below = yield* Effect.forEach(names, (name) => helpDocs([...path, name]))
    return [...docs.map((doc) => ({ path, doc })), ...below.flat()]
  })
