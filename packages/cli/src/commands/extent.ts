/**
 * How much of a list is printed: one page, all of them, or so many rows.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { UsageError } from "../failure/UsageError.ts"

/** The flags that say how much of a list is printed. */
export interface Extent {
  readonly all: boolean
  readonly limit: Option.Option<number>
}

/** Refuses flags that contradict each other. */
export const checkExtent = ({ all, limit }: Extent): Effect.Effect<void, UsageError> =>
  all && Option.isSome(limit)
    ? Effect.fail(
        new UsageError({ problem: "--all prints every row and --limit only some of them: leave one of them out" })
      )
    : Effect.void

/** No more rows than `--limit` allows. The walk ends with the last of them. */
export const limited =
  <Row>(limit: Option.Option<number>) =>
  <E, R>(rows: Stream.Stream<Row, E, R>): Stream.Stream<Row, E, R> =>
    Option.match(limit, { onNone: () => rows, onSome: (count) => Stream.take(rows, count) })
