/**
 * Reading pages ahead, several at a time.
 *
 * When a later page is answered before an earlier one, a row that is added in between moves from the page not read yet to
 * the one already read, and is missed. So pages that were read ahead are held back until a look at the head of the list
 * shows that it stood still since the page before them was read: rows enter at the head and ids never come back, so with
 * the head and the count unchanged nothing came and nothing went. Otherwise they are thrown away, to be read in order.
 *
 * A look is sent with the pages that follow, so that it takes no round of its own. At the end of the list nothing follows:
 * the last look is sent as soon as the pages in front of the end are answered, and tells of all that are held.
 */
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { Page } from "../Page.ts"
import { ServiceError } from "../ServiceError.ts"
import type { Frontier, Read } from "./frontier.ts"
import { end, type Next } from "./list.ts"

/** Between two looks at the head, at most this many rounds of requests are read ahead. */
const roundsBetweenLooks = 4

/**
 * Where the length of the list is not known, two pages more than were read already are read ahead at first: no more of them
 * can be in vain than the list has.
 */
const firstDepth = 3

/** A service that asks for more patience than this fails the walk instead. */
const longestPatience = Duration.seconds(60)

/** How long the service asks to wait, where it limits the rate of requests. */
const patienceOf = (error: unknown): Option.Option<Duration.Duration> =>
  error instanceof ServiceError && error.reason._tag === "RateLimited"
    ? Option.some(Option.getOrElse(error.reason.retryAfter, () => Duration.zero))
    : Option.none()

/** Pages that were read ahead, in order, what follows them, and why no more of them were read. */
interface Held<Answer, Row, Position, E> {
  readonly reads: ReadonlyArray<Read<Answer, Position>>
  readonly after: Next<Answer, Row, Position, E>
  readonly error?: E
}

type Answered<Answer, E> = Result.Result<Answer | undefined, E>

/** What was asked for in one step. */
interface Window<Answer, E> {
  readonly pages: ReadonlyArray<Answered<Answer, E>>
  /** The look at the head, if there was one. */
  readonly look: Answered<Answer, E>
  /** Whether it was taken when all pages had been answered, so that it tells of them too. */
  readonly isLookBehind: boolean
}

/** Pages that are held together until a look tells of both. */
const joined = <Answer, Row, Position, E>(
  held: Held<Answer, Row, Position, E> | undefined,
  ahead: Held<Answer, Row, Position, E> | undefined
): Held<Answer, Row, Position, E> | undefined =>
  held === undefined || ahead === undefined ? (held ?? ahead) : { ...ahead, reads: [...held.reads, ...ahead.reads] }

export class ReadAhead<Answer, Row, Position, E> {
  readonly #frontier: Frontier<Answer, Row, Position, E>
  /** How many requests may be in flight. A service that asks for patience halves it. */
  #concurrency: number
  #patience: Duration.Duration = Duration.zero
  /** How many pages to read ahead where the length of the list is not known: it doubles. */
  #depth = firstDepth
  /** How many pages are left to be read in order, because the list moved while they were read ahead. */
  #inOrder = 0
  #held: Held<Answer, Row, Position, E> | undefined
  #error: Option.Option<E> = Option.none()

  constructor(frontier: Frontier<Answer, Row, Position, E>, concurrency: number) {
    this.#frontier = frontier
    this.#concurrency = concurrency
  }

