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
  /** Its id can't be a file name. */
  "UnsafeName",
  /** Its URL can't be downloaded from. */
  "UnusableUrl",
  /** Its URL is plain http, which wasn't allowed. */
  "InsecureUrl",
  /** The host responded with an error status. */
  "UnexpectedStatus",
  /** The connection failed, broke or stalled. */
  "Broken",
  /** The host doesn't send enough to verify that the file is complete. */
  "Unverifiable",
  /** Something else has the name of the file. */
  "Obstructed",
  /** This machine couldn't write it, for lack of space or permission. */
  "NotWritten"
])
export type DownloadReason = typeof DownloadReason.Type

/** A problem with a download. */
export interface DownloadProblem {
  readonly reason: DownloadReason
  readonly problem: string
  readonly status?: number
  /** Whether it may work later. */
  readonly isTransient?: boolean
  /** How long the host asks to wait. */
  readonly retryAfter?: Duration.Duration
}

/** A recording wasn't downloaded. Its part stays, and a later run continues it. */
export class DownloadFailed extends Schema.TaggedError<DownloadFailed>()("DownloadFailed", {
  recordingId: Schema.String,
  reason: DownloadReason,
  problem: Schema.String,
  /** The status that the host responded with. */
  status: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return `recording ${JSON.stringify(this.recordingId)}: ${this.problem}`
  }
}
