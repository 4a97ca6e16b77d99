/**
 * What `rooms sessions` does.
 */
import type { Page } from "@effect-rooms/core/Page"
import { type Session, SessionsPage, type SessionsPosition } from "@effect-rooms/core/Session"
import { defaultSessionsLimit, type RoomSession, type RoomSessionsPage, Sessions } from "@effect-rooms/core/Sessions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { SessionsInput } from "../commands/sessions.ts"
import { encodeWith, printList, printPage } from "../Output.ts"
import { type Walk, withProgress } from "../Progress.ts"
import { layerServices } from "../Services.ts"
import { UsageError } from "../UsageError.ts"
import * as views from "../views.ts"

const limitOption = (limit: Option.Option<number>) =>
  Option.match(limit, { onNone: () => ({}), onSome: (limit) => ({ limit }) })

const ofOneRoom: Walk<Page<Session, SessionsPosition>, Session> = { noun: "sessions", rows: ({ items }) => items }

/** Rooms come one after the other, each with one page or more. */
const ofAllRooms = (): Walk<RoomSessionsPage, RoomSession> => {
  let current: string | undefined
  let begun = 0
  return {
    noun: "sessions",
    rows: ({ items, room }) => items.map((session) => ({ room, session })),
    share: ({ room, roomCount }) => {
      if (room.roomId !== current) begun += 1
      current = room.roomId
      return Option.map(roomCount, (of) => ({ done: begun, of, noun: "rooms" }))
    }
  }
}

export const run = Effect.fnUntraced(
  function* (input: SessionsInput) {
    const { all, allRooms, concurrency, cursor, limit, roomId } = input
    if (Option.isSome(roomId) === allRooms) {
      return yield* new UsageError({ problem: "give either the id of a room or --all-rooms" })
    }
    if (!allRooms && Option.exists(input.fields, (paths) => paths.includes("roomId"))) {
      return yield* new UsageError({ problem: "--fields: the field roomId is there with --all-rooms only" })
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
      const pages = sessions.pagesAll({ concurrency, ...limitOption(limit) })
      return yield* withProgress(pages, input, ofAllRooms(), (rows) => printList(rows, input, views.roomSessions))
    }
    if (all) {
      const from = Option.match(cursor, {
        onNone: () => ({}),
        onSome: (cursor) => ({ from: { cursor, limit: Option.getOrElse(limit, () => defaultSessionsLimit) } })
      })
      const pages = sessions.pages(roomId.value, { concurrency, ...limitOption(limit), ...from })
      return yield* withProgress(pages, input, ofOneRoom, (rows) => printList(rows, input, views.sessions))
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
