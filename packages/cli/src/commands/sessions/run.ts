/**
 * Runs `rooms sessions`.
 */
import type { Page } from "@effect-rooms/core/Page"
import { type Session, SessionsPage, type SessionsPosition } from "@effect-rooms/core/Session"
import { defaultSessionsLimit, type RoomSession, type RoomSessionsPage, Sessions } from "@effect-rooms/core/Sessions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { layerServices } from "../../connection/services.ts"
import { UsageError } from "../../failure/UsageError.ts"
import { firstPathIn } from "../../output/Field.ts"
import { printList, printPage } from "../../output/print.ts"
import { roomContextFields } from "../../output/serviceFields.ts"
import { advise } from "../../output/streams.ts"
import { encodeWith } from "../../output/View.ts"
import * as views from "../../output/views.ts"
import { type ListProgress, withProgress } from "../../terminal/progress.ts"
import { checkExtent, limited } from "../extent.ts"
import { hasWindow, windowOf } from "../window.ts"
import type { SessionsInput } from "./flags.ts"

/** How many sessions a page has when no walk is asked for. It is sent, so that a full page is known to be one. */
const usualPageSize = 20

/** The options of a walk. With `--limit`, it asks for no more rows at a time than that. */
const walkOptions = ({ concurrency, limit, pageSize, verify }: SessionsInput) =>
  Option.match(
    Option.orElse(pageSize, () => Option.filter(limit, (limit) => limit < defaultSessionsLimit)),
    { onNone: () => ({ concurrency, verify }), onSome: (limit) => ({ concurrency, limit, verify }) }
  )

const ofOneRoom: ListProgress<Page<Session, SessionsPosition>, Session> = {
  noun: "sessions",
  rows: ({ items }) => items
}

/** Rooms come one after the other, each with one page or more. */
const ofAllRooms = (): ListProgress<RoomSessionsPage, RoomSession> => {
  let current: string | undefined
  let begun = 0
  return {
    noun: "sessions",
    rows: ({ items, room }) => items.map((session) => ({ _tag: "RoomSession", room, session })),
    share: ({ room, roomCount }) => {
      if (room.roomId !== current) begun += 1
      current = room.roomId
      return Option.map(roomCount, (of) => ({ done: begun, of, noun: "rooms" }))
    }
  }
}

const problemOf = ({ allRooms, cursor, fields, roomId }: SessionsInput): string | undefined => {
  if (Option.isSome(roomId) === allRooms) return "give either the id of a room or --all-rooms"
  if (allRooms) {
    return Option.isSome(cursor) ? "--cursor is for the sessions of one room, not for --all-rooms" : undefined
  }
  const ofRooms = firstPathIn(
    roomContextFields,
    Option.getOrElse(fields, () => [])
  )
  return ofRooms === undefined ? undefined : `--fields: only --all-rooms gives the field ${ofRooms}`
}

export const run = Effect.fnUntraced(
  function* (input: SessionsInput) {
    const { all, limit, pageSize, roomId } = input
    const problem = problemOf(input)
    if (problem !== undefined) return yield* new UsageError({ problem })
    yield* checkExtent(input)
    const walk = { ...walkOptions(input), ...(yield* windowOf(input)) }
    const within = <View extends object>(view: View) =>
      hasWindow(input) && Option.isNone(input.cursor) ? { ...view, empty: "no sessions started in that time" } : view
    const sessions = yield* Sessions
    if (Option.isNone(roomId)) {
      return yield* withProgress(sessions.pagesAll(walk), input, ofAllRooms(), (rows) =>
        printList(limited<RoomSession>(limit)(rows), input, within(views.roomSessions))
      )
    }
    const cursor = Option.getOrElse(input.cursor, () => 0)
    const view = cursor === 0 ? views.sessions : { ...views.sessions, empty: "no sessions from this page on" }
    const page = { cursor, limit: Option.getOrElse(pageSize, () => usualPageSize) }
    if (all || Option.isSome(limit) || hasWindow(input)) {
      const from = cursor === 0 ? {} : { from: page }
      const pages = sessions.pages(roomId.value, { ...walk, ...from })
      return yield* withProgress(pages, input, ofOneRoom, (rows) =>
        printList(limited<Session>(limit)(rows), input, within(view))
      )
    }
    const answer = yield* sessions.page({
      roomId: roomId.value,
      limit: page.limit,
      ...(cursor === 0 ? {} : { cursor })
    })
    yield* printPage(answer, input, encodeWith(SessionsPage), ({ sessions }) => sessions, view)
    if (answer.sessions.length >= page.limit) {
      yield* advise(`there may be more sessions: --cursor ${cursor + 1}, or --all`)
    }
  },
  (effect, input) => Effect.provide(effect, layerServices(input))
)
