/**
 * Laws about walks over lists that change or fail during the walk: no row is lost or emitted twice.
 */
import { assert } from "@effect/vitest"
import type { RoomId } from "@effect-rooms/core/Identifier"
import type { Page } from "@effect-rooms/core/Page"
import type { Recording } from "@effect-rooms/core/Recording"
import type { Session, SessionsPosition } from "@effect-rooms/core/Session"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { fault } from "../Fault.ts"
import { under } from "./failure.ts"
import { seedRecordings, seedRooms, seedSessions } from "./fixtures.ts"
import { type Chapter, type WorldGround, worldLaw } from "./law.ts"
import * as plain from "./plainValues.ts"

/** Asserts that a walk emitted every row once that was in the list all the time, and no row twice. */
export const assertWhole = <A>(given: ReadonlyArray<A>, stayed: ReadonlyArray<A>, message: string) => {
  assert.deepStrictEqual(
    given.filter((row) => stayed.includes(row)),
    stayed,
    message
  )
  assert.strictEqual(new Set(given).size, given.length, `${message}: doubled`)
}

const concurrencies = [1, 4]

/** Asserts that a walk with a page that fails for good emits all rows before it, and can be resumed from there. */
const isResumed = Effect.fnUntraced(function* <Row, Position>(
  { attempts, world }: WorldGround,
  operation: "listRooms" | "listSessions" | "listRecordings",
  idOf: (row: Row) => string,
  walk: (options: {
    readonly concurrency: number
    readonly from?: Position
  }) => Stream.Stream<Page<Row, Position>, unknown>
) {
  const idsFrom = (from?: Position) =>
    Effect.map(Stream.runCollect(walk({ concurrency: 1, ...(from === undefined ? {} : { from }) })), (pages) =>
      pages.flatMap(({ items }) => items.map(idOf))
    )
  const all = yield* idsFrom()
  // Reading the head of a list again is not a request for a later page.
  const pageBehind = fault(operation).when(({ input: { cursor = 0, limit } }) => cursor > 0 && limit !== 1)
  // A request that waits for its retry would wait for every other request in flight.
  for (const concurrency of attempts > 1 ? [1] : concurrencies) {
    const after = concurrency === 1 ? 0 : 1
    const given: Array<string> = []
    let next: Option.Option<Position> = Option.none()
    const pages = Stream.runForEach(walk({ concurrency }), (page) =>
      Effect.sync(() => {
        given.push(...page.items.map(idOf))
        next = page.next
      })
    )
    const result = yield* Effect.result(under({ world }, pageBehind.after(after).respond(500), pages))
    const at = `${operation} fails at page ${after + 2}, ${concurrency} at a time`
    assert.strictEqual(result._tag, "Failure", at)
    assert.isNotEmpty(given, at)
    const rest = Option.isSome(next) ? yield* idsFrom(next.value) : []
    assert.deepStrictEqual([...given, ...rest], all, at)
  }
})

const roomsStayed = Effect.fnUntraced(function* (
  ground: WorldGround,
  before: ReadonlyArray<RoomId>,
  { added, after, concurrency, removed }: { added: number; removed: number; after: number; concurrency: number }
) {
  const { quirks, rooms } = ground
  const moving = fault("listRooms").after(after).times(1).drift({ added, removed })
  // Without a count, only a walk that reads every boundary again notices that a room was deleted.
  const verify = removed > 0 && quirks.roomsCount === "absent"
  const given = yield* under(ground, moving, plain.roomIds(rooms.stream({ concurrency, verify })))
  const left = yield* plain.roomIds(rooms.stream())
  const stayed = before.filter((roomId) => left.includes(roomId))
  assert.deepStrictEqual([stayed.length, left.length], [before.length - removed, before.length - removed + added])
  assertWhole(given, stayed, `+${added} -${removed} at request ${after + 1}, ${concurrency} at a time`)
  return left
})

