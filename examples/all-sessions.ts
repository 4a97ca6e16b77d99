/**
 * Streams every room and every session of an account and sums their durations.
 *
 *     ROOMS_BASE_URL=http://127.0.0.1:4010 ROOMS_API_KEY=dev node all-sessions.ts
 *
 * `allSessions` names services, not where they come from: it runs unchanged on the service, on the emulator and in memory.
 */

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { type PaginationError, type RoomError, Rooms, Sessions } from "@effect-rooms/core"
import { RoomsHttp } from "@effect-rooms/http-client"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

/** What an account has held so far. */
export interface Totals {
  readonly rooms: number
  readonly sessions: number
  readonly running: number
  /** Of the sessions that have ended. */
  readonly duration: Duration.Duration
}

/** Holds one page of rooms and one of sessions in memory, however long the lists are. */
export const allSessions: Effect.Effect<Totals, RoomError | PaginationError, Rooms | Sessions> = Effect.gen(
  function* () {
    const rooms = yield* Rooms
    const sessions = yield* Sessions
    const nothing: Totals = {
      rooms: yield* Stream.runCount(rooms.stream()),
      sessions: 0,
      running: 0,
      duration: Duration.zero
    }
    return yield* Stream.runFold(
      sessions.streamAll(),
      () => nothing,
      (totals, { session: { endTime, startTime } }) => ({
        rooms: totals.rooms,
        sessions: totals.sessions + 1,
        running: Option.isNone(endTime) ? totals.running + 1 : totals.running,
        duration: Option.match(endTime, {
          onNone: () => totals.duration,
          onSome: (end) => Duration.sum(totals.duration, DateTime.distance(startTime, end))
        })
      })
    )
  }
)

if (import.meta.main) {
  allSessions.pipe(
    Effect.flatMap(({ duration, rooms, running, sessions }) =>
      Console.log(`${rooms} rooms, ${sessions} sessions (${running} running), ${Duration.format(duration)}`)
    ),
    Effect.provide(RoomsHttp.layerConfigFetch()),
    NodeRuntime.runMain
  )
}
