/**
 * A list that cannot be walked to its end.
 *
 * @module
 */
import type * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Evidence } from "./Evidence.ts"
import { RoomId } from "./Identifier.ts"

/** The service names a next page that is not ahead of this one, while rows are still missing. */
export class StuckCursor extends Schema.TaggedError<StuckCursor>()("StuckCursor", {
  /** The cursor that was asked for; absent for the first page. */
  asked: Schema.optionalKey(Schema.Int),
  /** The next cursor of the answer. */
  next: Schema.Int
}) {
  override get message(): string {
    return `the page ${this.asked === undefined ? "that comes first" : `at cursor ${this.asked}`} names ${this.next} as the next one, which is not ahead of it, while rows are still missing`
  }
}

/** The service answered another page than the one that was asked for. */
export class WrongPage extends Schema.TaggedError<WrongPage>()("WrongPage", {
  asked: Schema.Int,
  answered: Schema.Int
}) {
  override get message(): string {
    return `page ${this.asked} was asked for and page ${this.answered} was answered`
  }
}

/** The service gives the same rows again for a page further down, although the list did not grow. */
export class RepeatedPage extends Schema.TaggedError<RepeatedPage>()("RepeatedPage", {
  /** The id of the first row of the page. */
  firstRow: Schema.String
}) {
  override get message(): string {
    return `a page further down begins with "${this.firstRow}" again and brings no new row; the service seems to ignore the cursor`
  }
}

/** So many rows were deleted between two requests that the walk could not find its place again. */
export class BoundaryLost extends Schema.TaggedError<BoundaryLost>()("BoundaryLost", {
  pagesSearched: Schema.Int
}) {
  override get message(): string {
    return `rows were deleted, and none of the rows before them was found again on ${this.pagesSearched} pages`
  }
}

/** The list was walked to its end, and the service counts more rows than it showed. */
export class RowsMissing extends Schema.TaggedError<RowsMissing>()("RowsMissing", {
  /** How many rows the service counts. */
  count: Schema.Int,
  /** How many rows the walk emitted. */
  emitted: Schema.Int
}) {
  override get message(): string {
    return `the service counts ${this.count} rows but its pages showed only ${this.emitted}; the order of the list may be unstable, or its pages may have changed size`
  }
}

/** The list changed during the walk, and its count, by which a walk notices deletions, isn't the number of its rows. */
export class CountUnreliable extends Schema.TaggedError<CountUnreliable>()("CountUnreliable", {
  /** How many rows the service counts. */
  count: Schema.Int,
  /** How many rows its pages hold. */
  rows: Schema.Int
}) {
  override get message(): string {
    return `the list changed during the walk and its count can't be relied on: the service counts ${this.count} rows and its pages hold ${this.rows}, so rows may be missing; a walk with \`verify\` doesn't rely on the count`
  }
}

/** Request after request brought no new row: the list changes faster than it can be read, or its pages contradict each other. */
export class NoProgress extends Schema.TaggedError<NoProgress>()("NoProgress", {
  /** How many requests in a row brought no new row. */
  requests: Schema.Int
}) {
  override get message(): string {
    return `${this.requests} requests in a row brought no new row; the list changes faster than it can be read, or its pages contradict each other`
  }
}

/** The room from which a walk over all sessions was to continue is no longer in the list. */
export class RoomGone extends Schema.TaggedError<RoomGone>()("RoomGone", { roomId: RoomId }) {
  override get message(): string {
    return `room "${this.roomId}", from which to continue, is no longer in the list; begin without \`from\``
  }
}

/** Why the pages of a list do not lead to its end. */
export const PaginationErrorReason = Schema.Union([
  StuckCursor,
  WrongPage,
  RepeatedPage,
  BoundaryLost,
  RowsMissing,
  CountUnreliable,
  NoProgress,
  RoomGone
])
export type PaginationErrorReason = typeof PaginationErrorReason.Type

/** A list whose pages do not lead to its end. Every row before this was emitted. */
export class PaginationError extends Schema.TaggedError<PaginationError>()("PaginationError", {
  reason: PaginationErrorReason,
  /** How many rows the walk had emitted. */
  emitted: Schema.Int,
  evidence: Evidence
}) {
  get isRetryable(): boolean {
    return false
  }
  get retryAfter(): Option.Option<Duration.Duration> {
    return Option.none()
  }
  override get message(): string {
    return `${this.evidence.operation}: ${this.reason.message} (${this.emitted} rows were emitted)`
  }
}
