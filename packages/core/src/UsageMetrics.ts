/**
 * The usage totals of an API key.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** Totals over everything that belongs to the API key. `totalDuration` is in minutes. */
export const UsageMetrics = Schema.Struct({
  totalSessions: Schema.Int,
  totalDuration: Schema.Int,
  totalUsers: Schema.Int,
  recordingCount: Schema.Int,
  livestreamCount: Schema.Int
}).annotate({ identifier: "UsageMetrics" })
// An alias, because the values of an interface are `unknown` to `Object.values`, and these are all numbers.
export type UsageMetrics = typeof UsageMetrics.Type
