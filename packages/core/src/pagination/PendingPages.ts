/**
 * Pages that were asked for ahead and are not emitted yet, in the order of the list, and looks at its head among them. They are
 * answered while nobody waits.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import type { List } from "./List.ts"

interface Asked<Answer, Position, E> {
  readonly position: Position | undefined
  readonly fiber: Fiber.Fiber<Result.Result<Answer, E>>
}

/** What was asked for, and what came of it. */
export interface Answered<Answer, Position, E> {
  /** `undefined` for a look at the head of the list. */
  readonly position: Position | undefined
  readonly result: Result.Result<Answer, E>
}

/** What to ask for. */
interface Wanted<Position> {
  /** From the page in front on; `undefined` for a look at the head of the list. */
  readonly positions: ReadonlyArray<Position | undefined>
  /** How many of them may be waited for at a time. */
  readonly concurrency: number
  /** How many rows a page has, where that tells where the list ends: on an empty page it does in any case. */
  readonly pageSize: number | undefined
}

export class PendingPages<Answer, Row, Position, E> {
  readonly #list: List<Answer, Row, Position, E>
  readonly #scope: Scope.Scope
  #asked: Array<Asked<Answer, Position, E>> = []
  #unanswered = 0
  /** What is wanted and was not asked for yet. */
  #left: Array<Position | undefined> = []
  #concurrency = 1
  #pageSize: number | undefined
  /** Whether a page was met behind which the list may have ended: then no more are asked for. */
  #isEndSeen = false
  #isAnswered = Deferred.makeUnsafe<void>()

  /** What is in flight is given up when the scope is closed. */
  constructor(list: List<Answer, Row, Position, E>, scope: Scope.Scope) {
    this.#list = list
    this.#scope = scope
  }

  get size(): number {
    return this.#asked.length
  }

  /** How many pages are wanted that were not asked for yet. */
  get left(): number {
    return this.#left.length
  }

  /** Says which pages to ask for, those that were asked for already included. */
  want({ concurrency, pageSize, positions }: Wanted<Position>): void {
    this.#left = positions.slice(this.#asked.length)
    this.#concurrency = concurrency
    this.#pageSize = pageSize
  }

  /** Asks for as many of the pages that are wanted as may be waited for. */
  readonly #ask: Effect.Effect<void> = Effect.suspend(() => {
    if (this.#left.length === 0 || this.#unanswered >= this.#concurrency || this.#isEndSeen) return Effect.void
    const [position] = this.#left
    const request = Effect.result(position === undefined ? this.#list.head : this.#list.request(position))
    return Effect.flatMap(Effect.forkIn(request, this.#scope, { startImmediately: true }), (fiber) => {
      this.#asked.push({ position, fiber })
      this.#left.shift()
      this.#unanswered++
      fiber.addObserver((exit) => {
        this.#unanswered--
        this.#isEndSeen ||= Exit.isFailure(exit) || this.#mayBeLast(exit.value)
        Deferred.doneUnsafe(this.#isAnswered, Effect.void)
      })
      return this.#ask
    })
  })

  /** Whether the list may end with a page: it failed, or is not like the others. */
  #mayBeLast(result: Result.Result<Answer, E>): boolean {
    if (Result.isFailure(result)) return true
    const { length } = this.#list.rows(result.success)
    return length === 0 || (this.#pageSize !== undefined && length !== this.#pageSize)
  }

  /** Asks for what is wanted until enough of it is answered without a gap, or nothing is in flight. */
  #until(
    isEnough: (answered: ReadonlyArray<Answered<Answer, Position, E>>) => boolean
  ): Effect.Effect<ReadonlyArray<Answered<Answer, Position, E>>> {
    const until: Effect.Effect<ReadonlyArray<Answered<Answer, Position, E>>> = Effect.flatMap(this.#ask, () => {
      const answered: Array<Answered<Answer, Position, E>> = []
      for (const { fiber, position } of this.#asked) {
        const exit = fiber.pollUnsafe()
        if (exit === undefined) break
        if (Exit.isFailure(exit)) return Effect.failCause(exit.cause)
        answered.push({ position, result: exit.value })
      }
      if (isEnough(answered) || answered.length === this.#asked.length) return Effect.succeed(answered)
      this.#isAnswered = Deferred.makeUnsafe()
      // Answers come several at a time: what can be taken together costs less to take.
      return Effect.andThen(Effect.andThen(Deferred.await(this.#isAnswered), Effect.yieldNow), until)
    })
    return until
  }

  /** What is answered when the page in front is, with those behind it that are answered too by then. */
  readonly front = this.#until((answered) => answered.length > 0)

  /** All that is wanted, up to the first page behind which the list may have ended. */
  readonly all = this.#until((answered) => answered.some(({ result }) => this.#mayBeLast(result)))

  /** So many pages in front are emitted. */
  take(pages: number): void {
    this.#asked.splice(0, pages)
  }

  /** What is in flight is of no use any more, and is given up. On HTTP/1 that closes its connections. */
  readonly giveUp: Effect.Effect<void> = Effect.suspend(() => this.#forgetAfter(Fiber.interruptAll))

  /** What is in flight is of no use here, but the walk goes on, and with it the connections: it is waited for. */
  readonly settle: Effect.Effect<void> = Effect.suspend(() => this.#forgetAfter(Fiber.awaitAll))

  #forgetAfter(
    end: (fibers: ReadonlyArray<Fiber.Fiber<Result.Result<Answer, E>>>) => Effect.Effect<unknown>
  ): Effect.Effect<void> {
    const fibers = this.#asked.map(({ fiber }) => fiber)
    this.#asked = []
    this.#left = []
    return Effect.map(end(fibers), () => {
      this.#isEndSeen = false
    })
  }
}