  /** Whether the next step is one of reading ahead, or of the patience that it owes. */
  get isNext(): boolean {
    return (
      this.#held !== undefined ||
      Option.isSome(this.#error) ||
      Duration.isGreaterThan(this.#patience, Duration.zero) ||
      this.#positions().length > 1
    )
  }

  /** A page is read in order instead. */
  leaveOneInOrder(): void {
    if (this.#inOrder > 0) this.#inOrder--
  }

  /** Where to read ahead: nowhere where that is not possible or not allowed. */
  #positions(): ReadonlyArray<Position> {
    const frontier = this.#frontier
    const next = this.#held?.after ?? frontier.next
    const last = this.#held?.reads.at(-1) ?? frontier.last
    if (this.#concurrency === 1 || this.#inOrder > 0 || frontier.growsAtTail) return []
    if (next?._tag !== "At" || last === undefined || this.#held?.error !== undefined) return []
    const isDeep = Option.isSome(frontier.count(last.answer)) || this.#depth >= this.#concurrency
    const window = isDeep ? roundsBetweenLooks * this.#concurrency : this.#depth
    // A look at the head takes the place of a page where it would take a round of its own.
    const atMost = isDeep && this.#held !== undefined ? window - 1 : window
    return frontier.list.ahead(next.position, frontier.pageRead(last, this.#heldRows()), atMost)
  }

  #heldRows(): number {
    return (this.#held?.reads ?? []).reduce((rows, read) => rows + this.#frontier.list.rows(read.answer).length, 0)
  }

  /** Reads pages ahead, and with them the head of the list, by which those of the step before are let go or not. */
  readonly step = Effect.fnUntraced(function* (
    this: ReadAhead<Answer, Row, Position, E>
  ): Effect.fn.Return<ReadonlyArray<Page<Row, Position>>, E> {
    const frontier = this.#frontier
    if (Option.isSome(this.#error)) return yield* Effect.fail(this.#error.value)
    if (Duration.isGreaterThan(this.#patience, Duration.zero)) yield* Effect.sleep(this.#patience)
    this.#patience = Duration.zero
    // Without a look at the head before the first of them, nothing could be said of these pages afterwards.
    if (frontier.head === undefined) frontier.look(yield* frontier.list.head)

    const held = this.#held
    const positions = this.#positions()
    this.#depth *= 2
    const { isLookBehind, look, pages } = yield* this.#read(positions)
    const ahead = this.#inSequence(positions, pages)
    const all = joined(held, ahead)
    if (all === undefined) return []
    const isUnseen = Result.isFailure(look) ? this.#slowsDown(look.failure) : look.success === undefined
    if (isUnseen) {
      this.#held = all
      return []
    }
    const shown = isLookBehind ? all : (held ?? all)
    if (!this.#stoodStill(shown, look)) {
      // At least one: a page that failed is read in order too, and ends the walk if it fails again.
      this.#inOrder = Math.max(1, all.reads.length)
      this.#held = undefined
      return []
    }
    this.#held = isLookBehind ? undefined : ahead
    this.#error = Option.fromUndefinedOr(shown.error)
    const emitted = shown.reads.map((read) => frontier.accept(read.position, read.answer))
    frontier.next = shown.after
    return emitted
  })

  /**
   * Asks for pages, but for those behind one that turns out to be empty, or failed. The look at the head comes last: where
   * the list has shown its end by then, it waits for the pages in front of that end, and tells of them all.
   */
  readonly #read = Effect.fnUntraced(function* (
    this: ReadAhead<Answer, Row, Position, E>,
    positions: ReadonlyArray<Position>
  ): Effect.fn.Return<Window<Answer, E>> {
    const { list } = this.#frontier
    const isHolding = this.#held !== undefined
    const areAnswered = yield* Deferred.make<void>()
    const answered = new Set<number>()
    let inFront = 0
    /** How many pages are in front of the one that was empty, or failed. */
    let needed = positions.length
    let hasFailed = false
    const countIn = (index: number, isLast: boolean) => {
      answered.add(index)
      if (isLast) needed = Math.min(needed, index)
      while (answered.has(inFront)) inFront++
      if (inFront >= needed) Deferred.doneUnsafe(areAnswered, Effect.void)
    }
    const requests = positions.map((position, index) =>
      Effect.suspend((): Effect.Effect<Answer | undefined, E> => {
        if (index >= needed) return Effect.succeed(undefined)
        return Effect.mapBoth(list.request(position), {
          onFailure: (error) => {
            hasFailed = true
            countIn(index, true)
            return error
          },
          onSuccess: (answer) => {
            countIn(index, list.rows(answer).length === 0)
            return answer
          }
        })
      })
    )
    let isLookBehind = isHolding && positions.length === 0
    const look = Effect.suspend((): Effect.Effect<Answer | undefined, E> => {
      if (isLookBehind) return list.head
      if (hasFailed) return Effect.succeed(undefined)
      if (needed === positions.length) return isHolding ? list.head : Effect.succeed(undefined)
      isLookBehind = true
      return Effect.andThen(Deferred.await(areAnswered), list.head)
    })
    const answers = yield* Effect.forEach([...requests, look], Effect.result, { concurrency: this.#concurrency })
    // Pages behind that one may have been answered after the look.
    const pages = answers.slice(0, isLookBehind ? Math.min(needed + 1, positions.length) : positions.length)
    return { pages, look: answers[positions.length] ?? Result.succeed(undefined), isLookBehind }
  })

  /** The pages that follow each other without a gap, and what follows the last of them. */
  #inSequence(
    positions: ReadonlyArray<Position>,
    answers: ReadonlyArray<Answered<Answer, E>>
  ): Held<Answer, Row, Position, E> | undefined {
    const frontier = this.#frontier
    const reads: Array<Read<Answer, Position>> = []
    let rows = this.#heldRows()
    let after = this.#held?.after ?? frontier.next ?? end
    for (const [index, position] of positions.entries()) {
      const result = answers[index]
      if (result === undefined || after._tag !== "At" || !frontier.list.isSame(after.position, position)) break
      if (Result.isFailure(result)) {
        if (this.#slowsDown(result.failure)) break
        return { reads, after, error: result.failure }
      }
      const answer = result.success
      if (answer === undefined) break
      const reason = frontier.list.reject(position, answer)
      if (reason !== undefined) return { reads, after: { _tag: "Stuck", reason } }
      reads.push({ position, answer })
      rows += frontier.list.rows(answer).length
      after = frontier.list.next(frontier.pageRead({ position, answer }, rows))
    }
    return reads.length === 0 ? undefined : { reads, after }
  }

  /** A service that asks for patience is asked for less at a time from now on. */
  #slowsDown(error: E): boolean {
    const patience = patienceOf(error)
    if (Option.isNone(patience) || this.#concurrency === 1) return false
    if (Duration.isGreaterThan(patience.value, longestPatience)) return false
    this.#concurrency = Math.floor(this.#concurrency / 2)
    this.#patience = patience.value
    return true
  }

  /** Whether nothing was added or deleted since the page before the held ones was read. */
  #stoodStill(held: Held<Answer, Row, Position, E>, look: Answered<Answer, E>): boolean {
    const frontier = this.#frontier
    if (Result.isFailure(look) || look.success === undefined) return false
    const headBefore = frontier.head
    const head = look.success
    frontier.look(head)
    const firstRows = held.reads.flatMap(({ answer }) => frontier.firstRow(answer) ?? [])
    return (
      frontier.head === headBefore &&
      [frontier.last, ...held.reads].every((read) => read !== undefined && frontier.hasSameCount(read.answer, head)) &&
      // A page that begins like another one, or like the walk itself, is judged when it is read in order.
      new Set([frontier.start, ...firstRows]).size === firstRows.length + 1 &&
      held.reads.every(({ answer }) => !frontier.list.rows(answer).some((row) => frontier.isSeen(row)))
    )
  }
}
