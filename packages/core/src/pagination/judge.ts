/**
 * Decides whether a page follows the one before it, so that no row is hidden between the two.
 *
 * The invariant: a page is emitted only if every row between the last emitted row and its first row was deleted, or it was
 * emitted already. `docs/design/pagination.md` has the proof.
 */
import * as Equal from "effect/Equal"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import { type PaginationErrorReason, RepeatedPage } from "../PaginationError.ts"
import type { ReadPage } from "./List.ts"
import type { Rounds, WalkState } from "./WalkState.ts"

/** The answers on which a decision about a page is based, in the order in which they were read. */
export interface Reading<Answer, Position> {
  readonly page: ReadPage<Answer, Position>
  /** The page before it, read once more. */
  readonly again?: Answer
  /** The head of the list. */
  readonly head?: Answer
}

export type Decision =
  /** The page follows without a gap. It may begin like an earlier page if the list grew. */
  | { readonly _tag: "Emit"; readonly isRepetition?: boolean }
  /** The page before it has to be read once more. */
  | { readonly _tag: "ReadAgain" }
  /** The head of the list has to be read. */
  | { readonly _tag: "ObserveHead" }
  /** The pages before it have to be read once more, up to one that joins the rows that were emitted; then it follows. */
  | { readonly _tag: "ReadBack"; readonly isRepetition?: boolean }
  /** Rows are hidden in front of the page. The walk goes back to them and continues from there. */
  | { readonly _tag: "GoBack" }
  /** `count` isn't the number of rows in the list. The page has to be judged without it. */
  | { readonly _tag: "DistrustCount" }
  /** The list is changing. The page has to be read once more. */
  | { readonly _tag: "Retry"; readonly rounds: Rounds }
  | { readonly _tag: "Fail"; readonly reason: PaginationErrorReason }

/** How many rounds in a row must agree on a page while the list gets shorter from one request to the next. */
// mutant: `const quietRoundsNeeded = 3` -> `const quietRoundsNeeded = 30`
const quietRoundsNeeded = 3

/** How often in a row a count must fall by the rows of the page before to show that it counts the remaining rows. */
const leftoverRoundsToDistrust = 3

type State<Answer, Row, Position, E> = WalkState<Answer, Row, Position, E>

/** Decides about the page that follows the last one, by what was read so far. */
export const judge = <Answer, Row, Position, E>(
  state: State<Answer, Row, Position, E>,
  reading: Reading<Answer, Position>
): Decision => {
  const { again, page } = reading
  const { last } = state
  if (last === undefined) return { _tag: "Emit" }
  if (again !== undefined) return judgeAgain(state, { ...reading, again, last: last.answer })
  const isSuspect = contradicts(state, page.answer)
  // mutant: `if (state.growsAtTail && !isSuspect)` -> `if (state.growsAtTail && state.emitted < 0)`
  if (state.growsAtTail && !isSuspect) {
    const decision = judgeRepetition(state, reading)
    // mutant: `page.position !== undefined && state.tail.covers(page.position)` -> `page.position !== undefined`
    const isCheckedLater = page.position !== undefined && state.tail.covers(page.position)
    return decision._tag === "Emit" && !isCheckedLater ? { ...decision, _tag: "ReadBack" } : decision
  }
  // mutant: `state.verify && !overlaps(state, page.answer)` -> `state.verify && state.trail.length < 0`
  if (isSuspect || (state.verify && !overlaps(state, page.answer))) {
    return countsItsOwnRows(state, last.answer, page.answer) ? { _tag: "DistrustCount" } : { _tag: "ReadAgain" }
  }
  return judgeRepetition(state, reading)
}

/**
 * Decides about a page after the one before it was read again. If rows were deleted in front of the page, others are hidden
 * between the two, and the page before it shows them by now. If that page and the head are unchanged, nothing was added or
 * deleted there, and the rows that `count` lost were deleted further down.
 */
