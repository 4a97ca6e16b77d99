/**
 * A recording that could not be downloaded.
 *
 * @module
 */
import type * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"

export const DownloadReason = Schema.Literals([
  /** The list has no recording with this id. */
  "NotListed",
  /** Its id cannot be the name of a file. */
  "UnsafeName",
  /** Its URL is none that files are downloaded from. */
  "UnusableUrl",
  /** Its URL is plain http, and nobody allowed that. */
  "InsecureUrl",
  /** The host of the file answered with another status than that of a file. */
  "UnexpectedStatus",
  /** The connection could not be made, broke off, or stood still. */
  "Broken",
  /** What the host sends cannot be told to be the whole file. */
  "Unverifiable",
  /** Something else is where the file should be. */
  "Obstructed",
  /** This machine could not write it: no space, no permission. */
  "NotWritten"
])
export type DownloadReason = typeof DownloadReason.Type

/** Why something of a download did not work. */
export interface DownloadProblem {
  readonly reason: DownloadReason
  readonly problem: string
  readonly status?: number
  /** Whether it may work at another time. */
  readonly isTransient?: boolean
  /** How long the host asks to wait. */
  readonly retryAfter?: Duration.Duration
}

/** A recording that was not downloaded, and why. What there is of it stays, and a later run goes on from there. */
export class DownloadFailed extends Schema.TaggedError<DownloadFailed>()("DownloadFailed", {
  recordingId: Schema.String,
  reason: DownloadReason,
  problem: Schema.String,
  /** What the host of the file answered. */
  status: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return `recording ${JSON.stringify(this.recordingId)}: ${this.problem}`
  }
}
