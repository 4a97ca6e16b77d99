import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { connectionFlags } from "../../connection/flags.ts"
import { checkFields } from "../../output/fields.ts"
import { outputFlagsFor } from "../../output/flags.ts"

const { curl: _, ...flagsOfDoctor } = connectionFlags

const outputFlags = outputFlagsFor(checkFields)

/** The flags and arguments of `rooms doctor`. */
export const doctorFlags = {
  ...outputFlags,
  format: outputFlags.format.pipe(Flag.withDescription("table, json, ndjson, csv or yaml. Default: table")),
  ...flagsOfDoctor
}

/** What `rooms doctor` was asked for. */
export type DoctorInput = Command.Command.Config.Infer<typeof doctorFlags>
