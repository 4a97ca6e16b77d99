/**
 * Pages that were asked for ahead and are not emitted yet, in the order of the list. They are answered while nobody waits.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import type { List } from "./list.ts"

interface AskedPage<Answer, Position, E> {
  readonly position: Position
  readonly fiber: Fiber.Fiber<Result.Result<Answer, E>>
}

/** A page that was asked for, and what came of it. */
interface AnsweredPage<Answer, Position, E> {
  readonly position: Position
  readonly result: Result.Result<Answer, E>
}

/** What to ask for. */
interface Wanted<Position> {
  /** From the page in front on. */
  readonly positions: ReadonlyArray<Position>
  /** How many of them may be waited for at a time. */
  readonly concurrency: number
  /** How many rows a page has. */
  readonly pageSize: number | undefined
}

export class InFlight<Answer, Row, Position, E> {
  readonly #list: List<Answer, Row, Position, E>
  readonly #scope: Scope.Scope
  #asked: Array<AskedPage<Answer, Position, E>> = []
  #unanswered = 0
  /** What is wanted and was not asked for yet. */
  #left: Array<Position> = []
  #concurrency = 1
  #pageSize: number | undefined
  /** Whether a page failed, or is not like the others: behind it the list may have ended. */
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
    const [position] = this.#left
    if (position === undefined || this.#unanswered >= this.#concurrency || this.#isEndSeen) return Effect.void
    const request = Effect.result(this.#list.request(position))
    return Effect.flatMap(Effect.forkIn(request, this.#scope, { startImmediately: true }), (fiber) => {
      this.#asked.push({ position, fiber })
      this.#left.shift()
      this.#unanswered++
      fiber.addObserver((exit) => {
        this.#unanswered--
        this.#isEndSeen ||= this.#isLast(exit)
        Deferred.doneUnsafe(this.#isAnswered, Effect.void)
      })
      return this.#ask
    })
  })

  #isLast(exit: Exit.Exit<Result.Result<Answer, E>>): boolean {
    if (Exit.isFailure(exit) || Result.isFailure(exit.value)) return true
    return this.#list.rows(exit.value.success).length !== this.#pageSize
  }

  /**
   * Asks for pages until the one in front is answered, and gives it with those behind it that are answered too by then: nothing
   * where none is wanted.
   */
  readonly answered: Effect.Effect<ReadonlyArray<AnsweredPage<Answer, Position, E>>> = Effect.flatMap(this.#ask, () => {
    const answered: Array<AnsweredPage<Answer, Position, E>> = []
    for (const { fiber, position } of this.#asked) {
      const exit = fiber.pollUnsafe()
      if (exit === undefined) break
      if (Exit.isFailure(exit)) return Effect.failCause(exit.cause)
      answered.push({ position, result: exit.value })
    }
    if (answered.length > 0 || this.#asked.length === 0) return Effect.succeed(answered)
    this.#isAnswered = Deferred.makeUnsafe()
    // Answers come several at a time: what can be taken together costs less to take.
    return Effect.andThen(Effect.andThen(Deferred.await(this.#isAnswered), Effect.yieldNow), this.answered)
  })

  /** The answer for a position: for one that was asked for, what comes of that. */
  answer(position: Position): Effect.Effect<Result.Result<Answer, E>> {
    const asked = this.#asked.find((asked) => this.#list.isSame(asked.position, position))
    return asked === undefined ? Effect.result(this.#list.request(position)) : Fiber.join(asked.fiber)
  }

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
