/**
 * How much of a list is printed: one page, every page, or a number of rows.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { UsageError } from "../failure/UsageError.ts"

/** The flags that decide how much of a list is printed. */
export interface Extent {
  readonly all: boolean
  readonly limit: Option.Option<number>
}

/** Rejects flags that contradict each other. */
export const checkExtent = ({ all, limit }: Extent): Effect.Effect<void, UsageError> =>
  all && Option.isSome(limit)
    ? Effect.fail(new UsageError({ problem: "--all prints every row and --limit only some: leave one of them out" }))
    : Effect.void

/** Ends a list after the number of rows that `--limit` allows. No later page is read. */
export const limited =
  <Row>(limit: Option.Option<number>) =>
  <E, R>(rows: Stream.Stream<Row, E, R>): Stream.Stream<Row, E, R> =>
    Option.match(limit, { onNone: () => rows, onSome: (count) => Stream.take(rows, count) })
