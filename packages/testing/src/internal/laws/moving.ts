/**
 * Laws about walks over lists that change or fail meanwhile: nothing is lost, nothing is doubled.
 */
import { assert } from "@effect/vitest"
import type { RoomError } from "@effect-rooms/core/Backend"
import { RoomId } from "@effect-rooms/core/Identifier"
import type { Page } from "@effect-rooms/core/Page"
import type { PaginationError } from "@effect-rooms/core/PaginationError"
import type { Recording } from "@effect-rooms/core/Recording"
import type { Session, SessionsPosition } from "@effect-rooms/core/Session"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { fault } from "../../Fault.ts"
import { failure, under } from "./failure.ts"
import { type Chapter, type WorldGround, worldLaw } from "./law.ts"
import { seedRecordings, seedRooms, seedSessions } from "./past.ts"
import * as plain from "./plain.ts"

/** Every row that was there all the time was given once, and no row twice. */
const assertWhole = <A>(given: ReadonlyArray<A>, stayed: ReadonlyArray<A>, message: string) => {
  assert.deepStrictEqual(
    given.filter((row) => stayed.includes(row)),
    stayed,
    message
  )
  assert.strictEqual(new Set(given).size, given.length, `${message}: doubled`)
}

const concurrencies = [1, 4]

/** A walk of which a page fails for good gives all rows before it, and goes on from there. */
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
  // What waits to be sent again would wait for whatever else is in flight.
  for (const concurrency of attempts > 1 ? [1] : concurrencies) {
    for (const after of concurrency === 1 ? [1] : [2]) {
      const given: Array<string> = []
      let next: Option.Option<Position> = Option.none()
      const pages = Stream.runForEach(walk({ concurrency }), (page) =>
        Effect.sync(() => {
          given.push(...page.items.map(idOf))
          next = page.next
        })
      )
      const result = yield* Effect.result(under({ world }, fault(operation).after(after).respond(500), pages))
      const at = `${operation} fails at request ${after + 1}, ${concurrency} at a time`
      assert.strictEqual(result._tag, "Failure", at)
      assert.isNotEmpty(given, at)
      const rest = Option.isSome(next) ? yield* idsFrom(next.value) : []
      assert.deepStrictEqual([...given, ...rest], all, at)
    }
  }
})

const roomsStayed = Effect.fnUntraced(function* (
  ground: WorldGround,
  before: ReadonlyArray<RoomId>,
  { added, after, concurrency, removed }: { added: number; removed: number; after: number; concurrency: number }
) {
  const { quirks, rooms } = ground
  const moving = fault("listRooms").after(after).times(1).drift({ added, removed })
  // Without a count, only a walk that reads every boundary again sees that a room went.
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
    worldLaw("rooms that come meanwhile hide no room and double none", (ground) =>
      Effect.gen(function* () {
        let list = yield* seedRooms(ground, 22)
        for (const concurrency of concurrencies) {
          for (const after of [1, 2]) {
            list = yield* roomsStayed(ground, list, { added: 3, removed: 0, after, concurrency })
          }
        }
      })
    ),
    worldLaw("rooms that go meanwhile hide no room", (ground) =>
      Effect.gen(function* () {
        let list = yield* seedRooms(ground, 34)
        for (const concurrency of concurrencies) {
          list = yield* roomsStayed(ground, list, { added: 0, removed: 4, after: 1, concurrency })
          list = yield* roomsStayed(ground, list, { added: 1, removed: 3, after: 2, concurrency })
        }
      })
    ),
    worldLaw("sessions that come meanwhile hide no session and double none", (ground) =>
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
    worldLaw("recordings that come meanwhile hide no recording and double none", (ground) =>
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
    worldLaw("a service that leads nowhere ends a walk, and every row before it was given once", (ground) =>
      Effect.gen(function* () {
        const { recordings, rooms, sessions } = ground
        const roomId = RoomId.make("r")
        const row = (id: string) => ({
          sessionId: id,
          startTime: 1,
          endTime: 2,
          createdAt: 1,
          roomLocked: false,
          metadata: null
        })
        const rows = ["a", "b"].map((id) => ({ ...row(id), id, roomId: id, recordingUrl: "u", recordingSize: 1 }))
        const same = {
          // The first page again, whatever was asked for.
          listRooms: { rooms: rows, pageSize: 2, current: 1, nextCursor: 2, prevCursor: 0, count: 20 },
          listSessions: { sessions: rows },
          // A page that leads to itself.
          listRecordings: { recordings: rows, nextCursor: 5 }
        }
        for (const concurrency of concurrencies) {
          const walks = [
            ["listRooms", "WrongPage", rooms.pages({ concurrency })],
            ["listSessions", "RepeatedPage", sessions.pages(roomId, { limit: 2, concurrency })],
            ["listRecordings", "StuckCursor", recordings.pages({ limit: 2, concurrency })]
          ] as const
          for (const [operation, reason, pages] of walks) {
            let given = 0
            const walk = Stream.runForEach<
              Page<unknown, unknown>,
              RoomError | PaginationError,
              never,
              void,
              never,
              never
            >(pages, ({ items }) => Effect.sync(() => void (given += items.length)))
            const error = yield* failure(
              under(ground, fault(operation).respond(200, { body: same[operation] }), walk),
              "PaginationError"
            )
            assert.deepStrictEqual([error.reason._tag, error.emitted, given], [reason, 2, 2])
          }
        }
      })
    ),
    worldLaw("a page that fails ends a walk behind all rows before it, and it goes on from there", (ground) =>
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