const judgeAgain = <Answer, Row, Position, E>(
  state: State<Answer, Row, Position, E>,
  reading: Reading<Answer, Position> & { readonly again: Answer; readonly last: Answer }
): Decision => {
  const { again, head, last, page } = reading
  const { rounds } = state
  // mutant: `if (showsHiddenRows(state, last, again)) return` -> `if (last !== undefined) return`
  if (showsHiddenRows(state, last, again)) return { _tag: "GoBack" }
  const isSame = hasSameRows(state, last, again)
  const mayBeQuiet = isSame && !hasRisen(state, [last, page.answer, again])
  // A list may change back and forth in step with the requests, so the number of requests in a round alternates.
  if (head === undefined && (mayBeQuiet || rounds.total % 2 === 0)) return { _tag: "ObserveHead" }
  const isQuiet =
    head !== undefined && mayBeQuiet && state.firstRow(head) === state.head && !hasRisen(state, [again, head])
  const quiet = isQuiet ? rounds.quiet + 1 : head === undefined ? rounds.quiet : 0
  // mutant: `if (isQuiet && (hasSameCount(state, again, head) || quiet >= quietRoundsNeeded)) {` -> `if (quiet >= 0) {`
  if (isQuiet && (hasSameCount(state, again, head) || quiet >= quietRoundsNeeded)) {
    return judgeRepetition(state, reading)
  }
  const isLeftover = isSame && countsRemainingRows(state, last, page.answer) && hasSameCount(state, last, again)
  const leftover = isLeftover ? rounds.leftover + 1 : 0
  if (leftover >= leftoverRoundsToDistrust) return { _tag: "DistrustCount" }
  return { _tag: "Retry", rounds: { total: rounds.total + 1, quiet, leftover } }
}

/** Fails on a page that the walk has passed already, unless the list grew meanwhile. */
const judgeRepetition = <Answer, Row, Position, E>(
  state: State<Answer, Row, Position, E>,
  { head, page }: Reading<Answer, Position>
): Decision => {
  const rows = state.list.rows(page.answer)
  const [first] = rows
  if (first === undefined) return { _tag: "Emit" }
  const firstRow = state.list.id(first)
  const seen = state.seen.count(rows)
  const isAllSeen = seen === rows.length
  // The first page of the walk is recognized even after its rows are too long ago to be remembered.
  const isRepeated = (isAllSeen && state.hasPassed(firstRow)) || ((isAllSeen || seen === 0) && firstRow === state.start)
  // Rows are added at the head, so a new row in front of known ones can only be there.
  const isHead = seen > 0 && !state.seen.has(first)
  // mutant: `if (!isRepeated && !isHead) return` -> `if (state.trail.length > 0) return`
  if (!isRepeated && !isHead) return { _tag: "Emit" }
  const leadsOn = state.list.next(state.context(page))._tag === "At"
  // The second page of a list may be its first one, under the number that the first one gave itself.
  if (!leadsOn || (isHead && state.trail.length === 1)) return { _tag: "Emit" }
  if (head === undefined) return { _tag: "ObserveHead" }
  const headBefore = isHead ? firstRow : state.head
  return state.firstRow(head) === headBefore && hasSameCount(state, head, page.answer)
    ? { _tag: "Fail", reason: new RepeatedPage({ firstRow }) }
    : { _tag: "Emit", isRepetition: true }
}

/**
 * Whether a page doesn't fit the one before it, so that rows may be hidden between the two. The count must not fall; and in a
 * list that grows at its head, each row that was added since repeats a row. An empty page behind a full one is suspect too.
 */
