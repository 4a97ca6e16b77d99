/**
 * The position at which a walk over the sessions of all rooms stopped, kept as JSON, it goes on: with exactly the rest.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { RoomId } from "../../src/Identifier.ts"
import { PaginationError } from "../../src/PaginationError.ts"
import { RoomsPage } from "../../src/Room.ts"
import { AllSessionsPosition } from "../../src/Session.ts"
import type { RoomSessionsPage } from "../../src/Sessions.ts"
import { sends, serve, walk } from "../fixtures/backend.ts"
import { plain, unexpectedStatus } from "../fixtures/errors.ts"
import { ids } from "../fixtures/lists.ts"
import { allNamed, sessionsOf } from "../fixtures/roomsWithSessions.ts"
import { afterAll, heldUp, type ListOperations } from "../fixtures/timed.ts"
import { wireRoom } from "../fixtures/wire.ts"

/** Rooms with several pages of sessions, one page, and none; three rooms a page. */
const counts = [3, 0, 7, 2, 0, 1, 0, 5, 2, 0, 4]
const limit = 2
const pageSize = 3

/** The rooms of these names, and their sessions. */
const lists = (rooms: ReadonlyArray<string>): Partial<ListOperations> => ({
  listRooms: ({ cursor = 1 }) => {
    const page = rooms.slice((cursor - 1) * pageSize, cursor * pageSize)
    return sends(RoomsPage, {
      rooms: page.map((roomId) => wireRoom({ roomId })),
      pageSize: page.length,
      current: cursor,
      nextCursor: cursor * pageSize < rooms.length ? cursor + 1 : null,
      count: rooms.length
    })
  },
  listSessions: sessionsOf(counts)
})

const rooms = ids("room", counts.length)
const newRooms = (count: number) => ids("room", count, 100)

const namesOf = (pages: ReadonlyArray<RoomSessionsPage>): ReadonlyArray<string> =>
  pages.flatMap(({ items }) => items.map((session): string => session.sessionId))

const json = Schema.fromJsonString(Schema.toCodecJson(AllSessionsPosition))

/** A position as it comes back from where it was kept. */
const kept = (position: AllSessionsPosition) =>
  Effect.flatMap(Schema.encodeEffect(json)(position), Schema.decodeEffect(json))

/** Resumes from a position, in a list of these rooms. */
const goOn = Effect.fnUntraced(function* (
  listed: ReadonlyArray<string>,
  position: AllSessionsPosition,
  concurrency: number
) {
  const { calls, sessions } = yield* serve(lists(listed))
  const { emitted, failure } = yield* walk(sessions.pagesAll({ from: yield* kept(position), limit, concurrency }))
  return { calls, names: namesOf(emitted), failure }
})

/** Walks all rooms, and resumes behind every page in a list of other rooms, which must give what the first walk still had. */
const goOnEverywhere = Effect.fnUntraced(function* (
  concurrency: number,
  listedLater: (page: RoomSessionsPage) => ReadonlyArray<string>
) {
  const { sessions } = yield* serve(lists(rooms))
  const { emitted: pages, failure } = yield* walk(sessions.pagesAll({ limit, concurrency }))
  assert.isUndefined(failure)
  assert.deepStrictEqual(namesOf(pages), allNamed(counts))
  // A page for every two sessions, one for a room without any, and one more where it takes an empty page to see the end.
  assert.isAbove(pages.length, counts.length)
  for (const [index, page] of pages.entries()) {
    const resumed = yield* goOn(listedLater(page), page.next, concurrency)
    assert.isUndefined(resumed.failure)
    assert.deepStrictEqual(resumed.names, namesOf(pages.slice(index + 1)), JSON.stringify(page.next))
  }
})

