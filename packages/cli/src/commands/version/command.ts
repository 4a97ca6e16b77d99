/**
 * `rooms version`, for people who expect a command instead of a flag.
 */
import * as Command from "effect/cli/Command"
import type { Rerun } from "../help/command.ts"

export const makeVersion = (rerun: Rerun) =>
  Command.make("version", {}, () => rerun(["--version"])).pipe(
    Command.withDescription("Show the version"),
    Command.withExamples([{ command: "rooms version", description: "Same as rooms --version" }])
  )
