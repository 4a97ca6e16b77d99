/**
 * When everybody came to a session of a scenario and went, or why that cannot have been.
 */

import type { PeerId } from "@effect-rooms/core/Identifier"
import type { SchemaProblem } from "@effect-rooms/core/unstable"
import type * as Duration from "effect/Duration"
import * as Result from "effect/Result"
import type { SessionScenario, StayScenario } from "./schema.ts"
import { durationMillis, durationProblem, momentMillis } from "./times.ts"

export interface SessionTimeline {
  readonly plan: SessionScenario
  /** The index of the plan in its room. */
  readonly index: number
  readonly start: number
  /** `Infinity` while it runs. */
  readonly end: number
  /**
   * Joins and leaves in the order in which they happened; at the same moment, joins first. A join has the number of its
   * stay in the plan, a leave that and the count of stays.
   */
  readonly moves: ReadonlyArray<number>
  /** When each move happened, by its number; `Infinity` for a peer that hasn't left. */
  readonly times: ReadonlyArray<number>
}

type Checked<A> = Result.Result<A, SchemaProblem>

const refuse = (path: string, problem: string) => Result.fail<SchemaProblem>({ path, problem })

/** The field that says when a session began. */
export const startField = ({ startedAt }: SessionScenario) => (startedAt === undefined ? "startedAgo" : "startedAt")

const startOf = (plan: SessionScenario, now: number): Checked<number> =>
  Result.flatMap(
    momentMillis(
      { at: { field: "startedAt", input: plan.startedAt }, ago: { field: "startedAgo", input: plan.startedAgo } },
      now
    ),
    (start): Checked<number> =>
      start === undefined ? refuse("", "needs startedAt or startedAgo") : Result.succeed(start)
  )

/** Sessions of at most this many stays, nearly all of a million, are checked without sorting and without a table. */
const fewStays = 16

const inOrder = (times: ReadonlyArray<number>): ReadonlyArray<number> => {
  if (times.length > 2 * fewStays) {
    const moves = Array.from(times.keys()).filter((move) => (times[move] ?? Infinity) < Infinity)
    return moves.sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b)
  }
  const moves: Array<number> = []
  for (let move = 0; move < times.length; move++) {
    const time = times[move] ?? Infinity
    if (time === Infinity) continue
    let place = moves.length
    for (; place > 0; place--) {
      const before = moves[place - 1] ?? 0
      if ((times[before] ?? 0) <= time) break
      moves[place] = before
    }
    moves[place] = move
  }
  return moves
}

/** Whether a peer may have more than one stay. */
const mayReturn = (stays: ReadonlyArray<StayScenario>): boolean => {
  if (stays.length > fewStays) return true
  for (let later = 1; later < stays.length; later++) {
    const peerId = stays[later]?.peerId
    if (peerId === undefined) continue
    for (let earlier = 0; earlier < later; earlier++) if (stays[earlier]?.peerId === peerId) return true
  }
  return false
}

/** Checks that the moves form one session: it is never empty until its end, and no peer is in it twice at once. */
const problemOf = (
  stays: ReadonlyArray<StayScenario>,
  moves: ReadonlyArray<number>,
  times: ReadonlyArray<number>,
  start: number
): SchemaProblem | undefined => {
  const present = mayReturn(stays) ? new Map<PeerId, number>() : undefined
  let count = 0
  for (let position = 0; position < moves.length; position++) {
    const move = moves[position] ?? 0
    const isJoin = move < stays.length
    const stay = isJoin ? move : move - stays.length
    const peerId = present === undefined ? undefined : stays[stay]?.peerId
    if (!isJoin) {
      count--
      if (peerId !== undefined) present?.delete(peerId)
      continue
    }
    if (position === 0 && (times[move] ?? start) > start) {
      return { path: "stays", problem: "must include somebody who joins at the start of the session" }
    }
    if (position > 0 && count === 0) {
      return {
        path: `stays[${stay}].joinedAfter`,
        problem: "is after everybody has left: make it a separate session"
      }
    }
    count++
    if (peerId === undefined) continue
    const other = present?.get(peerId)
    if (other !== undefined) {
      return { path: `stays[${stay}].peerId`, problem: `is in the session already, by stays[${other}]` }
    }
    present?.set(peerId, stay)
  }
  return undefined
}

/** A length in whole milliseconds, or what is wrong with it: there are millions of them, and most are nothing but a number. */
const lengthOf = (input: Duration.Input): number | string => {
  const millis = durationMillis(input)
  return durationProblem(millis) ?? Math.round(millis)
}

/** A session that is over by `now` or still runs. Paths are those within the session. */
export const sessionTimeline = (plan: SessionScenario, index: number, now: number): Checked<SessionTimeline> => {
  const started = startOf(plan, now)
  if (Result.isFailure(started)) return Result.fail(started.failure)
  const start = started.success
  const { lasts, stays } = plan
  const length = lasts === undefined ? Infinity : lengthOf(lasts)
  if (typeof length === "string") return refuse("lasts", length)
  const limit = start + length
  if (limit > now && limit < Infinity) {
    return refuse("lasts", "would end in the future: omit it if the session is still running")
  }
  if (stays.length === 0) return refuse("stays", "is empty: a session starts with its first participant")

  const times: Array<number> = []
  const leaves: Array<number> = []
  let end = start
  for (let position = 0; position < stays.length; position++) {
    const { joinedAfter = 0, stayed } = stays[position] ?? {}
    const after = lengthOf(joinedAfter)
    if (typeof after === "string") return refuse(`stays[${position}].joinedAfter`, after)
    const join = start + after
    if (join > limit) return refuse(`stays[${position}].joinedAfter`, "is after the end of the session")
    if (join > now) return refuse(`stays[${position}].joinedAfter`, "would be in the future")
    const presence = stayed === undefined ? limit - join : lengthOf(stayed)
    if (typeof presence === "string") return refuse(`stays[${position}].stayed`, presence)
    const leave = join + presence
    if (leave > limit) return refuse(`stays[${position}].stayed`, "is longer than the session lasts")
    if (leave > now && leave < Infinity) {
      return refuse(`stays[${position}].stayed`, "would end in the future: omit it if the peer is still there")
    }
    times.push(join)
    leaves.push(leave)
    end = Math.max(end, leave)
  }

  if (end < limit && limit < Infinity) return refuse("lasts", "is longer than anybody's stay")

  for (const leave of leaves) times.push(leave)
  const moves = inOrder(times)
  const problem = problemOf(stays, moves, times, start)
  return problem === undefined ? Result.succeed({ plan, index, start, end, moves, times }) : Result.fail(problem)
}
