/**
 * `rooms live`
 */
import * as Command from "effect/cli/Command"
import { action } from "../Action.ts"
import { connectionFlags } from "../Connection.ts"
import { outputFlags } from "../OutputFlags.ts"
import { roomIdArgument } from "./flags.ts"

const flags = { roomId: roomIdArgument, ...outputFlags, ...connectionFlags }

/** What `rooms live` was asked for. */
export type LiveInput = Command.Command.Config.Infer<typeof flags>

export const live = Command.make(
  "live",
  flags,
  action(() => import("../actions/live.ts"))
).pipe(Command.withDescription("List who is in a room now"))
