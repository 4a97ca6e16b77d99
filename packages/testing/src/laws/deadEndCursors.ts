/**
 * Laws about services whose pages never lead to the end of a list: a walk ends, and its error says why.
 */
import { assert } from "@effect/vitest"
import type { RoomError } from "@effect-rooms/core/Backend"
import { RoomId } from "@effect-rooms/core/Identifier"
import type { Page } from "@effect-rooms/core/Page"
import type { PaginationError } from "@effect-rooms/core/PaginationError"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { fault } from "../Fault.ts"
import { failure, under } from "./failure.ts"
import { seedRecordings, seedRooms } from "./fixtures.ts"
import { type Chapter, type WorldGround, worldLaw } from "./law.ts"
import * as plain from "./plainValues.ts"

type ListName = "listRooms" | "listSessions" | "listRecordings"

const roomId = RoomId.make("a-room")

const sessions = ["a", "b"].map((sessionId) => ({ sessionId, startTime: 1, endTime: 2 }))
const rooms = ["a", "b"].map((roomId) => ({ roomId, createdAt: 1, roomLocked: false, metadata: null }))
const recordings = ["a", "b"].map((id) => ({ id, recordingUrl: "https://recordings.invalid", recordingSize: 1 }))

/** Walks a list whose every page has the same two rows. */
const isEnded = Effect.fnUntraced(function* (
  ground: WorldGround,
  operation: ListName,
  body: Schema.Json,
  reason: PaginationError["reason"]["_tag"],
  pages: (concurrency: number) => Stream.Stream<Page<unknown, unknown>, RoomError | PaginationError>
) {
  for (const concurrency of [1, 4]) {
    let given = 0
    const walk = Stream.runForEach(pages(concurrency), ({ items }) =>
      Effect.sync(() => {
        given += items.length
      })
    )
    const error = yield* failure(under(ground, fault(operation).respond(200, { body }), walk), "PaginationError")
    assert.deepStrictEqual(
      { reason: error.reason._tag, emitted: error.emitted, given, isRetryable: error.isRetryable },
      { reason, emitted: 2, given: 2, isRetryable: false }
    )
  }
})

export const nowhere: Chapter = {
  title: "lists that lead nowhere",
  laws: [
    worldLaw("a service that always returns the first page of rooms fails a walk with WrongPage", (ground) =>
      isEnded(
        ground,
        "listRooms",
        { rooms, pageSize: 2, current: 1, nextCursor: 2, prevCursor: 0, count: 20 },
        "WrongPage",
        (concurrency) => ground.rooms.pages({ concurrency })
      )
    ),
    worldLaw("a page of rooms that leads to itself while rooms are missing fails a walk with StuckCursor", (ground) =>
      isEnded(
        ground,
        "listRooms",
        { rooms, pageSize: 2, current: 1, nextCursor: 1, prevCursor: 0, count: 20 },
        "StuckCursor",
        (concurrency) => ground.rooms.pages({ concurrency })
      )
    ),
    worldLaw("a count of more rooms than the pages contain fails a walk with RowsMissing", (ground) =>
      isEnded(
        ground,
        "listRooms",
        { rooms, pageSize: 2, current: 1, nextCursor: null, prevCursor: 0, count: 20 },
        "RowsMissing",
        (concurrency) => ground.rooms.pages({ concurrency })
      )
    ),
    worldLaw("a walk over rooms ends although every page names a next one", (ground) =>
      Effect.gen(function* () {
        const { rooms, world } = ground
        for (const roomsCount of ["total", "absent"] as const) {
          yield* world.setQuirks({ roomsEnd: "next", roomsCount })
          // The last page is short, and then full.
          for (const more of roomsCount === "total" ? [15, 5] : [5, 5]) {
            yield* seedRooms(ground, more)
            const { tenants } = yield* world.snapshot
            for (const concurrency of [1, 4]) {
              const roomIds = yield* plain.roomIds(rooms.stream({ concurrency }))
              assert.sameMembers(roomIds, tenants[0]?.rooms.map(({ roomId }) => roomId) ?? [])
            }
          }
        }
      })
    ),
    worldLaw("a walk over recordings ends although every page names a next one", ({ recordings, world }) =>
      Effect.gen(function* () {
        yield* world.setQuirks({ recordingsEnd: "next" })
        for (const count of [15, 20]) {
          yield* seedRecordings(world, count === 15 ? 15 : 5)
          for (const concurrency of [1, 4]) {
            const walked = yield* Stream.runCollect(recordings.stream({ limit: 10, concurrency }))
            assert.strictEqual(walked.length, count)
          }
        }
      })
    ),
    worldLaw("a repeated page of sessions fails a walk with RepeatedPage", (ground) =>
      isEnded(ground, "listSessions", { sessions }, "RepeatedPage", (concurrency) =>
        ground.sessions.pages(roomId, { limit: 2, concurrency })
      )
    ),
    worldLaw("a page of recordings that leads to itself fails a walk with StuckCursor", (ground) =>
      isEnded(ground, "listRecordings", { recordings, nextCursor: 5 }, "StuckCursor", (concurrency) =>
        ground.recordings.pages({ limit: 2, concurrency })
      )
    )
  ]
}
