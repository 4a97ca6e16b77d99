import type * as Command from "effect/cli/Command"
import { connectionFlags } from "../../connection/flags.ts"
import { roomIdArgument } from "../../flags/lists.ts"
import { outputFlagsFor } from "../../output/flags.ts"
import { roomMetadataFields } from "../../output/serviceFields.ts"

/** The flags and arguments of `rooms metadata`. */
export const metadataFlags = { roomId: roomIdArgument, ...outputFlagsFor(roomMetadataFields), ...connectionFlags }

/** The input of `rooms metadata`. */
export type MetadataInput = Command.Command.Config.Infer<typeof metadataFlags>
