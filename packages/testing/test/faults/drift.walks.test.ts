import { assert, describe, it } from "@effect/vitest"
import { Recordings } from "@effect-rooms/core/Recordings"
import { Rooms } from "@effect-rooms/core/Rooms"
import { Sessions } from "@effect-rooms/core/Sessions"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as FakeRooms from "../../src/FakeRooms.ts"
import { type Fault, fault } from "../../src/Fault.ts"
import { World } from "../../src/World.ts"
import { atMinute, createRoom, createRooms, hold } from "../fixtures/worlds.ts"

/** How a list changes while it is read: once, for a while, or before every page. */
const changes = (drift: (narrowed: ReturnType<typeof fault<"listRooms">>) => Fault): ReadonlyArray<Fault> => {
  const lists = fault("listRooms")
  return [drift(lists.times(1)), drift(lists.after(1).times(2)), drift(lists.after(2).times(1)), drift(lists.times(6))]
}

const roomChanges = [
  { added: 1 },
  { added: 3 },
  { added: 12 },
  { removed: 1 },
  { removed: 3 },
  { added: 1, removed: 1 },
  { added: 2, removed: 3 },
  { added: 3, removed: 1 }
].flatMap((change) => changes((lists) => lists.drift(change)))

const growth = (operation: "listSessions" | "listRecordings"): ReadonlyArray<Fault> =>
  [1, 3, 12].flatMap((added) =>
    changes((lists) => lists.drift({ added })).map((given) => ({ ...given, operations: [operation] }))
  )

const nothingDoubled = (ids: ReadonlyArray<string>) => assert.strictEqual(new Set(ids).size, ids.length)

/** Checks that rows in the list from the first request to the last are emitted exactly once, and other rows at most once. */
const assertWalked = (ids: ReadonlyArray<string>, stayed: ReadonlyArray<string>, name: string) => {
  nothingDoubled(ids)
  const seen = new Set(ids)
  assert.deepStrictEqual(
    stayed.filter((id) => !seen.has(id)),
    [],
    `lost: ${name}`
  )
}

const inject = (given: Fault) => Effect.flatMap(World, (world) => world.inject(given))

describe.each([1, 4])("a stream of a drifting list, with concurrency %i", (concurrency) => {
  it.effect.each(["newestFirst", "oldestFirst"] as const)("emits every room once, %s", (roomsOrder) =>
    Effect.forEach(
      roomChanges,
      (given) =>
        Effect.gen(function* () {
          const before = yield* createRooms(45)
          const { applied } = yield* inject(given)
          const rooms = yield* Stream.runCollect((yield* Rooms).stream({ concurrency }))
          assert.isAbove(yield* applied, 0)
          const { tenants } = yield* (yield* World).snapshot
          const left = new Set<string>(tenants[0]?.rooms.map(({ roomId }) => roomId))
          const stayed = before.filter((roomId) => left.has(roomId))
          assertWalked(
            rooms.map(({ roomId }) => roomId),
            stayed,
            JSON.stringify(given)
          )
        }).pipe(Effect.provide(FakeRooms.layer({ quirks: { roomsOrder } }))),
      { discard: true }
    )
  )

  it.effect("emits every session of a room once", () =>
    Effect.forEach(
      growth("listSessions"),
      (given) =>
        Effect.gen(function* () {
          const roomId = yield* createRoom()
          const before = yield* Effect.forEach(Array.from({ length: 45 }), (_, index) => hold(roomId, index, index + 1))
          yield* atMinute(60)
          const { applied } = yield* inject(given)
          const sessions = yield* Stream.runCollect((yield* Sessions).stream(roomId, { concurrency, limit: 10 }))
          assert.isAbove(yield* applied, 0)
          assertWalked(
            sessions.map(({ sessionId }) => sessionId),
            before,
            JSON.stringify(given)
          )
        }).pipe(Effect.provide(FakeRooms.layer())),
      { discard: true }
    )
  )

  it.effect("emits every recording once", () =>
    Effect.forEach(
      growth("listRecordings"),
      (given) =>
        Effect.gen(function* () {
          const world = yield* World
          const sessionId = yield* hold(yield* createRoom(), 0, 1)
          const before = yield* Effect.replicateEffect(world.record(sessionId), 45)
          const { applied } = yield* inject(given)
          const recordings = yield* Stream.runCollect((yield* Recordings).stream({ concurrency, limit: 10 }))
          assert.isAbove(yield* applied, 0)
          assertWalked(
            recordings.map(({ id }) => id),
            before.map(({ id }) => id),
            JSON.stringify(given)
          )
        }).pipe(Effect.provide(FakeRooms.layer())),
      { discard: true }
    )
  )
})
