/**
 * Decides about pages that were requested before the pages in front of them were answered.
 *
 * The invariant: such pages are emitted only if the list is shown to have stood still since a page in front of them, which was
 * read before any of them was requested. `docs/design/pagination.md` has the proof.
 */
import * as Option from "effect/Option"
import { hasSameCount } from "./judge.ts"
import type { Next, ReadPage } from "./List.ts"
import type { WalkState } from "./WalkState.ts"

/** Pages in the order of the list that were read but not emitted, what follows them, and the error that follows, if any. */
export interface Buffered<Answer, Row, Position, E> {
  readonly reads: ReadonlyArray<ReadPage<Answer, Position>>
  readonly after: Next<Answer, Row, Position, E>
  readonly error?: E
}

/** Decides about pages that are emitted as soon as they are answered. */
export type FlowDecision =
  /** Pages in front show that the list stood still. */
  | { readonly _tag: "Emit"; readonly pages: number }
  /** The list moved. The pages have to be read again, in order. */
  | { readonly _tag: "ReadInOrder" }
  /** The pages don't show whether the list stood still, so they have to be read in windows. */
  | { readonly _tag: "ReadWindow" }

/** Decides about pages in windows, between which the growing end of the list is observed. */
export type WindowDecision<Answer, Row, Position, E> =
  /** Emits some pages, and keeps others for the next observation. */
  | {
      readonly _tag: "Emit"
      readonly shown: Buffered<Answer, Row, Position, E>
      readonly held: Buffered<Answer, Row, Position, E> | undefined
      /** Whether the pages show by themselves that the list stood still. */
      readonly showThemselves: boolean
    }
  /** Keeps all pages for the next observation. */
  | { readonly _tag: "Hold"; readonly held: Buffered<Answer, Row, Position, E> | undefined }
  /** The list moved. This many pages have to be read again, in order. */
  | { readonly _tag: "ReadInOrder"; readonly pages: number }

/** The pages of a window, those of the window before, and the head of the list. */
export interface WindowReading<Answer, Row, Position, E> {
  readonly held: Buffered<Answer, Row, Position, E> | undefined
  readonly read: Buffered<Answer, Row, Position, E> | undefined
  /** The growing end of the list, requested together with `read`. `"Failed"` if the request failed. */
  readonly growingEnd: Answer | "Failed" | undefined
  /** Whether it was requested after `read` was answered, so that it tells about these pages too. */
  readonly isEndLater: boolean
}

export const judgeFlow = <Answer, Row, Position, E>(
  state: WalkState<Answer, Row, Position, E>,
  read: Buffered<Answer, Row, Position, E>
): FlowDecision => {
  const pages = countShown(state, read)
  const [first] = read.reads
  if (pages > 0 || first === undefined) return { _tag: "Emit", pages }
  return hasMoved(state, first.answer) ? { _tag: "ReadInOrder" } : { _tag: "ReadWindow" }
}

export const judgeWindow = <Answer, Row, Position, E>(
  state: WalkState<Answer, Row, Position, E>,
  { growingEnd, held, isEndLater, read }: WindowReading<Answer, Row, Position, E>
): WindowDecision<Answer, Row, Position, E> => {
  const all = joined(held, read)
  if (all === undefined) return { _tag: "Hold", held }
  if (countShown(state, all) === all.reads.length) {
    return { _tag: "Emit", shown: all, held: undefined, showThemselves: true }
  }
  if (growingEnd === undefined) return { _tag: "Hold", held: all }
  const shown = isEndLater ? all : (held ?? all)
  if (growingEnd !== "Failed" && stoodStill(state, shown, growingEnd)) {
    return { _tag: "Emit", shown, held: isEndLater ? undefined : read, showThemselves: false }
  }
  // At least one: a page that failed is read in order too, and ends the walk if it fails again.
  return { _tag: "ReadInOrder", pages: Math.max(1, all.reads.length) }
}

/** Joins pages that wait for the same observation. */
const joined = <Answer, Row, Position, E>(
  held: Buffered<Answer, Row, Position, E> | undefined,
  read: Buffered<Answer, Row, Position, E> | undefined
): Buffered<Answer, Row, Position, E> | undefined =>
  held === undefined || read === undefined ? (held ?? read) : { ...read, reads: [...held.reads, ...read.reads] }

/** Whether pages can show by themselves that the list stood still, as far as earlier pages tell. */
export const canShow = <Answer, Row, Position, E>(state: WalkState<Answer, Row, Position, E>): boolean => {
  const { last, list, order } = state
  const isCounted = last !== undefined && Option.isSome(state.count(last.answer))
  return (isCounted || !list.hasDeletions) && !state.growsAtTail && order.oldest !== Number.NEGATIVE_INFINITY
}

/**
 * Returns how many pages in front show by themselves that nothing was added or deleted since the last page: they are as long as
 * all pages before, have the same count, and each of their rows is older than every row in front of its page.
 */
const countShown = <Answer, Row, Position, E>(
  state: WalkState<Answer, Row, Position, E>,
  { after, reads }: Buffered<Answer, Row, Position, E>
): number => {
  const { last, list, order } = state
  const pageSize = state.sizes.size
  if (last === undefined || !canShow(state)) return 0
  let { oldest } = order
  for (const [index, { answer }] of reads.entries()) {
    const rows = list.rows(answer)
    // Rows are never deleted from a list without a count, so a short page need not be its last one.
    const mayBeShort = after._tag === "End" || !list.hasDeletions
    const isRest = mayBeShort && index === reads.length - 1 && rows.length < pageSize
    const isShown =
      (rows.length === pageSize || isRest) &&
      // mutant: `hasSameCount(state, last.answer, answer) && rows.every` -> `rows.every`
      hasSameCount(state, last.answer, answer) &&
      // mutant: `rows.every((row) => order.isOlder(row, oldest))` -> `rows.every(() => oldest === oldest)`
      rows.every((row) => order.isOlder(row, oldest))
    if (!isShown) return index
    oldest = order.oldestOf(rows, oldest)
  }
  return reads.length
}

/** Whether a page shows that the list changed since the last page. */
const hasMoved = <Answer, Row, Position, E>(state: WalkState<Answer, Row, Position, E>, answer: Answer): boolean => {
  const { last, list } = state
  return (
    (last !== undefined && !hasSameCount(state, last.answer, answer)) ||
    list.rows(answer).some((row) => state.seen.has(row))
  )
}

/** Whether the growing end shows that no page hides a row, since the page in front of them was read. */
const stoodStill = <Answer, Row, Position, E>(
  state: WalkState<Answer, Row, Position, E>,
  { reads }: Buffered<Answer, Row, Position, E>,
  growingEnd: Answer
): boolean => {
  const { last, list } = state
  const firstRows = reads.flatMap(({ answer }) => state.firstRow(answer) ?? [])
  const isUnchanged = state.growsAtTail
    ? state.tail.isUnchanged(growingEnd)
    : state.firstRow(growingEnd) === state.head &&
      last !== undefined &&
      [last, ...reads].every(({ answer }) => hasSameCount(state, answer, growingEnd))
  return (
    isUnchanged &&
    // A page that begins like another one, or like the walk itself, is judged when it is read in order.
    new Set([state.start, ...firstRows]).size === firstRows.length + 1 &&
    reads.every(({ answer }) => !list.rows(answer).some((row) => state.seen.has(row)))
  )
}
