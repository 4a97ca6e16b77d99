/**
 * Laws about the list of rooms: its pages, and walks over it.
 */
import { assert } from "@effect/vitest"
import type { RoomId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import type { Quirks } from "../Quirks.ts"
import { make, room } from "../Scenario.ts"
import { minute, numbers, seedRooms } from "./fixtures.ts"
import { type Chapter, worldLaw } from "./law.ts"
import * as plain from "./plainValues.ts"

/** The next cursor of a last page. */
const endOf = (reading: Quirks["roomsEnd"], current: number): number | null =>
  ({ null: null, absent: null, zero: 0, current, next: current + 1 })[reading]

/** How many requests it takes to find out that a page was the last one, if the page doesn't say so. */
const requestsAtEnd = ({ roomsCount, roomsEnd }: Pick<Quirks, "roomsCount" | "roomsEnd">): number => {
  if (roomsEnd === "next") return roomsCount === "total" ? 1 : 3
  return roomsEnd === "current" && roomsCount === "absent" ? 1 : 0
}

/** The page after this many pages, of a list with these rooms. */
const pageOf = (quirks: Quirks, list: ReadonlyArray<RoomId>, skipped: number) => {
  const current = quirks.firstPage + skipped
  const roomIds = list.slice(skipped * 10, skipped * 10 + 10)
  return {
    roomIds,
    pageSize: quirks.pageSize === "rows" ? roomIds.length : 10,
    current,
    nextCursor: skipped * 10 + 10 < list.length ? current + 1 : endOf(quirks.roomsEnd, current),
    prevCursor: skipped > 0 ? current - 1 : quirks.roomsBeginning === "zero" ? 0 : null,
    count: quirks.roomsCount === "total" ? list.length : null
  }
}

export const roomsList: Chapter = {
  title: "the list of rooms",
  laws: [
    worldLaw("pages have ten rooms, in order, and say their number and the number of rooms", (ground) =>
      Effect.gen(function* () {
        const { quirks, rooms } = ground
        const list: Array<RoomId> = []
        assert.deepStrictEqual(plain.roomsPage(yield* rooms.page()), pageOf(quirks, list, 0))
        for (const more of [20, 3]) {
          yield* TestClock.adjust(minute)
          const added = yield* seedRooms(ground, more)
          if (quirks.roomsOrder === "newestFirst") list.unshift(...added)
          else list.push(...added)
          assert.deepStrictEqual(plain.roomsPage(yield* rooms.page()), pageOf(quirks, list, 0))
          for (const skipped of numbers(4)) {
            const page = yield* rooms.page({ cursor: quirks.firstPage + skipped })
            assert.deepStrictEqual(plain.roomsPage(page), pageOf(quirks, list, skipped))
          }
        }
      })
    ),
    worldLaw("a walk emits every room once, in order, with one request at a time or four", (ground) =>
      Effect.gen(function* () {
        const { quirks, rooms } = ground
        const list: Array<RoomId> = []
        for (const more of [0, 10, 1, 34]) {
          yield* TestClock.adjust(minute)
          const added = yield* seedRooms(ground, more)
          if (quirks.roomsOrder === "newestFirst") list.unshift(...added)
          else list.push(...added)
          assert.deepStrictEqual(yield* plain.roomIds(rooms.stream()), list)
          assert.deepStrictEqual(yield* plain.roomIds(rooms.stream({ concurrency: 4 })), list)
        }
      })
    ),
    worldLaw("a walk requests no more pages than needed, and none twice", (ground) =>
      Effect.gen(function* () {
        const { quirks, rooms, world } = ground
        // If a list grows at its tail, a walk reads every boundary again.
        const growing = { ...quirks, roomsOrder: "newestFirst" } as const
        yield* world.setQuirks(growing)
        const list = yield* seedRooms({ quirks: growing, world }, 34)
        assert.deepStrictEqual(yield* plain.roomIds(Stream.take(rooms.stream(), 5)), list.slice(0, 5))
        assert.strictEqual((yield* world.log).length, 1)
        for (const roomsEnd of ["null", "current", "next"] as const) {
          for (const roomsCount of ["total", "absent"] as const) {
            yield* world.setQuirks({ roomsEnd, roomsCount })
            const before = (yield* world.log).length
            yield* Stream.runDrain(rooms.stream())
            const requests = (yield* world.log).length - before
            assert.strictEqual(
              requests,
              4 + requestsAtEnd({ roomsEnd, roomsCount }),
              `${roomsEnd}, count ${roomsCount}`
            )
          }
        }
      })
    ),
    worldLaw("a walk can be resumed from the position of any page", (ground) =>
      Effect.gen(function* () {
        const { rooms } = ground
        const list = yield* seedRooms(ground, 34)
        let given = 0
        for (const { items, next } of yield* Stream.runCollect(rooms.pages())) {
          assert.deepStrictEqual(
            items.map(({ roomId }) => roomId),
            list.slice(given, given + items.length)
          )
          given += items.length
          if (next._tag === "None") continue
          for (const concurrency of [1, 4]) {
            const rest = yield* plain.roomIds(rooms.stream({ from: next.value, concurrency }))
            assert.deepStrictEqual(rest, list.slice(given))
          }
        }
        assert.strictEqual(given, list.length)
      })
    ),
    worldLaw("a title finds all rooms that have exactly this title", ({ rooms, world }) =>
      Effect.gen(function* () {
        const titles = ["Stand-up", "stand-up", "Stand-up ", "Café", "Cafe\u0301", ""]
        const seeded = yield* world.seed(
          make(...numbers(24).map((index) => room(titles[index % 6] ?? "", { createdAgo: (24 - index) * minute })))
        )
        yield* rooms.create({})
        yield* rooms.create({ metadata: { title: 7 } })
        for (const [position, title] of titles.entries()) {
          const found = yield* plain.roomIds(rooms.findByTitle(title, { concurrency: position % 2 === 0 ? 1 : 4 }))
          assert.sameMembers(
            found,
            seeded.filter((_, index) => index % 6 === position)
          )
        }
        assert.deepStrictEqual(yield* plain.roomIds(rooms.findByTitle("nobody's")), [])
      })
    )
  ]
}
