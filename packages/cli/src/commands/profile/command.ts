/**
 * `rooms profile`
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { profileFields } from "../../output/fields.ts"
import { outputFlagsFor } from "../../output/flags.ts"
import { action } from "../action.ts"

const listFlags = outputFlagsFor(profileFields)

/** What `rooms profile list` was asked for. */
export type ProfileListInput = Command.Command.Config.Infer<typeof listFlags>

const list = Command.make(
  "list",
  listFlags,
  action(() => import("./list/run.ts"))
).pipe(
  Command.withDescription("List profiles, without their API keys"),
  Command.withExamples([
    { command: "rooms profile list", description: "List names and base URLs, and which profile is current" }
  ])
)

const named = {
  name: Argument.String("profile").pipe(Argument.withDescription("The name of a profile"))
}

/** Which profile was named. */
export type ProfileInput = Command.Command.Config.Infer<typeof named>

const use = Command.make(
  "use",
  named,
  action(() => import("./use/run.ts"))
).pipe(
  Command.withDescription("Switch to a profile"),
  Command.withExamples([
    { command: "rooms profile use staging", description: "Use staging in all commands from now on" }
  ])
)

const remove = Command.make(
  "remove",
  named,
  action(() => import("./remove/run.ts"))
).pipe(
  Command.withDescription("Delete a profile and its API key from this machine"),
  Command.withExamples([
    { command: "rooms profile remove staging", description: "The service goes on accepting the key" }
  ])
)

export const profile = Command.make("profile").pipe(
  Command.withSubcommands([list, use, remove]),
  Command.withDescription("List, switch or delete the profiles that `rooms login` saved")
)
