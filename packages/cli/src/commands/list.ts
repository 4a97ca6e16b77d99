/**
 * `rooms list`
 */
import { Rooms } from "@effect-rooms/core"
import { RoomsPage } from "@effect-rooms/core/Room"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { connectionFlags, layerServices } from "../Connection.ts"
import { encodeWith, formatFlag, note, printList, printPage } from "../Output.ts"
import { UsageError } from "../UsageError.ts"
import { allFlag, concurrencyFlag, cursorFlag } from "./flags.ts"
import * as views from "./views.ts"

export const list = Command.make(
  "list",
  {
    all: allFlag,
    cursor: cursorFlag,
    title: Flag.String("title").pipe(
      Flag.withDescription("Only rooms with exactly this title; reads all pages"),
      Flag.withMetavar("text"),
      Flag.optional
    ),
    concurrency: concurrencyFlag,
    ...formatFlag,
    ...connectionFlags
  },
  Effect.fnUntraced(
    function* ({ all, concurrency, cursor, format, title }) {
      if (Option.isSome(title) && Option.isSome(cursor)) {
        return yield* new UsageError({ problem: "--title looks through all pages; leave --cursor out" })
      }
      const rooms = yield* Rooms
      const walk = { concurrency, ...Option.match(cursor, { onNone: () => ({}), onSome: (from) => ({ from }) }) }
      if (Option.isSome(title)) return yield* printList(rooms.findByTitle(title.value, walk), format, views.rooms)
      if (all) {
        return yield* printList(rooms.stream(walk), format, views.rooms)
      }
      const page = yield* rooms.page(Option.match(cursor, { onNone: () => ({}), onSome: (cursor) => ({ cursor }) }))
      yield* printPage(page, format, encodeWith(RoomsPage), ({ rooms }) => rooms, views.rooms)
      const next = Option.filter(page.nextCursor, (next) => next > page.current)
      if (Option.isSome(next)) yield* note(`more rooms: --cursor ${next.value}, or --all`)
    },
    (effect, input) => Effect.provide(effect, layerServices(input))
  )
).pipe(
  Command.withDescription("List rooms, newest first"),
  Command.withExamples([
    { command: "rooms list --all --format ndjson", description: "Every room, one JSON object a line" },
    { command: 'rooms list --title "Stand-up"', description: "The rooms with this title" }
  ])
)
