/**
 * The end of a walk, held against what the service counts.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Page } from "../Page.ts"
import { CountUnreliable, type PaginationError, RowsMissing } from "../PaginationError.ts"
import type { Read, WalkState } from "./WalkState.ts"

/** If this many looks in a row show nothing new and the service still counts more rows, they are missing. */
const looksInVainAtMost = 2

/**
 * Checks that nothing is missing. If the service counts more rows than were emitted, they may have been added in front, or
 * hidden by a first page that was wrong: the head of the list is looked at, and what is new there is emitted, until the count
 * of a look is reached. A walk that began in the middle of the list, or whose pages have no count, has nothing to check.
 */
export class EndCheck<Answer, Row, Position, E> {
  readonly #frontier: WalkState<Answer, Row, Position, E>
  readonly #verify: boolean
  /** The first page of the last look. All rows that it counts were emitted, or the look shows them before it is over. */
  #counted: Answer | undefined
  /** Where the look goes on; absent for the head of the list. */
  #position: Position | undefined
  /** The ids of the rows that this look has brought. */
  #added = new Set<string>()
  #looksInVain = 0
  isDone = false

  constructor(frontier: WalkState<Answer, Row, Position, E>, verify: boolean) {
    this.#frontier = frontier
    this.#verify = verify
  }

  /** Looks once more, and returns the page of rows that were not emitted yet, if there are any. */
  step(): Effect.Effect<ReadonlyArray<Page<Row, Position>>, E | PaginationError> {
    const frontier = this.#frontier
    const { isResumed, last } = frontier
    if (isResumed || last === undefined) return this.#done()
    const counted = this.#counted ?? last.answer
    const isInLook = this.#position !== undefined
    // mutant: `if (!isInLook && !Option.exists(frontier.count(counted), (count) => count > frontier.emitted)) {` -> `if (frontier.emitted >= 0) {`
    if (!isInLook && !Option.exists(frontier.count(counted), (count) => count > frontier.emitted)) {
      // A walk whose boundaries were verified didn't rely on the count.
      const reliedOnCount = !this.#verify && (frontier.hasShrunk || counted !== last.answer)
      return reliedOnCount ? Effect.flatMap(this.#checkCountIsExact(last), () => this.#done()) : this.#done()
    }
    return Effect.flatMap(frontier.request(this.#position), (answer) => this.#take(answer))
  }

  #done(): Effect.Effect<ReadonlyArray<never>> {
    this.isDone = true
    return Effect.succeed([])
  }

  #take(answer: Answer): Effect.Effect<ReadonlyArray<Page<Row, Position>>, PaginationError> {
    const frontier = this.#frontier
    const { list } = frontier
    // Rows that are added meanwhile push what the look has shown onto its next page.
    const rows = list.rows(answer)
    const wasKnown = (row: Row) => frontier.isKnown(row) && !this.#added.has(list.id(row))
    const reachesKnownRows = rows.length === 0 || rows.some(wasKnown)
    const page = frontier.acceptAdded(answer)
    for (const row of page.items) this.#added.add(list.id(row))
    if (this.#position === undefined) this.#counted = answer
    const next = list.next(frontier.pageRead({ position: this.#position, answer }))
    this.#position = reachesKnownRows || next._tag !== "At" ? undefined : next.position
    if (this.#position === undefined) {
      this.#looksInVain = this.#added.size === 0 ? this.#looksInVain + 1 : 0
      this.#added = new Set()
    }
    const count = Option.getOrElse(Option.flatMap(Option.fromUndefinedOr(this.#counted), list.count), () => 0)
    const { emitted } = frontier
    // mutant: `this.#looksInVain >= looksInVainAtMost && count` -> `count`
    if (this.#looksInVain >= looksInVainAtMost && count > emitted)
      return frontier.fail(new RowsMissing({ count, emitted }))
    return Effect.succeed(page.items.length === 0 ? [] : [page])
  }

  /** Fails with `CountUnreliable` if the count of the last page, read once more, still isn't what its number says. */
  #checkCountIsExact(last: Read<Answer, Position>): Effect.Effect<void, E | PaginationError> {
    const frontier = this.#frontier
    const counts = (answer: Answer) =>
      Option.all({ count: frontier.count(answer), rows: frontier.countByPages(answer) })
    const isExact = (answer: Answer) => !Option.exists(counts(answer), ({ count, rows }) => count !== rows)
    if (isExact(last.answer)) return Effect.void
    return Effect.flatMap(frontier.request(last.position), (answer) => {
      const isLast = frontier.list.next(frontier.pageRead({ ...last, answer }))._tag !== "At"
      if (isLast && isExact(answer)) return Effect.void
      return Option.match(counts(last.answer), {
        onNone: () => Effect.void,
        onSome: (counts) => frontier.fail(new CountUnreliable(counts))
      })
    })
  }
}