describe("Sessions.pagesAll", () => {
  it.effect("emits each page with its room and the position to resume from", () =>
    Effect.gen(function* () {
      const { sessions } = yield* serve(lists(rooms))
      const { emitted } = yield* walk(sessions.pagesAll({ limit }))
      const positions = emitted.map(({ next, room }) => {
        assert.strictEqual(next.roomId, room.roomId)
        return next
      })
      for (const { roomCount } of emitted) assert.deepStrictEqual(roomCount, Option.some(rooms.length))
      assert.deepStrictEqual<ReadonlyArray<unknown>>(positions.slice(0, 10), [
        { roomId: "room-0", sessions: { cursor: 1, limit } },
        { roomId: "room-0", sessions: { cursor: 3, limit: 1 } },
        { roomId: "room-0" },
        { roomId: "room-1" },
        { roomId: "room-2", sessions: { cursor: 1, limit } },
        { roomId: "room-2", sessions: { cursor: 2, limit } },
        { roomId: "room-2", sessions: { cursor: 3, limit } },
        { roomId: "room-2", sessions: { cursor: 7, limit: 1 } },
        { roomId: "room-2" },
        // On the second page of rooms.
        { roomId: "room-3", rooms: 2, sessions: { cursor: 1, limit } }
      ])
    })
  )

  describe.each([1, 4])("with concurrency %d", (concurrency) => {
    it.effect("resumes behind every page with exactly the rest", () => goOnEverywhere(concurrency, () => rooms))

    it.effect.each([1, 3, 10])("resumes with exactly the rest if %d rooms were created meanwhile", (count) =>
      goOnEverywhere(concurrency, () => [...newRooms(count), ...rooms])
    )

    it.effect("resumes with exactly the rest if the rooms before were deleted meanwhile", () =>
      goOnEverywhere(concurrency, ({ room }) => rooms.slice(rooms.indexOf(room.roomId)))
    )

    it.effect("fails with RoomGone if the room is no longer in the list, and emits nothing", () =>
      Effect.gen(function* () {
        for (const position of [
          { roomId: RoomId.make("room-7"), rooms: 3 },
          { roomId: RoomId.make("room-7"), rooms: 3, sessions: { cursor: 1, limit } },
          { roomId: RoomId.make("room-2") }
        ]) {
          const left = rooms.filter((room) => room !== position.roomId)
          const { failure, names } = yield* goOn(left, position, concurrency)
          assert.deepStrictEqual(names, [])
          assert.instanceOf(failure, PaginationError)
          assert.deepStrictEqual(plain(failure.reason), { _tag: "RoomGone", roomId: position.roomId })
          assert.strictEqual(failure.emitted, 0)
        }
      })
    )
  })

  it.effect("requests the page of rooms at which it stopped, and no room before", () =>
    Effect.gen(function* () {
      const position = { roomId: RoomId.make("room-7"), rooms: 3, sessions: { cursor: 1, limit } }
      const { calls } = yield* goOn(rooms, position, 1)
      const asked = calls.map(({ request }) => JSON.stringify(request))
      // Once to see that the room is there still, and once for the walk.
      assert.deepStrictEqual(asked.slice(0, 3), [
        '{"cursor":3}',
        '{"cursor":3}',
        '{"roomId":"room-7","cursor":1,"limit":2}'
      ])
      assert.deepStrictEqual(
        asked.filter((request) => /room-[0-6]"/.test(request)),
        []
      )
    })
  )

  it.effect("resumes behind a room whose failure was reported", () =>
    Effect.gen(function* () {
      const { sessions } = yield* serve({
        ...lists(rooms),
        listSessions: (request) =>
          request.roomId === "room-2" && (request.cursor ?? 0) > 1
            ? Effect.fail(unexpectedStatus("listSessions"))
            : sessionsOf(counts)(request)
      })
      const { emitted, failure } = yield* walk(sessions.pagesAll({ limit, onRoomError: "report" }))
      assert.isUndefined(failure)
      const failed = emitted.findIndex(({ error }) => error !== undefined)
      const page = emitted[failed]
      const before = emitted[failed - 1]
      if (page === undefined || before === undefined) return assert.fail("no room failed")
      assert.deepStrictEqual(namesOf(emitted.slice(0, failed)), allNamed([3, 0, 4]))
      assert.deepStrictEqual(namesOf([page]), [])
      assert.deepStrictEqual((yield* goOn(rooms, page.next, 1)).names, allNamed(counts, 3))
      // The page before it has the place where it failed.
      const rest = allNamed(counts).slice(allNamed([3, 0, 4]).length)
      assert.deepStrictEqual((yield* goOn(rooms, before.next, 1)).names, rest)
    })
  )

  it.effect.each([{ slow: ["room-0", "room-2", "room-7"] }, { slow: ["room-7"] }, { slow: [] }])(
    "without an order, loses nothing when it resumes behind any page while slower rooms are unfinished: %o",
    ({ slow }) =>
      Effect.gen(function* () {
        const { script } = heldUp(lists(rooms), ({ roomId }) =>
          Effect.sleep(slow.includes(roomId ?? "") ? "1 minute" : "1 second")
        )
        const options = { concurrency: 4, limit, ordered: false }
        const { sessions } = yield* serve(script)
        const { result } = yield* afterAll(walk(sessions.pagesAll(options)))
        assert.deepStrictEqual([...namesOf(result.emitted)].sort(), [...allNamed(counts)].sort())
        for (const [index, { next }] of result.emitted.entries()) {
          for (const ordered of [true, false]) {
            const { sessions } = yield* serve(lists(rooms))
            const rest = yield* walk(sessions.pagesAll({ ...options, ordered, from: yield* kept(next) }))
            const all = new Set([...namesOf(result.emitted.slice(0, index + 1)), ...namesOf(rest.emitted)])
            assert.deepStrictEqual([...all].sort(), [...allNamed(counts)].sort(), JSON.stringify(next))
          }
        }
        // The last page leaves nothing to read.
        const last = result.emitted.at(-1)?.next
        assert.deepStrictEqual(last && (yield* goOn(rooms, last, 1)).names, [])
      })
  )

  it.effect("keeps the position in the room that it resumes with while it reads other rooms, without an order", () =>
    Effect.gen(function* () {
      const from = { roomId: RoomId.make("room-2"), sessions: { cursor: 2, limit } }
      const { script } = heldUp(lists(rooms), ({ roomId }) =>
        Effect.sleep(roomId === "room-2" ? "1 minute" : "1 second")
      )
      const { sessions } = yield* serve(script)
      const pages = sessions.pagesAll({ concurrency: 4, limit, ordered: false, from })
      const { result } = yield* afterAll(walk(Stream.take(pages, 1)))
      assert.deepStrictEqual(
        result.emitted.map(({ next, room }) => ({ next, room: room.roomId })),
        [{ next: from, room: RoomId.make("room-3") }]
      )
    })
  )
})
