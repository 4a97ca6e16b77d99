import type * as Command from "effect/cli/Command"
import { connectionFlags } from "../../connection/flags.ts"
import { outputFlagsFor } from "../../output/flags.ts"
import { usageMetricsFields } from "../../output/serviceFields.ts"

/** The flags and arguments of `rooms metrics`. */
export const metricsFlags = { ...outputFlagsFor(usageMetricsFields), ...connectionFlags }

/** The input of `rooms metrics`. */
export type MetricsInput = Command.Command.Config.Infer<typeof metricsFlags>
