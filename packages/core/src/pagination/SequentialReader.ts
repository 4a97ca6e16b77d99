/**
 * Reads a list one page at a time, and carries out the decisions of `judge.ts`.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Page } from "../Page.ts"
import { BoundaryLost, type PaginationError, type PaginationErrorReason } from "../PaginationError.ts"
import { hasFallen, judge, type Reading, stoodStill } from "./judge.ts"
import { end, type ReadPage } from "./List.ts"
import type { PageRequests } from "./PageRequests.ts"
import type { WalkState } from "./WalkState.ts"

/** A page that was read again counts only if it brings something new. */
const withItems = <Row, Position>(pages: ReadonlyArray<Page<Row, Position>>) =>
  pages.filter(({ items }) => items.length > 0)

type Pages<Row, Position, E> = Effect.Effect<ReadonlyArray<Page<Row, Position>>, E | PaginationError>

export class SequentialReader<Answer, Row, Position, E> {
  readonly #state: WalkState<Answer, Row, Position, E>
  readonly #requests: PageRequests<Answer, Row, Position, E>

  /** How often the walk went back. */
  #goBacks = 0

  constructor(state: WalkState<Answer, Row, Position, E>, requests: PageRequests<Answer, Row, Position, E>) {
    this.#state = state
    this.#requests = requests
  }

  /** Reads the page that follows, and whatever shows that it follows without a gap. */
  step(): Pages<Row, Position, E> {
    const state = this.#state
    if (state.tail.mustReadBack) return this.#readBack()
    if (state.isTailCheckDue) return this.#checkTail()
    const tail = Option.getOrUndefined(state.tailToObserve)
    if (tail !== undefined) {
      return Effect.map(this.#requests.tail(tail), (answer) => {
        state.tail.observe(tail, answer)
        return []
      })
    }
    const next = state.next ?? end
    switch (next._tag) {
      case "End":
        return Effect.succeed([])
      case "Stuck":
        return this.#requests.fail(next.reason)
      case "Unclear":
        return Effect.flatMap(next.probe, (behind) => {
          const meaning = next.interpret(behind, (row) => this.#state.seen.has(row))
          if (meaning === "stuck") return this.#requests.fail(next.reason)
          if (meaning === "moved") return this.#readLastAgain(next.reason, behind)
          this.#state.stop()
          return Effect.succeed([])
        })
      case "At": {
        const { position } = next
        return Effect.flatMap(this.#requests.page(position), (answer) => {
          const { last } = this.#state
          // mutant: `if (last !== undefined && hasFallen(` -> `if (last === undefined && hasFallen(`
          if (last !== undefined && hasFallen(this.#state, last.answer, answer)) this.#state.noteShrinking()
          return this.#carryOut({ page: { position, answer } })
        })
      }
    }
  }

  #carryOut(reading: Reading<Answer, Position>): Pages<Row, Position, E> {
    const state = this.#state
    const { again, head, page } = reading
    const decision = judge(state, reading)
    switch (decision._tag) {
      case "Emit":
        if (head !== undefined) state.observeHead(head)
        return Effect.succeed([state.emit(page, decision)])
      case "ReadAgain":
        return Effect.flatMap(this.#requests.page(state.last?.position), (again) => this.#carryOut({ page, again }))
      case "ObserveHead":
        return Effect.flatMap(this.#requests.head, (head) => this.#carryOut({ ...reading, head }))
      case "ReadBack":
        if (head !== undefined) state.observeHead(head)
        return this.#readBack(page, decision)
      case "GoBack":
        return this.#goBack(again)
      case "DistrustCount":
        if (head !== undefined) state.observeHead(head)
        state.distrustCount()
        return this.#carryOut({ page })
      case "Retry":
        if (head !== undefined) state.observeHead(head)
        if (again !== undefined) state.retry(again, decision.rounds)
        return Effect.succeed([])
      case "Fail":
        return this.#requests.fail(decision.reason)
    }
  }

  /** Reads the page near the tail once more, which tells about all pages since the last check. */
  #checkTail(): Pages<Row, Position, E> {
    const state = this.#state
    return Effect.map(this.#requests.tail(state.tail.position), (answer) => {
      if (state.tail.isUnchanged(answer)) state.tail.noteUnchanged(state.emitted)
      else state.tail.noteChanged(answer)
      state.tail.leave(state.next)
      return []
    })
  }

  /** Reads the last page once more: it leads on if rows were added behind it, and is shorter if rows were deleted. */
  #readLastAgain(reason: PaginationErrorReason, behind: Answer): Pages<Row, Position, E> {
    const state = this.#state
    const position = state.last?.position
    const before = state.last?.answer ?? behind
    return Effect.map(this.#requests.page(position), (again) => {
      state.truncateTrail(state.trail.length - 1)
      const page = state.emitAgain({ position, answer: again })
      if (state.next?._tag === "Unclear" && stoodStill(state, { before, behind, again })) state.stopWith(reason)
      return withItems([page])
    })
  }

  /** Goes back, page by page, to one that has rows that were emitted, and continues there: its new rows were hidden. */
  #goBack(lastAgain: Answer | undefined): Pages<Row, Position, E> {
    if (this.#state.tail.isCovered) {
      this.#state.tail.suspect()
      return Effect.succeed([])
    }
    return Effect.gen({ self: this }, function* () {
      const state = this.#state
      // A list may change back and forth in step with the requests, so every other time takes one request more.
      if (this.#goBacks++ % 2 === 1) yield* this.#requests.head
      const newest = state.trail.length - 1
      for (let index = newest; index >= 0; index--) {
        const position = state.trail[index]
        const answer = index === newest && lastAgain !== undefined ? lastAgain : yield* this.#requests.page(position)
        if (state.joins(index, answer)) {
          state.truncateTrail(index)
          return withItems([state.emitAgain({ position, answer })])
        }
      }
      return yield* this.#requests.fail(new BoundaryLost({ pagesSearched: state.trail.length }))
    })
  }

  /**
   * Reads pages once more in the other direction, up to one that joins the rows that were checked, and emits those that were
   * hidden, then the page that follows. In a list that grows at its tail, rows only move towards the head, so none escapes.
   */
  #readBack(
    page?: ReadPage<Answer, Position>,
    options: { readonly isRepetition?: boolean } = {}
  ): Pages<Row, Position, E> {
    return Effect.gen({ self: this }, function* () {
      const state = this.#state
      const reads: Array<ReadPage<Answer, Position>> = []
      for (let index = state.trail.length - 1; index >= 0; index--) {
        const position = state.trail[index]
        const answer = yield* this.#requests.page(position)
        reads.unshift({ position, answer })
        if (state.joins(index, answer)) {
          state.truncateTrail(index)
          const before = withItems(reads.map((read) => state.emitAgain(read)))
          const pages = page === undefined ? before : [...before, state.emit(page, options)]
          state.tail.noteReadBack(state.emitted)
          state.tail.leave(state.next)
          return pages
        }
      }
      return yield* this.#requests.fail(new BoundaryLost({ pagesSearched: state.trail.length }))
    })
  }
}
