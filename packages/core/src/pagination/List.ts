/**
 * A description of one list of the service: how to request its pages, and how to read them. The walk knows nothing else about
 * a list.
 */
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { OperationName } from "../Operation.ts"
import type { PaginationErrorReason } from "../PaginationError.ts"
import type { CheckWalkOptions } from "./walkOptions.ts"

/** The continuation behind a page. */
export type Next<Answer, Row, Position, E> =
  /** The list ends here. */
  | { readonly _tag: "End" }
  | {
      readonly _tag: "At"
      readonly position: Position
      /** Whether this is further up than the page, so that rows come again. Default: `false`. */
      readonly goesBack?: boolean
    }
  /** Nothing follows, although rows are missing. */
  | { readonly _tag: "Stuck"; readonly reason: PaginationErrorReason }
  /** Nothing follows, and one more request has to show whether rows are missing. */
  | {
      readonly _tag: "Unclear"
      readonly probe: Effect.Effect<Answer, E>
      /** Returns `"moved"` if there may be rows behind the page that were added after it was read. */
      readonly interpret: (answer: Answer, isSeen: (row: Row) => boolean) => "end" | "stuck" | "moved"
      readonly reason: PaginationErrorReason
    }

export const end = { _tag: "End" } as const

/** A page that was read. */
export interface ReadPage<Answer, Position> {
  /** The position that was requested; `undefined` for the first page. */
  readonly position: Position | undefined
  readonly answer: Answer
}

/** A page, and what the walk knows about the pages before it. */
export interface PageContext<Answer, Position> extends ReadPage<Answer, Position> {
  /** How many rows have been emitted, including those of this page. */
  readonly emitted: number
  /** How many rows the list has, unless earlier pages have shown that the service counts something else. */
  readonly count: Option.Option<number>
  /** Whether the walk began in the middle of the list. */
  readonly resumed: boolean
  /** How many rows were emitted before the first row of this page, if that row had been emitted already. */
  readonly firstOrdinal?: number | undefined
}

/** One list of the service. It may remember what it learns about the service, so every walk needs its own. */
export interface List<Answer, Row, Position, E> {
  readonly operation: OperationName
  /** Fails if the options make no sense for this list. */
  readonly checkOptions: CheckWalkOptions
  /** Requests a page; without a position, the first one. */
  readonly request: (position: Position | undefined) => Effect.Effect<Answer, E>
  /** Requests as little as shows the first row of the list and, if the service says so, how many rows there are. */
  readonly head: Effect.Effect<Answer, E>
  readonly rows: (answer: Answer) => ReadonlyArray<Row>
  readonly id: (row: Row) => string
  /** Returns how many rows the list has, if the service says so. */
  readonly count: (answer: Answer) => Option.Option<number>
  /** Whether rows are ever deleted. If so, it matters at which end rows are added. */
  readonly hasDeletions: boolean
  /** Returns the number that a page gives itself, if pages are numbered. */
  readonly pageNumber: (answer: Answer) => number | undefined
  /** Returns when a row was created, in epoch milliseconds, if rows say so. It never changes. */
  readonly bornAt: (row: Row) => number | undefined
  /** Whether a page has fewer rows than were requested, or fewer than other pages. */
  readonly isShort: (position: Position | undefined, answer: Answer) => boolean
  /** Returns why an answer isn't the page that was requested, or `undefined` if it is. */
  readonly reject: (position: Position | undefined, answer: Answer) => PaginationErrorReason | undefined
  readonly next: (page: PageContext<Answer, Position>) => Next<Answer, Row, Position, E>
  /** Returns the positions from `from` on, at most `atMost`, as far as they are known before they are read. */
  readonly ahead: (from: Position, last: PageContext<Answer, Position>, atMost: number) => ReadonlyArray<Position>
  readonly isSame: (a: Position, b: Position) => boolean
  /** Finds the last page, if pages are numbered and rows are counted. */
  readonly tail?: {
    /** Returns the position of the last page, by what a page says. */
    readonly position: (page: PageContext<Answer, Position>) => Option.Option<Position>
    /** Returns how many pages one position is behind another one. */
    readonly distance: (from: Position, to: Position) => number
  }
}
