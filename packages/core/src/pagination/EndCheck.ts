/**
 * The check at the end of a walk: no fewer rows were emitted than the service counts.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Page } from "../Page.ts"
import { CountUnreliable, type PaginationError, RowsMissing } from "../PaginationError.ts"
import type { ReadPage } from "./List.ts"
import type { PageRequests } from "./PageRequests.ts"
import type { WalkState } from "./WalkState.ts"

/** If this many searches in a row find nothing new and the service still counts more rows, they are missing. */
const futileSearchesAtMost = 2

/**
 * Checks that no row is missing. If the service counts more rows than were emitted, they may have been added in front of the
 * walk, or hidden by a first page that was wrong. The check searches the list from its head and emits new rows, until as many
 * rows were emitted as the service counted when the search began. If the walk began in the middle of the list, or its pages
 * have no count, there is nothing to check.
 */
export class EndCheck<Answer, Row, Position, E> {
  readonly #state: WalkState<Answer, Row, Position, E>
  readonly #requests: PageRequests<Answer, Row, Position, E>
  /** The first page of the last search, which finds all rows that this page counts. */
  #counted: Answer | undefined
  /** The position at which the search continues; `undefined` for the head of the list. */
  #position: Position | undefined
  /** The ids of the rows that this search has found. */
  #added = new Set<string>()
  #futileSearches = 0
  #isDone = false

  constructor(state: WalkState<Answer, Row, Position, E>, requests: PageRequests<Answer, Row, Position, E>) {
    this.#state = state
    this.#requests = requests
  }

  get isDone(): boolean {
    return this.#isDone
  }

  /** Reads one more page, and returns it if it has rows that were not emitted yet. */
  step(): Effect.Effect<ReadonlyArray<Page<Row, Position>>, E | PaginationError> {
    const state = this.#state
    const { isResumed, last } = state
    if (isResumed || last === undefined) return this.#done()
    const counted = this.#counted ?? last.answer
    const isSearching = this.#position !== undefined
    // mutant: `if (!isSearching && !Option.exists(state.count(counted), (count) => count > state.emitted)) {` -> `if (state.emitted >= 0) {`
    if (!isSearching && !Option.exists(state.count(counted), (count) => count > state.emitted)) {
      // A walk whose boundaries were verified doesn't rely on the count.
      const reliedOnCount = !state.verify && (state.hasShrunk || counted !== last.answer)
      return reliedOnCount ? Effect.flatMap(this.#checkCountIsExact(last), () => this.#done()) : this.#done()
    }
    return Effect.flatMap(this.#requests.page(this.#position), (answer) => this.#take(answer))
  }

  #done(): Effect.Effect<ReadonlyArray<never>> {
    this.#isDone = true
    return Effect.succeed([])
  }

  #take(answer: Answer): Effect.Effect<ReadonlyArray<Page<Row, Position>>, PaginationError> {
    const state = this.#state
    const { list } = state
    // Rows that are added meanwhile push rows that the search has found onto its next page.
    const rows = list.rows(answer)
    const wasKnown = (row: Row) => state.seen.isKnown(row) && !this.#added.has(list.id(row))
    const reachesKnownRows = rows.length === 0 || rows.some(wasKnown)
    const page = state.emitAdded(answer)
    for (const row of page.items) this.#added.add(list.id(row))
    if (this.#position === undefined) this.#counted = answer
    const next = list.next(state.context({ position: this.#position, answer }))
    this.#position = reachesKnownRows || next._tag !== "At" ? undefined : next.position
    if (this.#position === undefined) {
      this.#futileSearches = this.#added.size === 0 ? this.#futileSearches + 1 : 0
      this.#added = new Set()
    }
    const count = Option.getOrElse(Option.flatMap(Option.fromUndefinedOr(this.#counted), list.count), () => 0)
    const { emitted } = state
    // mutant: `this.#futileSearches >= futileSearchesAtMost && count` -> `count`
    if (this.#futileSearches >= futileSearchesAtMost && count > emitted)
      return this.#requests.fail(new RowsMissing({ count, emitted }))
    return Effect.succeed(page.items.length === 0 ? [] : [page])
  }

  /** Fails with `CountUnreliable` if the count of the last page contradicts its number, even when it is read once more. */
  #checkCountIsExact(last: ReadPage<Answer, Position>): Effect.Effect<void, E | PaginationError> {
    const state = this.#state
    const counts = (answer: Answer) => Option.all({ count: state.count(answer), rows: state.countByPages(answer) })
    const isExact = (answer: Answer) => !Option.exists(counts(answer), ({ count, rows }) => count !== rows)
    if (isExact(last.answer)) return Effect.void
    return Effect.flatMap(this.#requests.page(last.position), (answer) => {
      const isLast = state.list.next(state.context({ ...last, answer }))._tag !== "At"
      if (isLast && isExact(answer)) return Effect.void
      return Option.match(counts(last.answer), {
        onNone: () => Effect.void,
        onSome: (counts) => this.#requests.fail(new CountUnreliable(counts))
      })
    })
  }
}
