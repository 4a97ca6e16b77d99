/**
 * Laws about the list of rooms: its pages, and walks over it.
 */
import { assert } from "@effect/vitest"
import type { RoomId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import type { Quirks } from "../../Quirks.ts"
import { make, room } from "../../Scenario.ts"
import { type Chapter, worldLaw } from "./law.ts"
import { minute, numbers, seedRooms } from "./past.ts"
import * as plain from "./plain.ts"

/** The next cursor of a last page. */
export const endOf = (reading: Quirks["roomsEnd"], current: number): number | null =>
  reading === "current" ? current : reading === "zero" ? 0 : null

/** The page behind so many pages, of a list with these rooms. */
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
    worldLaw("pages have ten rooms, in order, and say where they stand and how many rooms there are", (ground) =>
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
    worldLaw("a walk gives every room once, in order, one page at a time and four", (ground) =>
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
    worldLaw("a walk asks for no page that nobody wants, and for none twice", (ground) =>
      Effect.gen(function* () {
        const { quirks, rooms, world } = ground
        // Of a list that grows at its tail, every boundary is read again.
        if (quirks.roomsOrder === "oldestFirst") return
        const list = yield* seedRooms(ground, 34)
        assert.deepStrictEqual(yield* plain.roomIds(Stream.take(rooms.stream(), 5)), list.slice(0, 5))
        assert.strictEqual((yield* world.log).length, 1)
        yield* Stream.runDrain(rooms.stream())
        // A last page that leads to itself, where no count tells, takes one more.
        const toldBy = quirks.roomsEnd !== "current" || quirks.roomsCount === "total" ? 0 : 1
        assert.strictEqual((yield* world.log).length, 1 + 4 + toldBy)
      })
    ),
    worldLaw("a walk goes on from the position of any page", (ground) =>
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
