/**
 * `rooms profile use`
 */
import * as Command from "effect/cli/Command"
import { handler } from "../../handler.ts"
import { profileArguments } from "../flags.ts"

export const use = Command.make(
  "use",
  profileArguments,
  handler(() => import("./run.ts"))
).pipe(
  Command.withDescription("Switch to a profile"),
  Command.withExamples([
    { command: "rooms profile use staging", description: "Use staging in all commands from now on" }
  ])
)
