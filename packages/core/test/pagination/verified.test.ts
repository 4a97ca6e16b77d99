/**
 * `verify` on the sessions of all rooms: neither list has a count, so a deletion between two pages shows at their boundary only.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { AllSessionsOptions } from "../../src/Sessions.ts"
import { serve, walk } from "../fixtures/backend.ts"
import { changingLists } from "../fixtures/changingLists.ts"
import { ids } from "../fixtures/lists.ts"
import { sessionsOf } from "../fixtures/roomsWithSessions.ts"
import type { ListOperations } from "../fixtures/timed.ts"

/** Deletes the first row when the second page is asked for. */
const deletingFirst = <Request extends { readonly cursor?: number }, A, E>(
  rows: Array<string>,
  secondPage: number,
  answer: (request: Request) => Effect.Effect<A, E>
) => {
  let isDeleted = false
  return (request: Request) =>
    Effect.suspend(() => {
      if (request.cursor === secondPage && !isDeleted) {
        isDeleted = true
        rows.shift()
      }
      return answer(request)
    })
}

const sessionsIn = Effect.fnUntraced(function* (
  lists: Pick<ListOperations, "listRooms" | "listSessions">,
  options: AllSessionsOptions
) {
  const { sessions } = yield* serve(lists)
  const { emitted, failure } = yield* walk(sessions.streamAll({ limit: 10, ...options, onRoomError: "fail" }))
  assert.isUndefined(failure)
  return emitted.map(({ session }): string => session.sessionId)
})

describe.each([1, 4])("Sessions.streamAll with verify and concurrency %d", (concurrency) => {
  it.effect("emits the sessions of a room that a deletion hides between two pages of rooms", () =>
    Effect.gen(function* () {
      const rooms = [...ids("room", 25)]
      const { listRooms } = changingLists(rooms, { isCounted: false })
      const listSessions = sessionsOf(rooms.map(() => 1))
      const emitted = yield* sessionsIn(
        { listRooms: deletingFirst(rooms, 2, listRooms), listSessions },
        { concurrency, verify: true }
      )
      assert.deepStrictEqual(
        emitted,
        ids("room", 25).map((id) => `${id}/0`)
      )
    })
  )

  it.effect("emits a session that a deletion hides between two pages of its room", () =>
    Effect.gen(function* () {
      const rows = [...ids("room", 25)]
      const { listRooms } = changingLists(ids("room", 1), { isCounted: false })
      const { listSessions } = changingLists(rows)
      const emitted = yield* sessionsIn(
        { listRooms, listSessions: deletingFirst(rows, 1, listSessions) },
        { concurrency, verify: true }
      )
      assert.deepStrictEqual<ReadonlyArray<string>>(emitted, ids("room", 25))
    })
  )
})
