import type * as Command from "effect/cli/Command"
import { profileFields } from "../../../output/fields.ts"
import { outputFlagsFor } from "../../../output/flags.ts"

/** The flags of `rooms profile list`. */
export const listFlags = outputFlagsFor(profileFields)

/** The input of `rooms profile list`. */
export type ProfileListInput = Command.Command.Config.Infer<typeof listFlags>
