/**
 * `rooms get`
 */
import * as Command from "effect/cli/Command"
import { action } from "../Action.ts"
import { connectionFlags } from "../Connection.ts"
import { outputFlags } from "../OutputFlags.ts"
import { roomIdArgument } from "./flags.ts"

const flags = { roomId: roomIdArgument, ...outputFlags, ...connectionFlags }

/** What `rooms get` was asked for. */
export type GetInput = Command.Command.Config.Infer<typeof flags>

export const get = Command.make(
  "get",
  flags,
  action(() => import("../actions/get.ts"))
).pipe(Command.withDescription("Read one room"))
