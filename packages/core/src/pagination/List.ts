/**
 * What the machine that walks lists needs to know about one of them. Three lists, three descriptions, one machine.
 */
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { OperationName } from "../operations/table.ts"
import type { PaginationErrorReason } from "../PaginationError.ts"
import type { CheckWalkOptions } from "./walkOptions.ts"

/** What follows a page. */
export type Next<Answer, Row, Position, E> =
  /** The list ends here. */
  | { readonly _tag: "End" }
  | {
      readonly _tag: "At"
      readonly position: Position
      /** Whether it is further up than the page, so that rows come again. Default: `false`. */
      readonly goesBack?: boolean
    }
  /** Nothing follows although rows are missing. */
  | { readonly _tag: "Stuck"; readonly reason: PaginationErrorReason }
  /** Nothing follows, and it cannot be told from the page whether rows are missing: one more request tells. */
  | {
      readonly _tag: "Unclear"
      readonly probe: Effect.Effect<Answer, E>
      /** `"moved"` where there are rows behind the page that may have been added since it was read. */
      readonly judge: (answer: Answer, isSeen: (row: Row) => boolean) => "end" | "stuck" | "moved"
      readonly reason: PaginationErrorReason
    }

export const end = { _tag: "End" } as const

/** A page that was read, and what the walk knows about the pages before it. */
export interface PageRead<Answer, Position> {
  /** Where it was asked for; absent for the first page. */
  readonly position: Position | undefined
  readonly answer: Answer
  /** How many rows have been emitted, those of this page included. */
  readonly emitted: number
  /** How many rows the list has, unless the pages have shown that this isn't what the service counts. */
  readonly count: Option.Option<number>
  /** Whether the walk began in the middle of the list. */
  readonly resumed: boolean
  /** How many rows were emitted before its first one, if that one was emitted before the page was read. */
  readonly firstOrdinal?: number | undefined
}

/** One list of the service. It may keep what it learns about the service: a description serves one walk. */
export interface List<Answer, Row, Position, E> {
  readonly operation: OperationName
  /** Refuses options that no walk over this list could follow. */
  readonly checkOptions: CheckWalkOptions
  /** Asks for a page; without a position, for the first one. */
  readonly request: (position: Position | undefined) => Effect.Effect<Answer, E>
  /** Asks for as little as shows the first row of the list, and how many there are where that is told. */
  readonly head: Effect.Effect<Answer, E>
  readonly rows: (answer: Answer) => ReadonlyArray<Row>
  readonly id: (row: Row) => string
  /** How many rows the list has, where the service tells. */
  readonly count: (answer: Answer) => Option.Option<number>
  /** Whether rows are ever deleted: then it matters at which end they are added. */
  readonly hasDeletions: boolean
  /** The number that a page gives itself, if pages are numbered. */
  readonly pageNumber: (answer: Answer) => number | undefined
  /**
   * When a row came into being, in milliseconds since the epoch, where rows tell. It is the same in every answer that has
   * the row.
   */
  readonly bornAt: (row: Row) => number | undefined
  /** Whether a page has fewer rows than it was asked for, or than pages have. */
  readonly isShort: (position: Position | undefined, answer: Answer) => boolean
  /** Why an answer is not the page that was asked for, if it is not. */
  readonly reject: (position: Position | undefined, answer: Answer) => PaginationErrorReason | undefined
  readonly next: (page: PageRead<Answer, Position>) => Next<Answer, Row, Position, E>
  /** The positions from `from` on, at most `atMost`, as far as they can be told before they are read. */
  readonly ahead: (from: Position, last: PageRead<Answer, Position>, atMost: number) => ReadonlyArray<Position>
  readonly isSame: (a: Position, b: Position) => boolean
}
