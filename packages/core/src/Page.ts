/**
 * Pages of a list.
 *
 * @module
 */
import type * as Option from "effect/Option"

/**
 * How a list is walked. A walk emits every row that is in the list from the first request to the last exactly once, or fails
 * with a `PaginationError` after everything it could read.
 */
export interface WalkOptions {
  /**
   * How many requests may be in flight. Pages are fetched ahead and emitted in order. Default: 1, which fetches a page when it
   * is pulled, and nothing that you didn't ask for.
   */
  readonly concurrency?: number
  /**
   * Checks every boundary between two pages by its rows, at three requests per page and one page at a time. For a service that
   * deletes rows from a list without an exact count, where a deletion can hide rows. Default: `false`.
   */
  readonly verify?: boolean
}

/** A page of a list, and the position that follows it. */
export interface Page<Row, Position> {
  /** The rows that this page adds to the walk. */
  readonly items: ReadonlyArray<Row>
  /** Pass it as `from` to continue after this page. `Option.none` at the end of the list. */
  readonly next: Option.Option<Position>
  /** How many rows the list had when this page was read. `Option.none` if the service doesn't say, as for sessions and recordings. */
  readonly count: Option.Option<number>
}
