/**
 * `rooms metadata`
 */
import * as Command from "effect/cli/Command"
import { action } from "../Action.ts"
import { connectionFlags } from "../Connection.ts"
import { outputFlags } from "../OutputFlags.ts"
import { roomIdArgument } from "./flags.ts"

const flags = { roomId: roomIdArgument, ...outputFlags, ...connectionFlags }

/** What `rooms metadata` was asked for. */
export type MetadataInput = Command.Command.Config.Infer<typeof flags>

export const metadata = Command.make(
  "metadata",
  flags,
  action(() => import("../actions/metadata.ts"))
).pipe(Command.withDescription("Read the metadata of one room"))
