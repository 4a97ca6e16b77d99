/**
 * `rooms get`
 */
import * as Command from "effect/cli/Command"
import { connectionFlags } from "../../connection/flags.ts"
import { roomDetailsFields } from "../../output/fields.ts"
import { outputFlagsFor } from "../../output/flags.ts"
import { action } from "../action.ts"
import { roomIdArgument } from "../sharedFlags.ts"

const flags = { roomId: roomIdArgument, ...outputFlagsFor(roomDetailsFields), ...connectionFlags }

/** What `rooms get` was asked for. */
export type GetInput = Command.Command.Config.Infer<typeof flags>

export const get = Command.make(
  "get",
  flags,
  action(() => import("./run.ts"))
).pipe(
  Command.withDescription("Show one room"),
  Command.withExamples([
    { command: "rooms get abc-defg-hij", description: "Show whether it is locked, and its metadata" },
    { command: "rooms get abc-defg-hij --format json | jq .metadata", description: "Print only the metadata" }
  ])
)
