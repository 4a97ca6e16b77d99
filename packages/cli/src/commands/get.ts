/**
 * `rooms get`
 */
import * as Command from "effect/cli/Command"
import { action } from "../Action.ts"
import { connectionFlags } from "../Connection.ts"
import { roomDetailsFields } from "../Fields.ts"
import { outputFlagsFor } from "../OutputFlags.ts"
import { roomIdArgument } from "./flags.ts"

const flags = { roomId: roomIdArgument, ...outputFlagsFor(roomDetailsFields), ...connectionFlags }

/** What `rooms get` was asked for. */
export type GetInput = Command.Command.Config.Infer<typeof flags>

export const get = Command.make(
  "get",
  flags,
  action(() => import("../actions/get.ts"))
).pipe(
  Command.withDescription("Show one room"),
  Command.withExamples([
    { command: "rooms get abc-defg-hij", description: "Show whether it is locked, and its metadata" },
    { command: "rooms get abc-defg-hij --format json | jq .metadata", description: "Print only the metadata" }
  ])
)
