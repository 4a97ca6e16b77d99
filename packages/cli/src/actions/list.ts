/**
 * What `rooms list` does.
 */
import type { Page } from "@effect-rooms/core/Page"
import { type Room, RoomsPage } from "@effect-rooms/core/Room"
import { hasTitle, Rooms } from "@effect-rooms/core/Rooms"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { ListInput } from "../commands/list.ts"
import { encodeWith, printList, printPage } from "../Output.ts"
import { type Walk, withProgress } from "../Progress.ts"
import { layerServices } from "../Services.ts"
import { note } from "../Streams.ts"
import { UsageError } from "../UsageError.ts"
import * as views from "../views.ts"

const allRooms: Walk<Page<Room, number>, Room> = {
  noun: "rooms",
  rows: ({ items }) => items,
  share: ({ count }, done) => Option.map(count, (of) => ({ done, of, noun: "rooms" }))
}

// How many rooms are in front of its first page, a walk that begins in the middle does not know.
const roomsFrom = { ...allRooms, share: () => Option.none() }

export const run = Effect.fnUntraced(
  function* (input: ListInput) {
    const { all, concurrency, cursor, title } = input
    if (Option.isSome(title) && Option.isSome(cursor)) {
      return yield* new UsageError({ problem: "--title looks through all pages; leave --cursor out" })
    }
    const rooms = yield* Rooms
    const walk = { concurrency, ...Option.match(cursor, { onNone: () => ({}), onSome: (from) => ({ from }) }) }
    if (all || Option.isSome(title)) {
      const isAskedFor = Option.match(title, { onNone: () => () => true, onSome: hasTitle })
      return yield* withProgress(rooms.pages(walk), input, Option.isNone(cursor) ? allRooms : roomsFrom, (rooms) =>
        printList(Stream.filter(rooms, isAskedFor), input, views.rooms)
      )
    }
    const page = yield* rooms.page(Option.match(cursor, { onNone: () => ({}), onSome: (cursor) => ({ cursor }) }))
    yield* printPage(page, input, encodeWith(RoomsPage), ({ rooms }) => rooms, views.rooms)
    const next = Option.filter(page.nextCursor, (next) => next > page.current)
    if (Option.isSome(next)) yield* note(`more rooms: --cursor ${next.value}, or --all`)
  },
  (effect, input) => Effect.provide(effect, layerServices(input))
)
