/**
 * Reading pages ahead, several at a time.
 *
 * When a later page is answered before an earlier one, a row that is added in between moves from the page not read yet to
 * the one already read, and is missed. So pages that were read ahead are held back until a look at the head of the list
 * shows that it stood still since the page before them was read: rows enter at the head and ids never come back, so with
 * the head and the count unchanged nothing came and nothing went. Otherwise they are thrown away, to be read in order.
 */
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

export class ReadAhead<Answer, Row, Position, E> {
  readonly #frontier: Frontier<Answer, Row, Position, E>
  /** How many requests may be in flight. A service that asks for patience halves it. */
  #concurrency: number
  #patience: Duration.Duration = Duration.zero
  /** How many pages to read ahead where the length of the list is not known: it doubles. */
  #depth = 2
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
    const most = roundsBetweenLooks * this.#concurrency
    const window = Option.isSome(frontier.count(last.answer)) ? most : Math.min(this.#depth, most)
    // A look at the head takes the place of a page, so that it takes no round of its own.
    const atMost = this.#held === undefined ? window : window - 1
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
    const look = held === undefined ? [] : [frontier.list.head]
    const answers = yield* Effect.forEach([...look, ...this.#requests(positions)], Effect.result, {
      concurrency: this.#concurrency
    })
    const looked = held === undefined ? undefined : answers[0]
    // The pages are held until a look is allowed again.
    if (looked !== undefined && Result.isFailure(looked) && this.#slowsDown(looked.failure)) return []
    const ahead = this.#inSequence(positions, answers.slice(look.length))
    if (held === undefined) {
      this.#held = ahead
      return []
    }
    if (!this.#stoodStill(held, looked)) {
      // At least one: a page that failed is read in order too, and ends the walk if it fails again.
      this.#inOrder = Math.max(1, held.reads.length + (ahead?.reads.length ?? 0))
      this.#held = undefined
      return []
    }
    this.#held = ahead
    this.#error = Option.fromUndefinedOr(held.error)
    const pages = held.reads.map((read) => frontier.accept(read.position, read.answer))
    frontier.next = held.after
    return pages
  })

  /** The requests for pages, without those behind one that turned out to be empty, or failed. */
  #requests(positions: ReadonlyArray<Position>): ReadonlyArray<Effect.Effect<Answer | undefined, E>> {
    const { list } = this.#frontier
    let needed = positions.length
    const needNoneBehind = (index: number) => {
      needed = Math.min(needed, index)
    }
    return positions.map((position, index) =>
      Effect.suspend(() =>
        index >= needed
          ? Effect.succeed(undefined)
          : Effect.mapBoth(list.request(position), {
              onFailure: (error) => {
                needNoneBehind(index)
                return error
              },
              onSuccess: (answer) => {
                if (list.rows(answer).length === 0) needNoneBehind(index)
                return answer
              }
            })
      )
    )
  }

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
  #stoodStill(held: Held<Answer, Row, Position, E>, look: Answered<Answer, E> | undefined): boolean {
    const frontier = this.#frontier
    if (look === undefined || Result.isFailure(look) || look.success === undefined) return false
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
