/**
 * The errors of lists that can't be read to their end.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { Evidence } from "./Evidence.ts"
import { RoomId } from "./Identifier.ts"
import { PermanentError } from "./PermanentError.ts"

/** A page names a next page that isn't further down, while rows are still missing. */
export class StuckCursor extends Schema.TaggedError<StuckCursor>()("StuckCursor", {
  /** The requested cursor; absent for the first page. */
  asked: Schema.optionalKey(Schema.Int),
  /** The next cursor in the response. */
  next: Schema.Int
}) {
  override get message(): string {
    return `the ${this.asked === undefined ? "first page" : `page at cursor ${this.asked}`} names ${this.next} as the next cursor, which is not further down, while rows are still missing`
  }
}

/** The service returned a different page than the requested one. */
export class WrongPage extends Schema.TaggedError<WrongPage>()("WrongPage", {
  asked: Schema.Int,
  answered: Schema.Int
}) {
  override get message(): string {
    return `page ${this.asked} was requested, but the service returned page ${this.answered}`
  }
}

/** A page further down has the same rows again, although the list didn't grow. */
export class RepeatedPage extends Schema.TaggedError<RepeatedPage>()("RepeatedPage", {
  /** The id of the first row of the page. */
  firstRow: Schema.String
}) {
  override get message(): string {
    return `a page further down starts with "${this.firstRow}" again and has no new row; the service seems to ignore the cursor`
  }
}

/** Too many rows were deleted between two requests for the walk to find its place again. */
export class BoundaryLost extends Schema.TaggedError<BoundaryLost>()("BoundaryLost", {
  pagesSearched: Schema.Int
}) {
  override get message(): string {
    return `rows were deleted, and none of the rows before them is on any of the ${this.pagesSearched} pages searched`
  }
}

/** The walk reached the end of the list, but the service counts more rows than its pages showed. */
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

/** The list changed during the walk, and its count isn't the number of its rows, so the walk can't notice deletions. */
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

/** Several requests in a row brought no new row: the list changes too fast to be read, or its pages contradict each other. */
export class NoProgress extends Schema.TaggedError<NoProgress>()("NoProgress", {
  /** How many requests in a row brought no new row. */
  requests: Schema.Int
}) {
  override get message(): string {
    return `${this.requests} requests in a row brought no new row; the list changes too fast to be read, or its pages contradict each other`
  }
}

/** The room that a walk over all sessions should continue after is no longer in the list. */
export class RoomGone extends Schema.TaggedError<RoomGone>()("RoomGone", { roomId: RoomId }) {
  override get message(): string {
    return `room "${this.roomId}", where the walk should continue, is no longer in the list; start again without \`from\``
  }
}

/** The reasons of a `PaginationError`. */
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

/** The list can't be read to its end. Every row before the problem was emitted. */
export class PaginationError extends PermanentError.extend<PaginationError>("PaginationError")({
  _tag: Schema.tag("PaginationError"),
  reason: PaginationErrorReason,
  /** How many rows the walk had emitted. */
  emitted: Schema.Int,
  evidence: Evidence
}) {
  override get message(): string {
    return `${this.evidence.operation}: ${this.reason.message} (${this.emitted} rows were emitted)`
  }
}
