/**
 * Runs `rooms list`.
 */
import type { Page } from "@effect-rooms/core/Page"
import { type Room, RoomsPage } from "@effect-rooms/core/Room"
import { hasTitle, Rooms } from "@effect-rooms/core/Rooms"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { layerServices } from "../../connection/services.ts"
import { UsageError } from "../../failure/UsageError.ts"
import { printList, printPage } from "../../output/print.ts"
import { advise } from "../../output/streams.ts"
import { encodeWith } from "../../output/View.ts"
import * as views from "../../output/views.ts"
import { type ListProgress, withProgress } from "../../terminal/progress.ts"
import { checkExtent, limited } from "../extent.ts"
import type { ListInput } from "./flags.ts"

const allRooms: ListProgress<Page<Room, number>, Room> = {
  noun: "rooms",
  rows: ({ items }) => items,
  share: ({ count }, done) => Option.map(count, (of) => ({ done, of, noun: "rooms" }))
}

// A walk that starts in the middle, or ends there, cannot tell which share of the rooms it has read.
const someRooms = { ...allRooms, share: () => Option.none() }

/** The text for an empty list. */
const emptyText = ({ cursor, title }: ListInput): string =>
  Option.match(title, {
    onNone: () => (Option.isSome(cursor) ? "no rooms from this page on" : "no rooms yet"),
    onSome: (title) => `no room has the title ${JSON.stringify(title)}`
  })

export const run = Effect.fnUntraced(
  function* (input: ListInput) {
    const { all, concurrency, cursor, limit, title, verify } = input
    yield* checkExtent(input)
    if (Option.isSome(title) && Option.isSome(cursor)) {
      return yield* new UsageError({ problem: "--title looks through all pages: leave --cursor out" })
    }
    const rooms = yield* Rooms
    const view = { ...views.rooms, empty: emptyText(input) }
    if (all || Option.isSome(title) || Option.isSome(limit)) {
      const isAskedFor = Option.match(title, { onNone: () => () => true, onSome: hasTitle })
      const walk = {
        concurrency,
        verify,
        ...Option.match(cursor, { onNone: () => ({}), onSome: (from) => ({ from }) })
      }
      const isWhole = Option.isNone(cursor) && Option.isNone(limit)
      return yield* withProgress(rooms.pages(walk), input, isWhole ? allRooms : someRooms, (rooms) =>
        printList(limited<Room>(limit)(Stream.filter(rooms, isAskedFor)), input, view)
      )
    }
    const page = yield* rooms.page(Option.match(cursor, { onNone: () => ({}), onSome: (cursor) => ({ cursor }) }))
    yield* printPage(page, input, encodeWith(RoomsPage), ({ rooms }) => rooms, view)
    const next = Option.filter(page.nextCursor, (next) => next > page.current)
    if (Option.isSome(next)) yield* advise(`there are more rooms: --cursor ${next.value}, or --all`)
  },
  (effect, input) => Effect.provide(effect, layerServices(input))
)
