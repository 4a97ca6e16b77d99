/**
 * The end of a walk, held against what the service counts.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Page } from "../Page.ts"
import { CountUnreliable, type PaginationError, RowsMissing } from "../PaginationError.ts"
import type { Frontier, Read } from "./frontier.ts"

/** A service may count more rows than it shows in this many looks in a row before they are missing. */
const looksInVainAtMost = 2

/**
 * Checks that nothing is missing. If the service counts more rows than were emitted, they may have been added in front, or
 * hidden by a first page that was wrong: the head of the list is looked at, and what is new there is emitted, until the count
 * of a look is reached. A walk that began in the middle of the list, or whose pages have no count, has nothing to check.
 */
export class EndCheck<Answer, Row, Position, E> {
  readonly #frontier: Frontier<Answer, Row, Position, E>
  readonly #verify: boolean
  /** The last answer that says how many rows there are. */
  #counted: Answer | undefined
  /** Where to look next; absent for the head of the list. */
  #position: Position | undefined
  #looksInVain = 0
  isDone = false

  constructor(frontier: Frontier<Answer, Row, Position, E>, verify: boolean) {
    this.#frontier = frontier
    this.#verify = verify
  }

  /** Looks once more, and returns the page of rows that were not emitted yet, if there are any. */
  step(): Effect.Effect<ReadonlyArray<Page<Row, Position>>, E | PaginationError> {
    const frontier = this.#frontier
    const { isResumed, last } = frontier
    if (isResumed || last === undefined) return this.#done()
    const counted = this.#counted ?? last.answer
    if (!Option.exists(frontier.count(counted), (count) => count > frontier.emitted)) {
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
    const showsKnownRows = list.rows(answer).some((row) => frontier.isKnown(row))
    const page = frontier.acceptAdded(answer)
    const isInVain = page.items.length === 0
    this.#counted = answer
    this.#looksInVain = isInVain ? this.#looksInVain + 1 : 0
    const count = Option.getOrElse(list.count(answer), () => 0)
    const { emitted } = frontier
    if (this.#looksInVain >= looksInVainAtMost && count > emitted) return frontier.fail(new RowsMissing({ count, emitted }))
    const read = { ...frontier.pageRead({ position: this.#position, answer }), resumed: false }
    const next = list.next(read)
    this.#position = !isInVain && !showsKnownRows && next._tag === "At" ? next.position : undefined
    return Effect.succeed(isInVain ? [] : [page])
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
