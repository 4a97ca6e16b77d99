/**
 * Reading a list one page at a time, in order.
 *
 * Read from the head to the tail, an insertion at the head shows as rows that were seen already, which are dropped. A
 * deletion in front of the boundary between two pages would hide rows; it shows as a smaller count, and then the walk
 * goes back until it meets rows it has seen, and on from there.
 */
import * as Effect from "effect/Effect"
import type { Page } from "../Page.ts"
import { BoundaryLost, type PaginationError, type PaginationErrorReason, RepeatedPage } from "../PaginationError.ts"
import { end } from "./List.ts"
import type { Read, WalkState } from "./WalkState.ts"

/** How many looks in a row must agree on a page while the list gets shorter between one request and the next. */
// mutant: `const quietRoundsNeeded = 3` -> `const quietRoundsNeeded = 30`
const quietRoundsNeeded = 3

/** How often in a row a count must fall by the rows of the page before to show that it counts the rows that are left. */
const leftoverRoundsToDistrust = 3

/** A page that was read again counts only for what is new in it. */
const withItems = <Row, Position>(pages: ReadonlyArray<Page<Row, Position>>) =>
  pages.filter(({ items }) => items.length > 0)

export class SequentialReader<Answer, Row, Position, E> {
  readonly #frontier: WalkState<Answer, Row, Position, E>
  readonly #verify: boolean
  /** How often the page that follows was looked into and not taken. */
  #looks = 0
  /** How often in a row a fall of the count looked like a deletion further down, while more was deleted. */
  #quietRounds = 0
  /** How often in a row a fall of the count was just what a count of the rows that are left would show. */
  #leftoverRounds = 0

  constructor(frontier: WalkState<Answer, Row, Position, E>, verify: boolean) {
    this.#frontier = frontier
    this.#verify = verify
  }

  /**
   * Reads the page that follows, and whatever it takes to know that it follows without a gap. The way of most pages has no
   * generator: pages that come through one are collected late, and a long walk would need twice the memory.
   */
  step(): Effect.Effect<ReadonlyArray<Page<Row, Position>>, E | PaginationError> {
    const frontier = this.#frontier
    const next = frontier.next ?? end
    switch (next._tag) {
      case "End":
        return Effect.succeed([])
      case "Stuck":
        return frontier.fail(next.reason)
      case "Unclear":
        return Effect.flatMap(next.probe, (behind) => {
          const verdict = next.judge(behind, (row) => frontier.isSeen(row))
          if (verdict === "stuck") return frontier.fail(next.reason)
          if (verdict === "moved") return this.#readLastAgain(next.reason, behind)
          frontier.next = end
          return Effect.succeed([])
        })
      case "At": {
        const { position } = next
        return Effect.flatMap(frontier.request(position), (answer) => this.#take(position, answer))
      }
    }
  }

  #take(position: Position, answer: Answer): Effect.Effect<ReadonlyArray<Page<Row, Position>>, E | PaginationError> {
    const frontier = this.#frontier
    if (frontier.contradicts(answer)) return this.#takeAfterLook(position, answer)
    // mutant: remove `if (frontier.growsAtTail) return this.#readBehind(position, answer)`
    if (frontier.growsAtTail) return this.#readBehind(position, answer)
    // mutant: `return this.#verify && !frontier.overlaps(answer)` -> `return this.#verify && frontier.trail.length < 0`
    return this.#verify && !frontier.overlaps(answer)
      ? this.#takeAfterLook(position, answer)
      : this.#accept(position, answer)
  }

