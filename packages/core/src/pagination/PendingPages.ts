/**
 * Requests for pages that were sent ahead, in the order of the list, and for the end of the list by which pages are checked.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import type { List } from "./List.ts"

/** What to request: a page, or the growing end of the list. */
export type Target<Position> = { readonly _tag: "Page"; readonly position: Position } | { readonly _tag: "GrowingEnd" }

interface Pending<Answer, Position, E> {
  readonly target: Target<Position>
  readonly fiber: Fiber.Fiber<Result.Result<Answer, E>>
}

/** A request that was answered. */
export interface Answered<Answer, Position, E> {
  readonly target: Target<Position>
  readonly result: Result.Result<Answer, E>
}

interface Wanted<Position> {
  /** From the page in front on, including those that were requested already. */
  readonly targets: ReadonlyArray<Target<Position>>
  /** How many requests may be in flight. */
  readonly concurrency: number
  /** How many rows a page has, if a page of another size ends the list. An empty page always does. */
  readonly pageSize: number | undefined
}

export class PendingPages<Answer, Row, Position, E> {
  readonly #list: List<Answer, Row, Position, E>
  readonly #growingEnd: Effect.Effect<Answer, E>
  readonly #scope: Scope.Scope
  #pending: Array<Pending<Answer, Position, E>> = []
  #inFlight = 0
  /** The targets that were not requested yet. */
  #waiting: Array<Target<Position>> = []
  #concurrency = 1
  #pageSize: number | undefined
  /** Whether a page was read behind which the list may have ended, so that no more are requested. */
  #isEndSeen = false
  #isAnswered = Deferred.makeUnsafe<void>()

  /** Requests in flight are interrupted when the scope is closed. */
  constructor(list: List<Answer, Row, Position, E>, growingEnd: Effect.Effect<Answer, E>, scope: Scope.Scope) {
    this.#list = list
    this.#growingEnd = growingEnd
    this.#scope = scope
  }

  get size(): number {
    return this.#pending.length
  }

  /** How many targets were not requested yet. */
  get waiting(): number {
    return this.#waiting.length
  }

  want({ concurrency, pageSize, targets }: Wanted<Position>): void {
    this.#waiting = targets.slice(this.#pending.length)
    this.#concurrency = concurrency
    this.#pageSize = pageSize
  }

  /** Sends as many requests as may be in flight. */
  readonly #send: Effect.Effect<void> = Effect.suspend(() => {
    const [target] = this.#waiting
    if (target === undefined || this.#inFlight >= this.#concurrency || this.#isEndSeen) return Effect.void
    const request = Effect.result(target._tag === "GrowingEnd" ? this.#growingEnd : this.#list.request(target.position))
    return Effect.flatMap(Effect.forkIn(request, this.#scope, { startImmediately: true }), (fiber) => {
      this.#pending.push({ target, fiber })
      this.#waiting.shift()
      this.#inFlight++
      fiber.addObserver((exit) => {
        this.#inFlight--
        this.#isEndSeen ||= Exit.isFailure(exit) || this.#mayBeLast(exit.value)
        Deferred.doneUnsafe(this.#isAnswered, Effect.void)
      })
      return this.#send
    })
  })

  /** Whether the list may end with a page, because the page failed or isn't like the others. */
  #mayBeLast(result: Result.Result<Answer, E>): boolean {
    if (Result.isFailure(result)) return true
    const { length } = this.#list.rows(result.success)
    return length === 0 || (this.#pageSize !== undefined && length !== this.#pageSize)
  }

  /** Sends requests until enough of them are answered without a gap, or none is in flight. */
  #until(
    isEnough: (answered: ReadonlyArray<Answered<Answer, Position, E>>) => boolean
  ): Effect.Effect<ReadonlyArray<Answered<Answer, Position, E>>> {
    const until: Effect.Effect<ReadonlyArray<Answered<Answer, Position, E>>> = Effect.flatMap(this.#send, () => {
      const answered: Array<Answered<Answer, Position, E>> = []
      for (const { fiber, target } of this.#pending) {
        const exit = fiber.pollUnsafe()
        if (exit === undefined) break
        if (Exit.isFailure(exit)) return Effect.failCause(exit.cause)
        answered.push({ target, result: exit.value })
      }
      if (isEnough(answered) || answered.length === this.#pending.length) return Effect.succeed(answered)
      this.#isAnswered = Deferred.makeUnsafe()
      // Answers often arrive together, and pages that are emitted together cost less.
      return Effect.andThen(Effect.andThen(Deferred.await(this.#isAnswered), Effect.yieldNow), until)
    })
    return until
  }

  /** Waits for the page in front, and returns it with the pages behind it that are answered by then. */
  readonly front = this.#until((answered) => answered.length > 0)

  /** Waits for all targets, up to the first page behind which the list may have ended. */
  readonly all = this.#until((answered) => answered.some(({ result }) => this.#mayBeLast(result)))

  /** Forgets pages in front after they were emitted. */
  shift(pages: number): void {
    this.#pending.splice(0, pages)
  }

  /** Interrupts all requests in flight. On HTTP/1 that closes their connections. */
  readonly cancelPending: Effect.Effect<void> = Effect.suspend(() => this.#forgetAfter(Fiber.interruptAll))

  /** Waits for all requests in flight and drops their answers, so that their connections can be used again. */
  readonly awaitPending: Effect.Effect<void> = Effect.suspend(() => this.#forgetAfter(Fiber.awaitAll))

  #forgetAfter(
    end: (fibers: ReadonlyArray<Fiber.Fiber<Result.Result<Answer, E>>>) => Effect.Effect<unknown>
  ): Effect.Effect<void> {
    const fibers = this.#pending.map(({ fiber }) => fiber)
    this.#pending = []
    this.#waiting = []
    return Effect.map(end(fibers), () => {
      this.#isEndSeen = false
    })
  }
}
