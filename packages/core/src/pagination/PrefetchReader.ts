/**
 * Reads pages ahead, several at a time, and carries out the decisions of `judgePrefetched.ts`.
 *
 * Pages *flow* if each shows by itself that the list stood still: a page is emitted as soon as it and all pages in front of it
 * are answered, and another one is requested in its place. Otherwise pages are read in windows, and held until an observation
 * of the growing end shows that the list stood still. It is requested together with the next window, so it costs no round trip.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import type { Page } from "../Page.ts"
import type { PaginationError } from "../PaginationError.ts"
import { type Buffered, canShow, judgeFlow, judgeWindow } from "./judgePrefetched.ts"
import { end, type ReadPage } from "./List.ts"
import type { PageRequests } from "./PageRequests.ts"
import { type Answered, PendingPages, type Target } from "./PendingPages.ts"
import { requestedWait } from "./requestedWait.ts"
import type { WalkState } from "./WalkState.ts"

/** How many rounds of requests are read ahead at first, and in a window. */
const firstRounds = 4

/** How many rounds are read ahead if pages flow, so that pages behind a slow one can be answered meanwhile. */
const mostRounds = 8

/**
 * How many pages are read ahead at first if the length of the list isn't known: two more than were read already, so no more of
 * them can be futile than the list has pages.
 */
const firstDepth = 3

/** At most this many times as many pages are read in order as were dropped. */
const mostPenalty = 64

/** The answers to one window of requests. */
interface Window<Answer, Position, E> {
  readonly pages: ReadonlyArray<Answered<Answer, Position, E>>
  readonly growingEnd: Result.Result<Answer, E> | undefined
  readonly isEndLater: boolean
}

type Pages<Row, Position, E> = Effect.Effect<ReadonlyArray<Page<Row, Position>>, E | PaginationError>

export class PrefetchReader<Answer, Row, Position, E> {
  readonly #state: WalkState<Answer, Row, Position, E>
  readonly #requests: PageRequests<Answer, Row, Position, E>
  readonly #pending: PendingPages<Answer, Row, Position, E>
  /** How many requests may be in flight. Halved each time that the service limits the rate. */
  #concurrency: number
  #wait: Duration.Duration = Duration.zero
  /** How many pages to read ahead if the length of the list isn't known. Doubled with every window. */
  #depth = firstDepth
  #rounds = firstRounds
  /** Whether the last pages showed by themselves that the list stood still. */
  #flows = true
  /** How many pages are still to be read in order, because the list moved while they were read ahead. */
  #inOrder = 0
  /** Doubled each time that pages were dropped, so a list that never stands still is soon read in order. */
  #penalty = 1
  #held: Buffered<Answer, Row, Position, E> | undefined
  #error: Option.Option<E> = Option.none()

