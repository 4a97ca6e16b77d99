/**
 * `rooms profile`
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { action } from "../Action.ts"
import { profileFields } from "../Fields.ts"
import { outputFlagsFor } from "../OutputFlags.ts"

const listFlags = outputFlagsFor(profileFields)

/** What `rooms profile list` was asked for. */
export type ProfileListInput = Command.Command.Config.Infer<typeof listFlags>

const list = Command.make(
  "list",
  listFlags,
  action(() => import("../actions/profile/list.ts"))
).pipe(
  Command.withDescription("List the profiles, without their keys"),
  Command.withExamples([
    { command: "rooms profile list", description: "Names, base URLs, and which is the current one" }
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
  action(() => import("../actions/profile/use.ts"))
).pipe(
  Command.withDescription("Make a profile the current one"),
  Command.withExamples([{ command: "rooms profile use staging", description: "From now on, until another is used" }])
)

const remove = Command.make(
  "remove",
  named,
  action(() => import("../actions/profile/remove.ts"))
).pipe(
  Command.withDescription("Forget a profile and its API key"),
  Command.withExamples([{ command: "rooms profile remove staging", description: "The key stays valid at the service" }])
)

export const profile = Command.make("profile").pipe(
  Command.withSubcommands([list, use, remove]),
  Command.withDescription("The base URLs and API keys that `rooms login` has stored")
)
