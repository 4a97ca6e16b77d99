/**
 * `rooms profile remove`
 */
import * as Command from "effect/cli/Command"
import { handler } from "../../handler.ts"
import { profileArguments } from "../flags.ts"

export const remove = Command.make(
  "remove",
  profileArguments,
  handler(() => import("./run.ts"))
).pipe(
  Command.withDescription("Delete a profile and its API key from this machine"),
  Command.withExamples([
    {
      command: "rooms profile remove staging",
      description: "Forget the API key of staging; the service still accepts the key"
    }
  ])
)