  /** Requests that were sent ahead are interrupted when the scope is closed. */
  constructor(
    state: WalkState<Answer, Row, Position, E>,
    requests: PageRequests<Answer, Row, Position, E>,
    concurrency: number,
    scope: Scope.Scope
  ) {
    this.#state = state
    this.#requests = requests
    this.#pending = new PendingPages(
      state.list,
      Effect.suspend(() => state.growingEnd),
      scope
    )
    this.#concurrency = concurrency
  }

  /** Whether the next step belongs to this reader: it reads ahead, or waits as the service asked. */
  get isNext(): boolean {
    return (
      this.#pending.size > 0 ||
      this.#held !== undefined ||
      Option.isSome(this.#error) ||
      Duration.isGreaterThan(this.#wait, Duration.zero) ||
      this.#positions().length > 1
    )
  }

  /** Notes that a page is read in order instead. */
  leaveOneInOrder(): void {
    if (this.#inOrder > 0) this.#inOrder--
  }

  /** Returns the positions to read ahead: none if that is impossible or not allowed. */
  #positions(): ReadonlyArray<Position> {
    const state = this.#state
    const next = this.#held?.after ?? state.next
    const last = this.#held?.reads.at(-1) ?? state.last
    if (this.#concurrency === 1 || this.#inOrder > 0) return []
    if (next?._tag !== "At" || last === undefined || this.#held?.error !== undefined) return []
    if (state.growsAtTail && !state.tail.covers(next.position)) return []
    const isDeep = Option.isSome(state.count(last.answer)) || this.#depth >= this.#concurrency
    // Pages that were requested already are part of the window.
    const window = isDeep ? Math.max(this.#rounds * this.#concurrency, this.#pending.size) : this.#depth
    // An observation takes the place of a page, so that it doesn't take another round.
    const atMost = isDeep && this.#held !== undefined ? window - 1 : window
    const positions = state.list.ahead(next.position, state.context(last, this.#heldRows()), atMost)
    return state.growsAtTail ? positions.filter((position) => state.tail.covers(position)) : positions
  }

  #heldRows(): number {
    return (this.#held?.reads ?? []).reduce((rows, { answer }) => rows + this.#state.list.rows(answer).length, 0)
  }

  /** Reads pages ahead, and returns those that can be emitted now. */
  step(): Pages<Row, Position, E> {
    if (Option.isSome(this.#error)) return Effect.fail(this.#error.value)
    if (Duration.isGreaterThan(this.#wait, Duration.zero)) {
      const wait = Effect.sleep(this.#wait)
      this.#wait = Duration.zero
      return Effect.as(wait, [])
    }
    return this.#flows && this.#held === undefined && canShow(this.#state) ? this.#flow() : this.#readWindow()
  }

  /** Keeps as many requests in flight as allowed, and emits the pages in front as they are answered. */
  #flow(): Pages<Row, Position, E> {
    const pending = this.#pending
    const concurrency = this.#concurrency
    if (pending.waiting < concurrency) {
      pending.want({ targets: this.#pageTargets(), concurrency, pageSize: this.#state.sizes.size })
    }
    return Effect.flatMap(pending.front, (answered) => {
      // A failure behind other pages counts only once it is in front.
      const failed = answered.findIndex(({ result }) => Result.isFailure(result))
      const read = this.#inSequence(failed > 0 ? answered.slice(0, failed) : answered)
      return read === undefined ? Effect.as(pending.awaitPending, []) : this.#carryOutFlow(read)
    })
  }

  #carryOutFlow(read: Buffered<Answer, Row, Position, E>): Pages<Row, Position, E> {
    const pending = this.#pending
    const decision = judgeFlow(this.#state, read)
    switch (decision._tag) {
      case "Emit": {
        pending.shift(decision.pages)
        this.#depth += decision.pages
        this.#rounds = mostRounds
        const following = read.reads[decision.pages]?.position
        const shown: Buffered<Answer, Row, Position, E> =
          following === undefined
            ? read
            : { reads: read.reads.slice(0, decision.pages), after: { _tag: "At", position: following } }
        const pages = this.#emit(shown, undefined)
        return shown.after._tag === "At" ? Effect.succeed(pages) : Effect.as(pending.cancelPending, pages)
      }
      case "ReadInOrder":
        // Requests that were sent before a page is read in order would show another list than that page.
        this.#readInOrder(pending.size)
        return Effect.as(pending.awaitPending, [])
      case "ReadWindow":
        this.#flows = false
        this.#rounds = firstRounds
        return this.#readWindow()
    }
  }

  /** Reads at least as many pages in order as were dropped, which bounds the cost of reading ahead. */
  #readInOrder(pages: number): void {
    // mutant: `this.#inOrder = pages * this.#penalty` -> `this.#inOrder = 1`
    this.#inOrder = pages * this.#penalty
    this.#penalty = Math.min(mostPenalty, 2 * this.#penalty)
    this.#held = undefined
  }

  /** Reads a window of pages together with the growing end of the list, which decides about the window before. */
  #readWindow(): Pages<Row, Position, E> {
    return Effect.gen({ self: this }, function* () {
      const state = this.#state
      // The head must be known before the first window, to compare it afterwards.
      if (state.head === undefined && !state.growsAtTail) {
        yield* this.#pending.awaitPending
        state.observeHead(yield* this.#requests.head)
      }
      const held = this.#held
      const { growingEnd, isEndLater, pages } = yield* this.#read()
      const read = this.#inSequence(pages)
      const isRefused =
        growingEnd !== undefined && Result.isFailure(growingEnd) && this.#reducesConcurrency(growingEnd.failure)
      const observed =
        growingEnd === undefined || isRefused ? undefined : Result.getOrElse(growingEnd, (): "Failed" => "Failed")
      const decision = judgeWindow(state, { held, read, growingEnd: observed, isEndLater })
      switch (decision._tag) {
        case "Emit":
          this.#flows ||= decision.showThemselves
          return this.#emit(decision.shown, decision.held)
        case "Hold":
          this.#held = decision.held
          return []
        case "ReadInOrder":
          if (observed !== undefined && observed !== "Failed") this.#noteChange(observed)
          this.#readInOrder(decision.pages)
          return []
      }
    })
  }

  #noteChange(growingEnd: Answer): void {
    const state = this.#state
    if (!state.growsAtTail) state.observeHead(growingEnd)
    else if (!state.tail.isUnchanged(growingEnd)) state.tail.noteChanged(growingEnd)
  }

  #emit(
    shown: Buffered<Answer, Row, Position, E>,
    held: Buffered<Answer, Row, Position, E> | undefined
  ): ReadonlyArray<Page<Row, Position>> {
    const state = this.#state
    this.#held = held
    this.#error = Option.fromUndefinedOr(shown.error)
    const emitted = shown.reads.map((read) => state.emitAgain(read))
    if (state.growsAtTail) {
      state.tail.noteUnchanged(state.emitted)
      state.tail.leave(state.next)
    }
    if (shown.after._tag === "Stuck") state.stopWith(shown.after.reason)
    if (emitted.length > 0) this.#penalty = 1
    return emitted
  }

  #pageTargets(): Array<Target<Position>> {
    return this.#positions().map((position) => ({ _tag: "Page", position }))
  }

  /**
   * Requests a window of pages and, if pages are held, the growing end. If a page is empty or fails, requests only the
   * pages in front of it, and cancels those behind it.
   */
  #read(): Effect.Effect<Window<Answer, Position, E>> {
    const { list } = this.#state
    const pages = this.#pageTargets()
    this.#depth *= 2
    this.#pending.want({
      targets: this.#held === undefined ? pages : [...pages, { _tag: "GrowingEnd" }],
      concurrency: this.#concurrency,
      pageSize: undefined
    })
    const answered = Effect.tap(this.#pending.all, () => this.#pending.cancelPending)
    return Effect.flatMap(answered, (answered): Effect.Effect<Window<Answer, Position, E>> => {
      const pages = answered.filter(({ target }) => target._tag === "Page")
      const last = pages.at(-1)?.result
      if (last !== undefined && Result.isSuccess(last) && list.rows(last.success).length === 0) {
        // This is the end of the list, so the growing end tells about all pages if it is requested now.
        return Effect.map(Effect.result(this.#state.growingEnd), (growingEnd) => ({
          pages,
          growingEnd,
          isEndLater: true
        }))
      }
      const growingEnd = answered.find(({ target }) => target._tag === "GrowingEnd")?.result
      return Effect.succeed({ pages, growingEnd, isEndLater: false })
    })
  }

  /** Returns the pages that follow each other without a gap, and what follows the last of them. */
  #inSequence(answered: ReadonlyArray<Answered<Answer, Position, E>>): Buffered<Answer, Row, Position, E> | undefined {
    const state = this.#state
    const { list } = state
    const reads: Array<ReadPage<Answer, Position>> = []
    let rows = this.#heldRows()
    let after = this.#held?.after ?? state.next ?? end
    for (const { result, target } of answered) {
      if (target._tag !== "Page" || after._tag !== "At" || !list.isSame(after.position, target.position)) break
      const { position } = target
      if (Result.isFailure(result)) {
        if (this.#reducesConcurrency(result.failure)) break
        // mutant: `return { reads, after, error: result.failure }` -> `return { reads, after: end }`
        return { reads, after, error: result.failure }
      }
      const answer = result.success
      const reason = list.reject(position, answer)
      if (reason !== undefined) return { reads, after: { _tag: "Stuck", reason } }
      reads.push({ position, answer })
      rows += list.rows(answer).length
      after = list.next(state.context({ position, answer }, rows))
    }
    return reads.length === 0 ? undefined : { reads, after }
  }

  /** Sends fewer requests at a time from now on if the service limits the rate. Returns whether it does. */
  #reducesConcurrency(error: E): boolean {
    const wait = requestedWait(error)
    if (Option.isNone(wait) || this.#concurrency === 1) return false
    this.#concurrency = Math.floor(this.#concurrency / 2)
    this.#wait = wait.value
    return true
  }
}
