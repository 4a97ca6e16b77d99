/**
 * `rooms sessions`
 */
import { defaultSessionsLimit, Sessions } from "@effect-rooms/core"
import { RoomId } from "@effect-rooms/core/Identifier"
import { SessionsPage } from "@effect-rooms/core/Session"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { connectionFlags, layerServices } from "../Connection.ts"
import { encodeWith, formatFlag, printList, printPage } from "../Output.ts"
import { UsageError } from "../UsageError.ts"
import { allFlag, concurrencyFlag, cursorFlag, limitFlag } from "./flags.ts"
import * as views from "./views.ts"

const limitOption = (limit: Option.Option<number>) =>
  Option.match(limit, { onNone: () => ({}), onSome: (limit) => ({ limit }) })

export const sessions = Command.make(
  "sessions",
  {
    roomId: Argument.String("roomId").pipe(
      Argument.withDescription("The id of a room"),
      Argument.withSchema(RoomId),
      Argument.optional
    ),
    all: allFlag,
    allRooms: Flag.Boolean("all-rooms").pipe(
      Flag.withDescription("All sessions of all rooms, in the order of the rooms"),
      Flag.withDefault(false)
    ),
    cursor: cursorFlag,
    limit: limitFlag,
    concurrency: concurrencyFlag,
    ...formatFlag,
    ...connectionFlags
  },
  Effect.fnUntraced(
    function* ({ all, allRooms, concurrency, cursor, format, limit, roomId }) {
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
        return yield* printList(sessions.streamAll({ concurrency, ...limitOption(limit) }), format, views.roomSessions)
      }
      if (all) {
        const from = Option.match(cursor, {
          onNone: () => ({}),
          onSome: (cursor) => ({ from: { cursor, limit: Option.getOrElse(limit, () => defaultSessionsLimit) } })
        })
        return yield* printList(
          sessions.stream(roomId.value, { concurrency, ...limitOption(limit), ...from }),
          format,
          views.sessions
        )
      }
      const page = yield* sessions.page({
        roomId: roomId.value,
        ...limitOption(limit),
        ...Option.match(cursor, { onNone: () => ({}), onSome: (cursor) => ({ cursor }) })
      })
      yield* printPage(page, format, encodeWith(SessionsPage), ({ sessions }) => sessions, views.sessions)
    },
    (effect, input) => Effect.provide(effect, layerServices(input))
  )
).pipe(
  Command.withDescription("List the sessions of one room or of all rooms, newest first"),
  Command.withExamples([
    { command: "rooms sessions abc-defg-hij --all", description: "Every session of one room" },
    { command: "rooms sessions --all-rooms --format ndjson", description: "Every session of every room" }
  ])
)
