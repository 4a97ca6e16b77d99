import type * as Command from "effect/cli/Command"
import { connectionFlags } from "../../connection/flags.ts"
import { roomIdArgument } from "../../flags/lists.ts"
import { outputFlagsFor } from "../../output/flags.ts"
import { roomDetailsFields } from "../../output/serviceFields.ts"

/** The flags and arguments of `rooms get`. */
export const getFlags = { roomId: roomIdArgument, ...outputFlagsFor(roomDetailsFields), ...connectionFlags }

/** The input of `rooms get`. */
export type GetInput = Command.Command.Config.Infer<typeof getFlags>
