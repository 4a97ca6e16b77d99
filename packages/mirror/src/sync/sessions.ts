/** Reads the sessions of one room. */
import type { RoomId, Session } from "@effect-rooms/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { sessionRow } from "../store/rows.ts"
import { type Row, tables } from "../store/tables.ts"
import { recordFailure, recovered } from "./failures.ts"
import { type Change, now, type Run } from "./Run.ts"
import { knownSessions } from "./stored.ts"

/** The columns of a room that a reading of all its sessions sets. */
const checked = (roomId: RoomId, checkedAt: string, pass: number): Row => ({
  room_id: roomId,
  checked_at: checkedAt,
  read_pass: pass
})

const sessionsChange = (roomId: RoomId, sessions: ReadonlyArray<Session>): Change => ({
  rows: sessions.map((session) => [tables.sessions, sessionRow(roomId, session)])
})

const isNewestFirst = (sessions: ReadonlyArray<Session>): boolean =>
  sessions.every(
    (session, index) =>
      index === 0 ||
      DateTime.toEpochMillis(sessions[index - 1]?.startTime ?? session.startTime) >=
        DateTime.toEpochMillis(session.startTime)
  )

const noteOrder = (change: Change, sessions: ReadonlyArray<Session>): Change =>
  isNewestFirst(sessions) ? change : { ...change, next: (state) => ({ ...state, sessionsNewestFirst: false }) }

/**
 * Streams all sessions of a room, and then that it was read. A room that is deleted in the meantime has no sessions; whether
 * it is gone is for the next full pass to find out. Any other failure is recorded.
 */
export const readRoom = (run: Run, roomId: RoomId) =>
  run.service.sessions.pages(roomId).pipe(
    Stream.map(({ items }) => noteOrder(sessionsChange(roomId, items), items)),
    Stream.catchTag("RoomNotFound", (error) =>
      // Some services answer the same for a room that never had a session.
      Stream.unwrap(
        run.service.rooms.get(roomId).pipe(
          Effect.as(Stream.empty),
          Effect.catchTag("RoomNotFound", () => Effect.succeed(Stream.empty)),
          Effect.mapError(() => error)
        )
      )
    ),
    Stream.concat(
      Stream.fromEffect(
        Effect.gen(function* () {
          const checkedAt = yield* now
          const { pass } = yield* run.writer.state
          const change: Change = {
            rows: [[tables.rooms, checked(roomId, checkedAt, pass)]],
            ...recovered(run, "room", roomId)
          }
          return change
        })
      )
    ),
    Stream.catch((error) => Stream.fromEffect(recordFailure(run, "room", roomId, error)))
  )

/** The sessions of a room that the mirror didn't have, and what reading them brings. */
export interface NewSessions {
  readonly found: number
  readonly changes: ReadonlyArray<Change>
}

/**
 * Reads the sessions of a room up to the first page that has nothing new, and returns what is new. If lists of sessions aren't
 * newest first, it reads all of them.
 */
export const readNewSessions = Effect.fnUntraced(function* (run: Run, roomId: RoomId) {
  const { sessionsNewestFirst } = yield* run.writer.state
  let found = 0
  const changes: Array<Change> = []
  yield* run.service.sessions.pages(roomId).pipe(
    Stream.mapEffect(({ items }) =>
      Effect.map(
        knownSessions(
          run.writer.target,
          items.map(({ sessionId }) => sessionId)
        ),
        (known) => ({ items, known })
      )
    ),
    Stream.tap(({ items, known }) =>
      Effect.sync(() => {
        found += items.filter(({ sessionId }) => !known.has(sessionId)).length
        changes.push(noteOrder(sessionsChange(roomId, items), items))
      })
    ),
    Stream.takeUntil(
      ({ items, known }) =>
        sessionsNewestFirst && isNewestFirst(items) && items.some(({ sessionId }) => known.has(sessionId))
    ),
    Stream.runDrain,
    Effect.catchTag("RoomNotFound", () => Effect.void)
  )
  const checkedAt = yield* now
  changes.push({
    rows: [[tables.rooms, { room_id: roomId, checked_at: checkedAt }]],
    ...recovered(run, "room", roomId)
  })
  const read: NewSessions = { found, changes }
  return read
})
