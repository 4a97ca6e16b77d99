import type * as Command from "effect/cli/Command"
import { rowFields } from "../../../output/Field.ts"
import { outputFlagsFor } from "../../../output/flags.ts"

/** A row of `rooms profile list`. */
export interface ProfileRow {
  readonly profile: string
  readonly baseUrl: string
  readonly current: boolean
}

/** The fields of a row. */
export const profileFields = rowFields<ProfileRow>({ profile: "id", baseUrl: "value", current: "value" })

/** The flags of `rooms profile list`. */
export const listFlags = outputFlagsFor(profileFields)

/** The input of `rooms profile list`. */
export type ProfileListInput = Command.Command.Config.Infer<typeof listFlags>
