/**
 * Laws about lists that change before every answer. A walk emits every row that is in the list from the first answer to the
 * last, once, and doesn't send many more requests than the list has pages.
 */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { type Fault, fault } from "../Fault.ts"
import type { Quirks } from "../Quirks.ts"
import { assertWhole } from "./concurrentChanges.ts"
import { under } from "./failure.ts"
import { minute, seedRecordings, seedRooms, seedSessions } from "./fixtures.ts"
import { type Chapter, type WorldGround, worldLaw } from "./law.ts"
import * as plain from "./plainValues.ts"

/** If the list changed in front of a page, a walk checks it in up to four rounds of three requests. */
const requestsPerPage = 12

/** A list that is filled before each walk. */
interface ChangingList {
  readonly fill: Effect.Effect<unknown, unknown, Scope.Scope>
  readonly pageSize: number
  /** Walks the list and emits the id of each row. */
  readonly walk: (concurrency: number) => Effect.Effect<ReadonlyArray<string>, unknown>
}

/** Walks a list, one page at a time and then three, while all these faults apply to each request. */
const walksExactly = Effect.fnUntraced(function* (
  ground: WorldGround,
  { fill, pageSize, walk }: ChangingList,
  faults: ReadonlyArray<Fault>,
  emittedAtLeast = 0
) {
  const { world } = ground
  for (const concurrency of [1, 3]) {
    yield* fill
    const before = yield* walk(1)
    const requestsBefore = (yield* world.log).length
    const emitted = yield* faults.reduce((walk, fault) => under(ground, fault, walk), walk(concurrency))
    const requests = (yield* world.log).length - requestsBefore
    const left = new Set(yield* walk(1))
    const message = `${concurrency} at a time`
    assertWhole(
      emitted,
      before.filter((id) => left.has(id)),
      message
    )
    assert.isAtLeast(emitted.length, emittedAtLeast, message)
    assert.isAtMost(requests, requestsPerPage * Math.ceil(before.length / pageSize), `${message}: requests`)
  }
})

const roomsOf = (ground: WorldGround): ChangingList => ({
  fill: Effect.gen(function* () {
    const { length } = yield* plain.roomIds(ground.rooms.stream())
    // The remaining rooms, and those created during the walk, are older.
    yield* TestClock.adjust(minute)
    yield* seedRooms(ground, Math.max(0, 44 - length))
  }),
  pageSize: 10,
  walk: (concurrency) =>
    Effect.flatMap(ground.world.quirks, ({ roomsCount }) =>
      // Without a count, only a walk that reads every boundary again sees that a room was deleted.
      plain.roomIds(ground.rooms.stream({ concurrency, verify: roomsCount === "absent" }))
    )
})

/** The newest or the oldest room is deleted. */
const deletion = ({ roomsOrder }: Quirks, which: "newest" | "oldest") =>
  (which === "newest") === (roomsOrder === "newestFirst") ? { removed: 1 } : { removedAtEnd: 1 }

export const changing: Chapter = {
  title: "lists that change before every answer",
  laws: [
    worldLaw("creating a room and deleting it again hides no other room, if the service counts them", (ground) =>
      Effect.gen(function* () {
        const { quirks, world } = ground
        // Without a count, every look at the head of the list may find it without the room.
        yield* world.setQuirks({ roomsCount: "total" })
        for (const requests of [1, 2]) {
          const lists = fault("listRooms")
          yield* walksExactly(ground, roomsOf(ground), [
            lists.every(2 * requests).drift({ added: 1 }),
            lists
              .after(requests)
              .every(2 * requests)
              .drift(deletion(quirks, "newest"))
          ])
        }
      })
    ),
    worldLaw("deleting the oldest room hides no other room", (ground) =>
      walksExactly(ground, roomsOf(ground), [fault("listRooms").drift(deletion(ground.quirks, "oldest"))], 22)
    ),
    worldLaw("creating a room hides no other room", (ground) =>
      walksExactly(ground, roomsOf(ground), [fault("listRooms").drift({ added: 1 })])
    ),
    worldLaw("a new session hides no other session", (ground) =>
      Effect.gen(function* () {
        const { sessions, world } = ground
        const [room] = yield* seedSessions(world, [41])
        assert(room !== undefined)
        const list: ChangingList = {
          fill: Effect.void,
          pageSize: 7,
          walk: (concurrency) =>
            plain.collect(sessions.stream(room.roomId, { limit: 7, concurrency }), ({ sessionId }) => sessionId)
        }
        yield* walksExactly(ground, list, [fault("listSessions").drift({ added: 1 })])
      })
    ),
    worldLaw("a new recording hides no other recording", (ground) => {
      const { quirks, recordings, world } = ground
      const list: ChangingList = {
        fill: seedRecordings(world, 21),
        pageSize: quirks.mostRecordings === "asked" ? 7 : Math.min(7, quirks.mostRecordings),
        walk: (concurrency) => plain.collect(recordings.stream({ limit: 7, concurrency }), ({ id }) => id)
      }
      return walksExactly(ground, list, [fault("listRecordings").drift({ added: 1 })])
    })
  ]
}