export const moving: Chapter = {
  title: "lists that change or fail under a walk",
  laws: [
    worldLaw("new rooms during a walk hide no room and repeat none", (ground) =>
      Effect.gen(function* () {
        let list = yield* seedRooms(ground, 22)
        for (const concurrency of concurrencies) {
          for (const after of [1, 2]) {
            list = yield* roomsStayed(ground, list, { added: 3, removed: 0, after, concurrency })
          }
        }
      })
    ),
    worldLaw("deleted rooms during a walk hide no other room", (ground) =>
      Effect.gen(function* () {
        let list = yield* seedRooms(ground, 34)
        for (const concurrency of concurrencies) {
          list = yield* roomsStayed(ground, list, { added: 0, removed: 4, after: 1, concurrency })
          list = yield* roomsStayed(ground, list, { added: 1, removed: 3, after: 2, concurrency })
        }
      })
    ),
    worldLaw("an empty page after a full one ends a walk only once the full one has been read again", (ground) =>
      Effect.gen(function* () {
        const { rooms, world } = ground
        // No count says that rooms were deleted.
        yield* world.setQuirks({ roomsCount: "absent" })
        for (const concurrency of concurrencies) {
          const list = yield* seedRooms(ground, 20)
          // The rooms of the second page move to the first one, which has already been read.
          const meets = fault("listRooms").after(1).times(1).drift({ removed: 10 })
          const given = yield* under(ground, meets, plain.roomIds(rooms.stream({ concurrency })))
          assertWhole(given, list.slice(10), `${concurrency} at a time`)
          yield* Effect.forEach(list.slice(10), world.deleteRoom)
        }
      })
    ),
    worldLaw("new sessions during a walk hide no session and repeat none", (ground) =>
      Effect.gen(function* () {
        const { sessions, world } = ground
        const [room] = yield* seedSessions(world, [23])
        assert(room !== undefined)
        let came = 0
        for (const concurrency of concurrencies) {
          for (const after of [1, 2]) {
            const meets = fault("listSessions").after(after).times(1).drift({ added: 3 })
            const walk = sessions.stream(room.roomId, { limit: 7, concurrency })
            const given = yield* under(ground, meets, Stream.runCollect(walk))
            assertWhole(
              plain.startTimes(given).filter((startTime) => room.startTimes.includes(startTime)),
              room.startTimes,
              `at request ${after + 1}, ${concurrency} at a time`
            )
            assert.strictEqual(new Set(given.map(({ sessionId }) => sessionId)).size, given.length)
            came += 3
            const now = yield* Stream.runCollect(sessions.stream(room.roomId))
            assert.strictEqual(now.length, room.startTimes.length + came)
          }
        }
      })
    ),
    worldLaw("new recordings during a walk hide no recording and repeat none", (ground) =>
      Effect.gen(function* () {
        const { recordings, world } = ground
        yield* seedRecordings(world, 21)
        let list = yield* plain.collect(recordings.stream(), ({ id }) => id)
        for (const concurrency of concurrencies) {
          for (const after of [1, 2]) {
            const meets = fault("listRecordings").after(after).times(1).drift({ added: 2 })
            const walk = plain.collect(recordings.stream({ limit: 7, concurrency }), ({ id }) => id)
            const given = yield* under(ground, meets, walk)
            assertWhole(given, list, `at request ${after + 1}, ${concurrency} at a time`)
            const now = yield* plain.collect(recordings.stream(), ({ id }) => id)
            assert.strictEqual(now.length, list.length + 2)
            list = now
          }
        }
      })
    ),
    worldLaw("a page that fails ends a walk after all rows before it, and the walk can be resumed there", (ground) =>
      Effect.gen(function* () {
        const { recordings, rooms, sessions, world } = ground
        const [room] = yield* seedSessions(world, [15])
        assert(room !== undefined)
        yield* seedRecordings(world, 15)
        yield* seedRooms(ground, 20)
        yield* isResumed(ground, "listRooms", ({ roomId }) => roomId, rooms.pages)
        yield* isResumed<Session, SessionsPosition>(
          ground,
          "listSessions",
          ({ sessionId }) => sessionId,
          (options) => sessions.pages(room.roomId, { limit: 5, ...options })
        )
        yield* isResumed<Recording, number>(
          ground,
          "listRecordings",
          ({ id }) => id,
          (options) => recordings.pages({ limit: 5, ...options })
        )
      })
    )
  ]
}
