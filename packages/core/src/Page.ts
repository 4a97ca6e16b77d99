/**
 * Pages of a list.
 *
 * @module
 */
import type * as Option from "effect/Option"

/**
 * How to walk a list. If a row stays in the list from the first request to the last, the walk emits it exactly once. If the walk
 * can't keep that promise, it emits everything it could read, and then fails with a `PaginationError`.
 */
export interface WalkOptions {
  /**
   * How many requests may be in flight. Pages are fetched ahead and emitted in order. Default: 1, which fetches a page when it is
   * pulled, and not before.
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
