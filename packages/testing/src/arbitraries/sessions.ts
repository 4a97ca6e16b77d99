/**
 * Sessions of a room: never two at a time, newest first, and at most the newest one still running.
 */
import { SessionId } from "@effect-rooms/core/Identifier"
import type { Session, SessionsPage } from "@effect-rooms/core/Session"
import * as Arbitrary from "effect/Arbitrary"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { boolean, type Generated, type LengthOptions, list } from "./choice.ts"
import { sessionId, withOwnIds } from "./ids.ts"
import { cut, type Paged, type PageSizeOptions, pageSizes } from "./pages.ts"
import { defaultNow, duration, type TimeOptions, toTime } from "./times.ts"

/** A session, told from the next one (or from now) backwards. */
const spell = Arbitrary.all({ sessionId, idle: duration, lasted: duration })

type Spell = Generated<typeof spell>

const toSession = ({ idle, lasted, sessionId }: Spell, isRunning: boolean, before: number): Session => ({
  sessionId,
  startTime: toTime(before - idle - lasted),
  endTime: isRunning ? Option.none() : Option.some(toTime(before - idle))
})

const toSessions = (spells: ReadonlyArray<Spell>, isRunning: boolean, now: DateTime.Utc): ReadonlyArray<Session> => {
  let before = DateTime.toEpochMillis(now)
  return spells.map((spell, index) => {
    const session = toSession(spell, isRunning && index === 0, before)
    before = DateTime.toEpochMillis(session.startTime)
    return session
  })
}

/**
 * All sessions of a room: newest first, never two at a time, each with a unique id, and at most the newest one still
 * running. A session may have begun as soon as the one before ended. May be empty.
 */
export const sessions = ({
  now = defaultNow,
  ...length
}: TimeOptions & LengthOptions = {}): Arbitrary.Arbitrary<ReadonlyArray<Session>> =>
  Arbitrary.map(Arbitrary.all({ spells: list(spell, length), isRunning: boolean }), ({ isRunning, spells }) =>
    withOwnIds(
      toSessions(spells, isRunning, now),
      ({ sessionId }) => sessionId,
      (text) => SessionId.make(text),
      (session, sessionId) => ({ ...session, sessionId })
    )
  )

/** A session not after `now`. It runs, or its end is not before its start; the two may be the same moment. */
export const session = ({ now = defaultNow }: TimeOptions = {}): Arbitrary.Arbitrary<Session> =>
  Arbitrary.map(Arbitrary.all({ spell, isRunning: boolean }), ({ isRunning, spell }) =>
    toSession(spell, isRunning, DateTime.toEpochMillis(now))
  )

/** All sessions of a room, and their pages. The page behind the last one is empty. */
export const pagedSessions = (
  options: TimeOptions & LengthOptions & PageSizeOptions = {}
): Arbitrary.Arbitrary<Paged<Session, SessionsPage>> =>
  Arbitrary.map(Arbitrary.all({ rows: sessions(options), pageSize: pageSizes(options, 20) }), ({ pageSize, rows }) => ({
    rows,
    pageSize,
    pages: cut(rows, pageSize).map((sessions) => ({ sessions }))
  }))
