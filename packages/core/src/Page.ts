/**
 * Pages of a list.
 *
 * @module
 */
import type * as Option from "effect/Option"

/** How a list is walked. Every row that is in it from the first request to the last is emitted exactly once. */
export interface WalkOptions {
  /**
   * How many requests may be in flight: pages are fetched ahead, and emitted in order. Default: 1, which fetches a page when
   * it is pulled, and nothing that was not asked for.
   */
  readonly concurrency?: number
  /**
   * Reads every boundary between two pages again, with two more requests for it. For a service that deletes rows from a
   * list without a count: without it, a deletion in such a list can hide rows. Default: `false`.
   */
  readonly verify?: boolean
}

/** One page of a list, and where to go on. */
export interface Page<Row, Position> {
  /** The rows that this page adds to the walk. */
  readonly items: ReadonlyArray<Row>
  /** What to give as `from` to continue behind this page; `Option.none` at the end of the list. */
  readonly next: Option.Option<Position>
  /** How many rows the whole list had when this page was read; `Option.none` where the service does not tell, as for sessions and recordings. */
  readonly count: Option.Option<number>
}
