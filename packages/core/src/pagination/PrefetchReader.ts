/**
 * Reading pages ahead, several at a time.
 *
 * When a later page is answered before an earlier one, a row that is added in between moves from the page not read yet to
 * the one already read, and is missed. So pages that were read ahead are emitted only where it is shown that the list stood
 * still since a page in front of them, which was read before any of them was asked for. Otherwise they are thrown away, to be
 * read in order.
 *
 * Most pages show it themselves: they have as many rows as all before them and the same count, and each row is older than
 * every row in front of its page. Take the first page under which the list moved. If it moved down, by an insertion, the page
 * begins with a row that stood in front of it, which was emitted, or with a new one, and neither is older than what was
 * emitted. If it did not, as many rows were deleted in front of the page as were added, and with the count unchanged none on
 * it or behind it. Such pages *flow*: each is emitted as soon as it and all in front of it are answered, and another one is
 * asked for in its place.
 *
 * Other pages are read in windows, and held back until a look at the head of the list shows it: rows enter at the head and ids
 * never come back, so with the head and the count unchanged nothing came and nothing went. As soon as a whole window shows by
 * itself that the list stood still, pages flow again.
 *
 * A look is sent with the window that follows, so that it takes no round of its own. At the end of the list nothing follows: the
 * last look is sent when the pages in front of the end are answered, and tells of all that are held.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import type { Page } from "../Page.ts"
import type { PaginationError } from "../PaginationError.ts"
import { ServiceError } from "../ServiceError.ts"
import { end, type Next } from "./List.ts"
import { type Answered, PendingPages } from "./PendingPages.ts"
import type { Read, WalkState } from "./WalkState.ts"

/** So many rounds of requests are read ahead at first, and are in a window: between two looks at the head. */
const firstRounds = 4

/** So many where pages flow: as many pages can be answered behind one that takes long. */
const mostRounds = 8

/**
 * Where the length of the list is not known, two pages more than were read already are read ahead at first: no more of them
 * can be in vain than the list has.
 */
const firstDepth = 3

/** At most so many times as many pages are read in order as were read ahead in vain. */
const mostReadInVain = 64

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

/** What was asked for in one window. */
interface Window<Answer, Position, E> {
  readonly pages: ReadonlyArray<Answered<Answer, Position, E>>
  /** The look at the head, if there was one. */
  readonly look: Result.Result<Answer, E> | undefined
  /** Whether it was taken when all pages had been answered, so that it tells of them too. */
  readonly isLookBehind: boolean
}

/** Pages that are held together until a look tells of both. */
const joined = <Answer, Row, Position, E>(
  held: Held<Answer, Row, Position, E> | undefined,
  ahead: Held<Answer, Row, Position, E> | undefined
): Held<Answer, Row, Position, E> | undefined =>
  held === undefined || ahead === undefined ? (held ?? ahead) : { ...ahead, reads: [...held.reads, ...ahead.reads] }

/** So many pages in front, and what follows them. */
const firstOf = <Answer, Row, Position, E>(
  held: Held<Answer, Row, Position, E>,
  pages: number
): Held<Answer, Row, Position, E> => {
  const position = held.reads[pages]?.position
  return position === undefined ? held : { reads: held.reads.slice(0, pages), after: { _tag: "At", position } }
}

export class PrefetchReader<Answer, Row, Position, E> {
  readonly #frontier: WalkState<Answer, Row, Position, E>
  readonly #inFlight: PendingPages<Answer, Row, Position, E>
  /** How many requests may be in flight. A service that asks for patience halves it. */
  #concurrency: number
  #patience: Duration.Duration = Duration.zero
  /** How many pages to read ahead where the length of the list is not known: it doubles. */
  #depth = firstDepth
  #rounds = firstRounds
  /** Whether pages showed by themselves, the last time, that the list stood still. */
  #flows = true
  /** How many pages are left to be read in order, because the list moved while they were read ahead. */
  #inOrder = 0
  /** Doubles each time that pages were read ahead in vain: a list that never stands still is soon read in order. */
  #readInVain = 1
  #held: Held<Answer, Row, Position, E> | undefined
  #error: Option.Option<E> = Option.none()

  /** What is asked for ahead is given up when the scope is closed. */
  constructor(frontier: WalkState<Answer, Row, Position, E>, concurrency: number, scope: Scope.Scope) {
    this.#frontier = frontier
    this.#inFlight = new PendingPages(frontier.list, scope)
    this.#concurrency = concurrency
  }

