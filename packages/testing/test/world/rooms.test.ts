import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { World } from "../../src/World.ts"
import { wire } from "../fixtures/wire.ts"
import { alice, bob, createRoom, createRooms, operations, start } from "../fixtures/worlds.ts"

/** The rooms on a page (0 is the oldest), and its other fields. */
interface ExpectedPage {
  readonly rooms: ReadonlyArray<number>
  readonly current: number
  readonly nextCursor: number | null
  readonly prevCursor: number
}

/** `count` numbers from `newest` down. */
const down = (newest: number, count: number) => Array.from({ length: count }, (_, index) => newest - index)

const cases: ReadonlyArray<{ readonly count: number; readonly cursor?: number; readonly page: ExpectedPage }> = [
  { count: 0, page: { rooms: [], current: 1, nextCursor: null, prevCursor: 0 } },
  { count: 1, page: { rooms: [0], current: 1, nextCursor: null, prevCursor: 0 } },
  { count: 9, page: { rooms: down(8, 9), current: 1, nextCursor: null, prevCursor: 0 } },
  { count: 10, page: { rooms: down(9, 10), current: 1, nextCursor: null, prevCursor: 0 } },
  { count: 10, cursor: 2, page: { rooms: [], current: 2, nextCursor: null, prevCursor: 1 } },
  { count: 11, page: { rooms: down(10, 10), current: 1, nextCursor: 2, prevCursor: 0 } },
  { count: 11, cursor: 2, page: { rooms: [0], current: 2, nextCursor: null, prevCursor: 1 } },
  { count: 25, cursor: 0, page: { rooms: down(24, 10), current: 1, nextCursor: 2, prevCursor: 0 } },
  { count: 25, cursor: 1, page: { rooms: down(24, 10), current: 1, nextCursor: 2, prevCursor: 0 } },
  { count: 25, cursor: 2, page: { rooms: down(14, 10), current: 2, nextCursor: 3, prevCursor: 1 } },
  { count: 25, cursor: 3, page: { rooms: down(4, 5), current: 3, nextCursor: null, prevCursor: 2 } },
  { count: 25, cursor: 4, page: { rooms: [], current: 4, nextCursor: null, prevCursor: 3 } },
  { count: 25, cursor: 1_000_000, page: { rooms: [], current: 1_000_000, nextCursor: null, prevCursor: 999_999 } }
]

describe("the list of rooms", () => {
  for (const { count, cursor, page } of cases) {
    it.effect(`of ${count} rooms, at ${cursor === undefined ? "no cursor" : `cursor ${cursor}`}`, () =>
      Effect.gen(function* () {
        const roomIds = yield* createRooms(count)
        const { listRooms } = yield* operations()
        const answer = yield* listRooms(cursor === undefined ? {} : { cursor })
        assert.deepStrictEqual(wire.rooms(answer), {
          rooms: page.rooms.map((index) => ({
            roomId: roomIds[index] ?? "missing",
            createdAt: start + index,
            roomLocked: false,
            metadata: null
          })),
          pageSize: page.rooms.length,
          current: page.current,
          nextCursor: page.nextCursor,
          prevCursor: page.prevCursor,
          count
        })
      }).pipe(Effect.provide(World.layer()))
    )
  }

  it.effect("shows a new room at its head at once, and keeps the order of the others", () =>
    Effect.gen(function* () {
      const old = yield* createRooms(10)
      const roomId = yield* createRoom({ roomLocked: true, metadata: { title: "Stand-up" } })
      const { listRooms } = yield* operations()
      const first = wire.rooms(yield* listRooms({}))
      assert.deepStrictEqual(first.rooms[0], {
        roomId,
        createdAt: start + 9,
        roomLocked: true,
        metadata: { title: "Stand-up" }
      })
      const second = yield* listRooms({ cursor: 2 })
      assert.deepStrictEqual(
        [...first.rooms, ...second.rooms].map((room) => room.roomId),
        [roomId, ...old.toReversed()]
      )
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("has the right first and last page for 10 000 rooms, interleaved with another tenant's", () =>
    Effect.gen(function* () {
      const total = 10_000
      const last: Array<string> = []
      let newest: Array<string> = []
      const { createRoom: create, listRooms } = yield* operations(alice)
      const { createRoom: createOther } = yield* operations(bob)
      for (let index = 0; index < total; index++) {
        const { data } = yield* create({ roomLocked: false })
        yield* createOther({ roomLocked: false })
        if (index < 10) last.unshift(data.roomId)
        newest = [data.roomId, ...newest.slice(0, 9)]
      }
      const page = (cursor: number) =>
        Effect.map(listRooms({ cursor }), ({ count, current, nextCursor, prevCursor, rooms }) => ({
          ...wire.rooms({ rooms: [], pageSize: 0, current, nextCursor, prevCursor, count }),
          rooms: rooms.map((room) => room.roomId)
        }))
      const shared = { pageSize: 0, count: total }
      assert.deepStrictEqual<unknown>(yield* page(1), {
        ...shared,
        rooms: newest,
        current: 1,
        nextCursor: 2,
        prevCursor: 0
      })
      assert.deepStrictEqual<unknown>(yield* page(1_000), {
        ...shared,
        rooms: last,
        current: 1_000,
        nextCursor: null,
        prevCursor: 999
      })
      assert.deepStrictEqual((yield* page(1_001)).rooms, [])
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice, bob] })))
  )
})