  #accept(position: Position, answer: Answer): Effect.Effect<ReadonlyArray<Page<Row, Position>>, E | PaginationError> {
    return Effect.map(this.#refuseRepetition(position, answer), () => {
      this.#looks = 0
      this.#quietRounds = 0
      this.#leftoverRounds = 0
      return [this.#frontier.accept(position, answer)]
    })
  }

  /**
   * Takes a page after another look at the page in front of it and at the head of the list. If rows were deleted in front of
   * the page, others are hidden between the two: the page in front shows them by now. If that page and the head are as they
   * were, nothing was added or deleted there, and what the count says was deleted further down. Otherwise the page is read
   * once more.
   */
  #takeAfterLook(
    position: Position,
    answer: Answer
  ): Effect.Effect<ReadonlyArray<Page<Row, Position>>, E | PaginationError> {
    return Effect.gen({ self: this }, function* () {
      const frontier = this.#frontier
      const { head: headBefore, last } = frontier
      if (last === undefined) return yield* this.#accept(position, answer)
      if (frontier.countsItsOwnRows(last.answer, answer)) {
        frontier.distrustCounts()
        return yield* this.#take(position, answer)
      }
      const again = yield* frontier.request(last.position)
      // mutant: `if (this.#mustGoBack(last.answer, again)) return` -> `if (last !== undefined) return`
      if (this.#mustGoBack(last.answer, again)) return yield* this.#goBack(again)
      const isSame = frontier.hasSameRows(last.answer, again)
      const mayBeQuiet = isSame && !frontier.hasRisen([last.answer, answer, again])
      // A list that changes back and forth may do so in step with the requests: the number of requests in a round changes too.
      if (mayBeQuiet || this.#looks % 2 === 0) {
        const head = yield* frontier.requestHead
        frontier.look(head)
        const isQuiet = mayBeQuiet && frontier.head === headBefore && !frontier.hasRisen([again, head])
        this.#quietRounds = isQuiet ? this.#quietRounds + 1 : 0
        // mutant: `if (isQuiet && (frontier.hasSameCount(again, head) || this.#quietRounds >= quietRoundsNeeded)) {` -> `if (this.#quietRounds >= 0) {`
        if (isQuiet && (frontier.hasSameCount(again, head) || this.#quietRounds >= quietRoundsNeeded)) {
          return yield* this.#accept(position, answer)
        }
      }
      this.#looks++
      const isLeftover = frontier.countsWhatIsLeft(last.answer, answer) && frontier.hasSameCount(last.answer, again)
      this.#leftoverRounds = isSame && isLeftover ? this.#leftoverRounds + 1 : 0
      if (this.#leftoverRounds >= leftoverRoundsToDistrust) {
        frontier.distrustCounts()
        return yield* this.#take(position, answer)
      }
      frontier.readAgain({ position: last.position, answer: again })
      return []
    })
  }

  /** Whether the last page, read again, shows rows that were hidden, or none that was seen before. */
  #mustGoBack(last: Answer, again: Answer): boolean {
    const frontier = this.#frontier
    const isStillEmpty = [last, again].every((answer) => frontier.list.rows(answer).length === 0)
    return !isStillEmpty && (frontier.countSeen(frontier.list.rows(again)) === 0 || frontier.showsHiddenRows(again))
  }

  /** If it was the last page, it leads on by now where rows were added behind it, and is shorter where rows were deleted. */
  #readLastAgain(
    reason: PaginationErrorReason,
    behind: Answer
  ): Effect.Effect<ReadonlyArray<Page<Row, Position>>, E | PaginationError> {
    return Effect.gen({ self: this }, function* () {
      const frontier = this.#frontier
      const before = frontier.last?.answer ?? behind
      const position = frontier.trail.pop()
      const again = yield* frontier.request(position)
      const page = frontier.accept(position, again)
      const stoodStill =
        frontier.hasSameCount(before, behind) &&
        frontier.hasSameCount(before, again) &&
        frontier.hasSameRows(before, again)
      if (frontier.next?._tag === "Unclear" && stoodStill) frontier.next = { _tag: "Stuck", reason }
      return withItems([page])
    })
  }

  /** Goes back, page by page, to one that holds rows that were seen: what is new in it was hidden. */
  #goBack(lastAgain?: Answer): Effect.Effect<ReadonlyArray<Page<Row, Position>>, E | PaginationError> {
    return Effect.gen({ self: this }, function* () {
      const frontier = this.#frontier
      const newest = frontier.trail.length - 1
      for (let index = newest; index >= 0; index--) {
        const position = frontier.trail[index]
        const answer = index === newest && lastAgain !== undefined ? lastAgain : yield* frontier.request(position)
        if (frontier.joins(index, answer)) {
          frontier.trail.length = index
          return withItems([frontier.accept(position, answer)])
        }
      }
      return yield* frontier.fail(new BoundaryLost({ pagesSearched: frontier.trail.length }))
    })
  }

  /**
   * Where rows are added at the tail, no count tells of a deletion, and insertions move nothing: the pages in front are
   * read after this one, up to one that joins what was seen, and leave no gap.
   */
  #readBehind(
    position: Position,
    answer: Answer
  ): Effect.Effect<ReadonlyArray<Page<Row, Position>>, E | PaginationError> {
    return Effect.gen({ self: this }, function* () {
      const frontier = this.#frontier
      yield* this.#refuseRepetition(position, answer)
      const reads: Array<Read<Answer, Position>> = []
      for (let index = frontier.trail.length - 1; index >= 0; index--) {
        const again = yield* frontier.request(frontier.trail[index])
        reads.unshift({ position: frontier.trail[index], answer: again })
        if (frontier.joins(index, again)) {
          frontier.trail.length = index
          const before = reads.map((read) => frontier.accept(read.position, read.answer))
          return [...withItems(before), frontier.accept(position, answer)]
        }
      }
      return yield* frontier.fail(new BoundaryLost({ pagesSearched: frontier.trail.length }))
    })
  }

  /** Fails on a page that the walk has passed already, where the list did not grow meanwhile. */
  #refuseRepetition(position: Position, answer: Answer): Effect.Effect<void, E | PaginationError> {
    const frontier = this.#frontier
    const rows = frontier.list.rows(answer)
    const [first] = rows
    if (first === undefined) return Effect.void
    const firstRow = frontier.list.id(first)
    const seen = frontier.countSeen(rows)
    if (seen < rows.length) frontier.passed = new Set()
    // The first page of the walk tells itself also where its rows were seen too long ago to be remembered.
    const isRepeated =
      (seen === 0 || seen === rows.length) && (frontier.passed.has(firstRow) || firstRow === frontier.start)
    // Rows are added at the head: in front of rows that were seen, a new one can only be there.
    const isHead = seen > 0 && !frontier.isSeen(first)
    frontier.passed.add(firstRow)
    // mutant: `if (!isRepeated && !isHead) return` -> `if (frontier.trail.length > 0) return`
    if (!isRepeated && !isHead) return Effect.void
    const leadsOn = frontier.list.next(frontier.pageRead({ position, answer }))._tag === "At"
    // The second page of a list may be its first one, under the number that the first one gave itself.
    if (!leadsOn || (isHead && frontier.trail.length === 1)) return Effect.void
    const before = isHead ? firstRow : frontier.head
    return Effect.flatMap(frontier.requestHead, (head) => {
      if (frontier.firstRow(head) === before && frontier.hasSameCount(head, answer)) {
        return frontier.fail(new RepeatedPage({ firstRow }))
      }
      frontier.look(head)
      frontier.passed = new Set()
      return Effect.void
    })
  }
}
