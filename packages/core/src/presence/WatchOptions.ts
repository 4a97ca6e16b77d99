/**
 * The options of `LiveRooms.watch`.
 */
import type * as Schedule from "effect/Schedule"

/** The options of `LiveRooms.watch`. */
export interface WatchOptions {
  /** When to poll. Default: 5 seconds after the response to the previous poll. The stream ends when the schedule ends. */
  readonly every?: Schedule.Schedule<unknown>
  /**
   * What a failed poll does. `"fail"` ends the stream with the error (the default). `"report"` emits `PollFailed` if the failure
   * may pass, and polls again: when `every` says so, or later if the service asks for it. The next poll that succeeds emits the
   * changes since the last one that did, and a `Snapshot`. A permanent failure, such as a rejected API key, always ends the
   * stream, and so does a failure of the last poll of the schedule.
   */
  readonly onError?: "fail" | "report"
  /**
   * When to emit a `Snapshot`: after `"changes"` (the default), or after all `"polls"`, so that a reader knows how old the shown
   * state is, and an idle connection stays open.
   */
  readonly snapshots?: "changes" | "polls"
}
