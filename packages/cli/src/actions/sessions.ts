/**
 * What `rooms sessions` does.
 */
import { SessionsPage } from "@effect-rooms/core/Session"
import { defaultSessionsLimit, Sessions } from "@effect-rooms/core/Sessions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { SessionsInput } from "../commands/sessions.ts"
import { encodeWith, printList, printPage } from "../Output.ts"
import { layerServices } from "../Services.ts"
import { UsageError } from "../UsageError.ts"
import * as views from "../views.ts"

const limitOption = (limit: Option.Option<number>) =>
  Option.match(limit, { onNone: () => ({}), onSome: (limit) => ({ limit }) })

export const run = Effect.fnUntraced(
  function* (input: SessionsInput) {
    const { all, allRooms, concurrency, cursor, limit, roomId } = input
    if (Option.isSome(roomId) === allRooms) {
      return yield* new UsageError({ problem: "give either the id of a room or --all-rooms" })
    }
    if (allRooms && Option.isSome(cursor)) {
      return yield* new UsageError({ problem: "--cursor is for the sessions of one room, not for --all-rooms" })
    }
    if (all && Option.isSome(cursor) && Option.isNone(limit)) {
      return yield* new UsageError({
        problem: "with --all, --cursor needs --limit: it skips cursor * limit sessions"
      })
    }
    const sessions = yield* Sessions
    if (Option.isNone(roomId)) {
      return yield* printList(sessions.streamAll({ concurrency, ...limitOption(limit) }), input, views.roomSessions)
    }
    if (all) {
      const from = Option.match(cursor, {
        onNone: () => ({}),
        onSome: (cursor) => ({ from: { cursor, limit: Option.getOrElse(limit, () => defaultSessionsLimit) } })
      })
      return yield* printList(
        sessions.stream(roomId.value, { concurrency, ...limitOption(limit), ...from }),
        input,
        views.sessions
      )
    }
    const page = yield* sessions.page({
      roomId: roomId.value,
      ...limitOption(limit),
      ...Option.match(cursor, { onNone: () => ({}), onSome: (cursor) => ({ cursor }) })
    })
    yield* printPage(page, input, encodeWith(SessionsPage), ({ sessions }) => sessions, views.sessions)
  },
  (effect, input) => Effect.provide(effect, layerServices(input))
)