  /** Whether the next step is one of reading ahead, or of the patience that it owes. */
  get isNext(): boolean {
    return (
      this.#inFlight.size > 0 ||
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
    // What was asked for already is in the window too.
    const window = isDeep ? Math.max(this.#rounds * this.#concurrency, this.#inFlight.size) : this.#depth
    // A look at the head takes the place of a page where it would take a round of its own.
    const atMost = isDeep && this.#held !== undefined ? window - 1 : window
    return frontier.list.ahead(next.position, frontier.pageRead(last, this.#heldRows()), atMost)
  }

  #heldRows(): number {
    return (this.#held?.reads ?? []).reduce((rows, read) => rows + this.#frontier.list.rows(read.answer).length, 0)
  }

  /** Whether pages flow, and are not read in windows. */
  get #isFlowing(): boolean {
    return this.#flows && this.#held === undefined && this.#canShow
  }

  /** Whether pages can show by themselves that the list stood still, as far as those before them tell. */
  get #canShow(): boolean {
    const { last, list, oldest } = this.#frontier
    const isCounted = last !== undefined && Option.isSome(this.#frontier.count(last.answer))
    return (isCounted || !list.hasDeletions) && oldest !== Number.NEGATIVE_INFINITY
  }

  /** Reads pages ahead: some that can be emitted now, or none. */
  step(): Effect.Effect<ReadonlyArray<Page<Row, Position>>, E | PaginationError> {
    if (Option.isSome(this.#error)) return Effect.fail(this.#error.value)
    if (Duration.isGreaterThan(this.#patience, Duration.zero)) {
      const patience = Effect.sleep(this.#patience)
      this.#patience = Duration.zero
      return Effect.as(patience, [])
    }
    return this.#isFlowing ? this.#flow() : this.#readWindow()
  }

  /** Asks for as many pages as may be in flight, and emits those in front as they are answered. No page passes a generator. */
  #flow(): Effect.Effect<ReadonlyArray<Page<Row, Position>>, E | PaginationError> {
    const inFlight = this.#inFlight
    const concurrency = this.#concurrency
    const { pageSize } = this.#frontier
    if (inFlight.left < concurrency) inFlight.want({ positions: this.#positions(), concurrency, pageSize })
    return Effect.flatMap(inFlight.front, (answered) => {
      // A failure behind other pages is met when it is in front.
      const failed = answered.findIndex(({ result }) => Result.isFailure(result))
      const ahead = this.#inSequence(failed > 0 ? answered.slice(0, failed) : answered)
      return ahead === undefined ? Effect.as(inFlight.settle, []) : this.#take(ahead)
    })
  }

  /** Emits those of the pages in front that show by themselves that the list stood still. */
  #take(ahead: Held<Answer, Row, Position, E>): Effect.Effect<ReadonlyArray<Page<Row, Position>>, E | PaginationError> {
    const inFlight = this.#inFlight
    const shown = this.#countShown(ahead)
    const [first] = ahead.reads
    if (shown > 0 || first === undefined) {
      inFlight.take(shown)
      this.#depth += shown
      this.#rounds = mostRounds
      const front = firstOf(ahead, shown)
      const emitted = this.#emit(front, undefined)
      return front.after._tag === "At" ? Effect.succeed(emitted) : Effect.as(inFlight.giveUp, emitted)
    }
    if (this.#hasMoved(first.answer)) {
      // What was asked for before a page is read in order would show another list than that page does.
      this.#readInOrder(inFlight.size)
      return Effect.as(inFlight.settle, [])
    }
    this.#flows = false
    this.#rounds = firstRounds
    return this.#readWindow()
  }

  /** At least as many pages are read in order as were read ahead in vain: that bounds what reading ahead costs. */
  #readInOrder(pages: number): void {
    // mutant: `this.#inOrder = pages * this.#readInVain` -> `this.#inOrder = 1`
    this.#inOrder = pages * this.#readInVain
    this.#readInVain = Math.min(mostReadInVain, 2 * this.#readInVain)
  }

  /** Whether a page shows that the list is not what it was. */
  #hasMoved(answer: Answer): boolean {
    const frontier = this.#frontier
    const { last, list } = frontier
    return (
      (last !== undefined && !frontier.hasSameCount(last.answer, answer)) ||
      list.rows(answer).some((row) => frontier.isSeen(row))
    )
  }

  /** Reads a window of pages, and with it the head of the list, by which those of the one before are let go or not. */
  #readWindow(): Effect.Effect<ReadonlyArray<Page<Row, Position>>, E | PaginationError> {
    return Effect.gen({ self: this }, function* () {
      const frontier = this.#frontier
      // Without a look at the head before the first of them, nothing could be said of these pages afterwards.
      if (frontier.head === undefined) {
        yield* this.#inFlight.settle
        frontier.look(yield* frontier.requestHead)
      }

      const held = this.#held
      const { isLookBehind, look, pages } = yield* this.#read()
      const ahead = this.#inSequence(pages)
      const all = joined(held, ahead)
      if (all === undefined) return []
      if (this.#showsThatListStoodStill(all)) {
        this.#flows = true
        return this.#emit(all, undefined)
      }
      const isUnseen = look === undefined || (Result.isFailure(look) && this.#slowsDown(look.failure))
      if (isUnseen) {
        this.#held = all
        return []
      }
      const shown = isLookBehind ? all : (held ?? all)
      if (!this.#stoodStill(shown, look)) {
        // At least one: a page that failed is read in order too, and ends the walk if it fails again.
        this.#readInOrder(Math.max(1, all.reads.length))
        this.#held = undefined
        return []
      }
      return this.#emit(shown, isLookBehind ? undefined : ahead)
    })
  }

  /** Lets pages go, and holds what follows them. */
  #emit(
    shown: Held<Answer, Row, Position, E>,
    held: Held<Answer, Row, Position, E> | undefined
  ): ReadonlyArray<Page<Row, Position>> {
    const frontier = this.#frontier
    this.#held = held
    this.#error = Option.fromUndefinedOr(shown.error)
    const emitted = shown.reads.map((read) => frontier.accept(read.position, read.answer))
    if (shown.after._tag === "Stuck") frontier.next = shown.after
    if (emitted.length > 0) this.#readInVain = 1
    return emitted
  }

  /**
   * Asks for pages, and where pages are held for the head of the list too. Where a page turns out to be empty, or failed, no
   * more is asked for than what is in front of it, and what is in flight behind it is given up.
   */
  #read(): Effect.Effect<Window<Answer, Position, E>> {
    const { list } = this.#frontier
    const held = this.#held
    const positions = this.#positions()
    this.#depth *= 2
    this.#inFlight.want({
      positions: held === undefined ? positions : [...positions, undefined],
      concurrency: this.#concurrency,
      pageSize: undefined
    })
    const answered = Effect.tap(this.#inFlight.all, () => this.#inFlight.giveUp)
    return Effect.flatMap(answered, (answered): Effect.Effect<Window<Answer, Position, E>> => {
      const pages = answered.filter(({ position }) => position !== undefined)
      const last = pages.at(-1)?.result
      if (last !== undefined && Result.isSuccess(last) && list.rows(last.success).length === 0) {
        // The end of the list: a look now tells of all pages.
        return Effect.map(Effect.result(list.head), (look) => ({ pages, look, isLookBehind: true }))
      }
      const look = answered.find(({ position }) => position === undefined)?.result
      return Effect.succeed({ pages, look, isLookBehind: false })
    })
  }

  /** The pages that follow each other without a gap, and what follows the last of them. */
  #inSequence(answered: ReadonlyArray<Answered<Answer, Position, E>>): Held<Answer, Row, Position, E> | undefined {
    const frontier = this.#frontier
    const reads: Array<Read<Answer, Position>> = []
    let rows = this.#heldRows()
    let after = this.#held?.after ?? frontier.next ?? end
    for (const { position, result } of answered) {
      if (position === undefined || after._tag !== "At" || !frontier.list.isSame(after.position, position)) break
      if (Result.isFailure(result)) {
        if (this.#slowsDown(result.failure)) break
        // mutant: `return { reads, after, error: result.failure }` -> `return { reads, after: end }`
        return { reads, after, error: result.failure }
      }
      const answer = result.success
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

  /** How many pages in front show by themselves that nothing was added or deleted since the page before them was read. */
  #countShown({ after, reads }: Held<Answer, Row, Position, E>): number {
    const frontier = this.#frontier
    const { last, list, pageSize = Number.NaN } = frontier
    if (last === undefined || !this.#canShow) return 0
    let oldest = frontier.oldest
    for (const [index, { answer }] of reads.entries()) {
      const rows = list.rows(answer)
      // Rows are never deleted from a list without a count: there, a short page need not be the last one of the list.
      const mayBeShort = after._tag === "End" || !list.hasDeletions
      const isRest = mayBeShort && index === reads.length - 1 && rows.length < pageSize
      const isShown =
        (rows.length === pageSize || isRest) &&
        // mutant: `frontier.hasSameCount(last.answer, answer) && rows.every` -> `rows.every`
        frontier.hasSameCount(last.answer, answer) &&
        // mutant: `rows.every((row) => frontier.isOlder(row, oldest))` -> `rows.every(() => oldest === oldest)`
        rows.every((row) => frontier.isOlder(row, oldest))
      if (!isShown) return index
      oldest = frontier.oldestOf(rows, oldest)
    }
    return reads.length
  }

  #showsThatListStoodStill(held: Held<Answer, Row, Position, E>): boolean {
    return this.#countShown(held) === held.reads.length
  }

  /** Whether a look shows that nothing was added or deleted since the page before the held ones was read. */
  #stoodStill(held: Held<Answer, Row, Position, E>, look: Result.Result<Answer, E>): boolean {
    const frontier = this.#frontier
    if (Result.isFailure(look)) return false
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
