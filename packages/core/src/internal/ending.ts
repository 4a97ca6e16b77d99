/**
 * The end of a walk, held against what the service counts.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { CountUnreliable, type PaginationError, RowsMissing } from "../PaginationError.ts"
import type { Frontier, Read } from "./frontier.ts"

/** A search of the head ends after this many pages in a row without a row that was added. */
const pagesInVainAtMost = 3

/** The rows in front of the list may be searched this often: they may move while they are read. */
const searchesAtMost = 2

/** What a search of the head of the list came to. */
interface AddedRows {
  /** How many rows are in front of those that the walk emitted. */
  readonly added: number
  /** How many rows the service counts by now. */
  readonly count: number
}

/** Counts the rows that were added in front of the walk, up to as many as would explain what seems to be missing. */
const searchAddedRows = <Answer, Row, Position, E>(
  frontier: Frontier<Answer, Row, Position, E>,
  missing: number
): Effect.Effect<AddedRows, E | PaginationError> =>
  Effect.gen(function* () {
    const { list } = frontier
    const added = new Set<string>()
    let position: Position | undefined
    let previous: Answer | undefined
    let pagesInVain = 0
    while (true) {
      const answer = yield* frontier.request(position)
      const rows = list.rows(answer)
      const firstKnown = rows.findIndex((row) => frontier.isKnown(row))
      const addedBefore = added.size
      for (const row of firstKnown < 0 ? rows : rows.slice(0, firstKnown)) added.add(list.id(row))
      if (added.size > addedBefore) frontier.noteProgress()
      // Rows that are added meanwhile push the ones that were counted onto the next page.
      const hasMoved = previous !== undefined && !frontier.hasSameCount(previous, answer)
      pagesInVain = added.size > addedBefore || hasMoved ? 0 : pagesInVain + 1
      const count = frontier.count(answer)
      const next = list.next({ position, answer, count, emitted: added.size, resumed: false })
      const isDone = firstKnown >= 0 || added.size >= missing || pagesInVain >= pagesInVainAtMost
      if (isDone || next._tag !== "At") {
        return { added: added.size, count: Option.getOrElse(count, () => 0) }
      }
      position = next.position
      previous = answer
    }
  })

/**
 * Fails with `RowsMissing` if the service counts more rows than the walk emitted, and they are not rows that were added in
 * front of it since it began.
 */
const checkNothingIsMissing = <Answer, Row, Position, E>(
  frontier: Frontier<Answer, Row, Position, E>,
  count: number
): Effect.Effect<void, E | PaginationError> => {
  const { emitted } = frontier
  const missing = count - emitted
  const check = (searches: number): Effect.Effect<void, E | PaginationError> =>
    Effect.flatMap(searchAddedRows(frontier, missing), ({ added, count }) => {
      if (added >= missing || emitted + added >= count) return Effect.void
      if (searches < searchesAtMost) return check(searches + 1)
      return frontier.fail(new RowsMissing({ count, emitted }))
    })
  return missing > 0 ? check(1) : Effect.void
}

/** Fails with `CountUnreliable` if the count of the last page, read once more, still isn't what its number says. */
const checkCountIsExact = <Answer, Row, Position, E>(
  frontier: Frontier<Answer, Row, Position, E>,
  last: Read<Answer, Position>
): Effect.Effect<void, E | PaginationError> => {
  const counts = (answer: Answer) => Option.all({ count: frontier.count(answer), rows: frontier.countByPages(answer) })
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

/**
 * Holds what a walk emitted against what the service counts. A walk that began in the middle of the list, or whose pages have
 * no count, has nothing to check; one whose boundaries were verified didn't rely on the count.
 */
export const checkEnd = <Answer, Row, Position, E>(
  frontier: Frontier<Answer, Row, Position, E>,
  verify: boolean
): Effect.Effect<void, E | PaginationError> =>
  Effect.suspend(() => {
    const { emitted, hasShrunk, isResumed, last } = frontier
    if (isResumed || last === undefined) return Effect.void
    const count = Option.getOrElse(frontier.count(last.answer), () => 0)
    const reliedOnCount = !verify && (hasShrunk || count > emitted)
    return Effect.andThen(
      checkNothingIsMissing(frontier, count),
      reliedOnCount ? checkCountIsExact(frontier, last) : Effect.void
    )
  })
