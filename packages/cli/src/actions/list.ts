/**
 * What `rooms list` does.
 */
import { RoomsPage } from "@effect-rooms/core/Room"
import { Rooms } from "@effect-rooms/core/Rooms"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ListInput } from "../commands/list.ts"
import { encodeWith, note, printList, printPage } from "../Output.ts"
import { layerServices } from "../Services.ts"
import { UsageError } from "../UsageError.ts"
import * as views from "../views.ts"

export const run = Effect.fnUntraced(
  function* (input: ListInput) {
    const { all, concurrency, cursor, title } = input
    if (Option.isSome(title) && Option.isSome(cursor)) {
      return yield* new UsageError({ problem: "--title looks through all pages; leave --cursor out" })
    }
    const rooms = yield* Rooms
    const walk = { concurrency, ...Option.match(cursor, { onNone: () => ({}), onSome: (from) => ({ from }) }) }
    if (Option.isSome(title)) return yield* printList(rooms.findByTitle(title.value, walk), input, views.rooms)
    if (all) {
      return yield* printList(rooms.stream(walk), input, views.rooms)
    }
    const page = yield* rooms.page(Option.match(cursor, { onNone: () => ({}), onSome: (cursor) => ({ cursor }) }))
    yield* printPage(page, input, encodeWith(RoomsPage), ({ rooms }) => rooms, views.rooms)
    const next = Option.filter(page.nextCursor, (next) => next > page.current)
    if (Option.isSome(next)) yield* note(`more rooms: --cursor ${next.value}, or --all`)
  },
  (effect, input) => Effect.provide(effect, layerServices(input))
)
