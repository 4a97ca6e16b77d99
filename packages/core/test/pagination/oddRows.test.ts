/**
 * Rows that a service gives twice, and cursors that are keys of rows.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { PaginationError } from "../../src/PaginationError.ts"
import { RoomsPage } from "../../src/Room.ts"
import { SessionsPage } from "../../src/Session.ts"
import { sends } from "../fixtures/backend.ts"
import { recordingsPage } from "../fixtures/lists.ts"
import { walkList } from "../fixtures/walks.ts"
import { wireRoom, wireSession } from "../fixtures/wire.ts"

const newest = 1_700_000_000_000

describe.each([1, 4])("with concurrency %d", (concurrency) => {
  it.effect("emits a room once if a page shows it twice", () =>
    Effect.gen(function* () {
      const rooms = ["a", "b", "a", "c"].map((roomId, index) => wireRoom({ roomId, createdAt: newest - index }))
      const { emitted, failure } = yield* walkList(
        "rooms",
        { listRooms: () => sends(RoomsPage, { rooms, pageSize: 4, current: 1, nextCursor: null, count: 3 }) },
        { concurrency }
      )
      assert.isUndefined(failure)
      assert.deepStrictEqual(emitted, ["a", "b", "c"])
    })
  )

  it.effect("emits a session once if it was pushed onto the next page and has an earlier time there", () =>
    Effect.gen(function* () {
      const pages = [
        [
          { sessionId: "a", startTime: newest },
          { sessionId: "b", startTime: newest - 1_000 }
        ],
        [
          { sessionId: "b", startTime: newest - 5_000 },
          { sessionId: "c", startTime: newest - 6_000 }
        ],
        []
      ]
      const { emitted, failure } = yield* walkList(
        "sessions",
        {
          listSessions: ({ cursor = 0 }) =>
            sends(SessionsPage, { sessions: (pages[cursor] ?? []).map((session) => wireSession(session)) })
        },
        { concurrency, limit: 2 }
      )
      assert.isUndefined(failure)
      assert.deepStrictEqual(emitted, ["a", "b", "c"])
    })
  )

  it.effect("doesn't take a short page for the end if its cursor is a key that goes down", () =>
    Effect.gen(function* () {
      // The cursor is the number of the last row on the page, and rows come from 999 down. Row 970 is left out.
      const { emitted, failure } = yield* walkList(
        "recordings",
        {
          listRecordings: ({ cursor = 1_000, limit = 20 }) => {
            const numbers = Array.from({ length: Math.min(limit, cursor) }, (_, index) => cursor - 1 - index)
            const shown = numbers.filter((number) => number !== 970)
            return recordingsPage(
              shown.map((number) => `recording-${number}`),
              numbers.at(-1) ?? null
            )
          }
        },
        { concurrency, limit: 20 }
      )
      assert(failure instanceof PaginationError)
      assert.strictEqual(failure.reason._tag, "StuckCursor")
      assert.strictEqual(failure.emitted, emitted.length)
    })
  )
})
