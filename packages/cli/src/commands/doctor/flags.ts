import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { connectionFlags } from "../../connection/flags.ts"
import { rowFields } from "../../output/Field.ts"
import { outputFlagsFor } from "../../output/flags.ts"
import type { Check } from "./Check.ts"

/** The fields of a check. */
export const checkFields = rowFields<Check>({
  check: "id",
  status: "value",
  millis: "value",
  finding: "value",
  advice: "value"
})

const { curl: _, ...flagsOfDoctor } = connectionFlags

const outputFlags = outputFlagsFor(checkFields)

/** The flags and arguments of `rooms doctor`. */
export const doctorFlags = {
  ...outputFlags,
  format: outputFlags.format.pipe(Flag.withDescription("table, json, ndjson, csv or yaml. Default: table")),
  ...flagsOfDoctor
}

/** The input of `rooms doctor`. */
export type DoctorInput = Command.Command.Config.Infer<typeof doctorFlags>