const contradicts = <Answer, Row, Position, E>(state: State<Answer, Row, Position, E>, answer: Answer): boolean => {
  if (state.last === undefined || !state.list.hasDeletions) return false
  const rows = state.list.rows(answer)
  const isBehindFullPage = state.list.rows(state.last.answer).length === state.sizes.largest
  // mutant: remove `if (rows.length === 0 && state.sizes.largest > 0 && isBehindFullPage) return true`
  if (rows.length === 0 && state.sizes.largest > 0 && isBehindFullPage) return true
  const risen = Option.zipWith(state.count(state.last.answer), state.count(answer), (before, after) => after - before)
  if (Option.isNone(risen) || risen.value === 0) return false
  if (risen.value < 0) return true
  const [first] = rows
  // If even the first row is new, the rows that were added reach this far.
  if (!state.order.hasNewestFirst || (first !== undefined && state.order.isAddedSinceStart(first))) return false
  // mutant: `return state.seen.count(rows) < Math.min(risen.value, rows.length)` -> `return true`
  return state.seen.count(rows) < Math.min(risen.value, rows.length)
}

/** Whether a page begins with a row that was emitted, so that no row is hidden in front of it. */
const overlaps = <Answer, Row, Position, E>(state: State<Answer, Row, Position, E>, answer: Answer): boolean => {
  const [first] = state.list.rows(answer)
  return first !== undefined && state.seen.has(first)
}

/** Whether the last page, read again, shows rows that were hidden, or none of the rows that were emitted. */
const showsHiddenRows = <Answer, Row, Position, E>(
  state: State<Answer, Row, Position, E>,
  last: Answer,
  again: Answer
): boolean => {
  const rows = state.list.rows(again)
  if (rows.length === 0 && state.list.rows(last).length === 0) return false
  const firstSeen = rows.findIndex((row) => state.seen.has(row))
  return firstSeen < 0 || rows.slice(firstSeen).some((row) => !state.seen.has(row))
}

const hasSameRows = <Answer, Row, Position, E>(
  { list }: State<Answer, Row, Position, E>,
  a: Answer,
  b: Answer
): boolean => {
  const [idsA, idsB] = [list.rows(a).map(list.id), list.rows(b).map(list.id)]
  return idsA.length === idsB.length && idsA.every((id, index) => id === idsB[index])
}

/** Whether two answers give the same count, or both give none. */
export const hasSameCount = <Answer, Row, Position, E>(
  state: State<Answer, Row, Position, E>,
  a: Answer,
  b: Answer
): boolean => Equal.equals(state.count(a), state.count(b))

/** Whether a later answer gives a smaller count. */
export const hasFallen = <Answer, Row, Position, E>(
  state: State<Answer, Row, Position, E>,
  before: Answer,
  after: Answer
): boolean =>
  Option.exists(
    Option.zipWith(state.count(before), state.count(after), (before, after) => after < before),
    identity
  )

/** Whether the count rises from one of these answers, in the order in which they were read, to the next. */
const hasRisen = <Answer, Row, Position, E>(
  state: State<Answer, Row, Position, E>,
  answers: ReadonlyArray<Answer>
): boolean => answers.some((later, index) => index > 0 && hasFallen(state, later, answers[index - 1] ?? later))

/** Whether both pages give the number of rows on them as `count`, although they can't both be the whole list. */
const countsItsOwnRows = <Answer, Row, Position, E>(
  state: State<Answer, Row, Position, E>,
  before: Answer,
  after: Answer
): boolean => [before, after].every((answer) => Option.contains(state.count(answer), state.list.rows(answer).length))

/** Whether the count fell by exactly the rows of the page before, as a count of the remaining rows does. */
const countsRemainingRows = <Answer, Row, Position, E>(
  state: State<Answer, Row, Position, E>,
  before: Answer,
  after: Answer
): boolean => {
  const fall = Option.zipWith(state.count(before), state.count(after), (before, after) => before - after)
  return Option.contains(fall, state.list.rows(before).length)
}

/** Whether the page before, read twice with the page behind it in between, was the same each time. */
export const stoodStill = <Answer, Row, Position, E>(
  state: State<Answer, Row, Position, E>,
  { again, before, behind }: { readonly before: Answer; readonly behind: Answer; readonly again: Answer }
): boolean =>
  hasSameCount(state, before, behind) && hasSameCount(state, before, again) && hasSameRows(state, before, again)
