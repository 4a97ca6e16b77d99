import { assert, describe, it } from "@effect/vitest"
import { fault } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { Emulator } from "../../src/index.ts"
import { Recordings, Rooms, read, Sessions } from "../fixtures/contract.ts"
import { onlyRoom, past } from "../fixtures/past.ts"
import { get } from "../fixtures/requests.ts"
import { answerOf, exchange } from "../fixtures/sockets.ts"
import { eachWay, faultHeader, inject, outcomes, requestFor } from "../fixtures/wire.ts"

/** Requests a page of a list with these headers. */
const pageOf = <A>(
  schema: Schema.Codec<A, unknown>,
  operation: "listRooms" | "listSessions" | "listRecordings",
  query: string,
  headers: ReadonlyArray<string> = []
) => Effect.flatMap(exchange(requestFor(operation, headers, query)), (bytes) => read(schema, answerOf(bytes)))

const roomIds = ({ rooms }: typeof Rooms.Type) => rooms.map(({ roomId }) => roomId)

describe("a list that drifts between two pages", () => {
  const ways = [
    { by: "header", drift: (action: object) => Effect.succeed([`x-emulator-fault: ${JSON.stringify(action)}`]) },
    {
      by: "rule",
      // The first page succeeds, and the fault applies to the second.
      drift: (action: object) => Effect.as(inject({ operations: ["listRooms"], times: 1, action }), [])
    }
  ] as const

  it.live.each(
    ways.flatMap((way) => [
      { ...way, what: "added", change: { added: 3 }, firstRow: 7, count: 28 },
      { ...way, what: "removed", change: { removed: 3 }, firstRow: 13, count: 22 },
      { ...way, what: "removed, and then added", change: { removed: 4, added: 1 }, firstRow: 13, count: 22 }
    ])
  )("of rooms, rows are $what, by $by", ({ change, count, drift, firstRow }) =>
    Effect.gen(function* () {
      const all = Effect.map(
        Effect.forEach([1, 2, 3], (cursor) => pageOf(Rooms, "listRooms", `?cursor=${cursor}`)),
        (pages) => pages.flatMap(roomIds)
      )
      const before = yield* all
      assert.strictEqual(before.length, 25)
      const headers = yield* drift({ _tag: "Drift", ...change })
      const second = yield* pageOf(Rooms, "listRooms", "?cursor=2", headers)
      assert.strictEqual(second.count, count)
      assert.deepStrictEqual(roomIds(second), before.slice(firstRow, firstRow + 10))
      // The list drifted once and doesn't change any more.
      assert.strictEqual((yield* all).length, count)
    }).pipe(
      Effect.provide(Emulator.layer({ scenario: Effect.succeed({ rooms: Array.from({ length: 25 }, () => ({})) }) }))
    )
  )

  it.live.each(eachWay([{ action: fault("listSessions").drift({ added: 2 }).action }]))(
    "gains new sessions at its head, by $by",
    ({ action, by }) =>
      Effect.gen(function* () {
        const { roomId } = yield* onlyRoom
        const page = (cursor: number, headers: ReadonlyArray<string> = []) =>
          pageOf(Sessions, "listSessions", `?roomId=${roomId}&limit=2&cursor=${cursor}`, headers)
        const first = yield* page(0)
        if (by === "rule") yield* inject({ operations: ["listSessions"], times: 1, action })
        assert.deepStrictEqual(yield* page(1, by === "header" ? [faultHeader(action)] : []), first)
        const now = (yield* page(0)).sessions
        assert.isTrue(now.every(({ endTime, startTime }) => endTime === startTime))
      }).pipe(Effect.provide(Emulator.layer({ scenario: past })))
  )

  it.live("gains new recordings at its head", () =>
    Effect.gen(function* () {
      const header = faultHeader({ _tag: "Drift", added: 1 })
      const first = yield* pageOf(Recordings, "listRecordings", "?limit=2")
      const second = yield* pageOf(Recordings, "listRecordings", "?limit=2&cursor=2", [header])
      assert.deepStrictEqual(second.recordings[0], first.recordings[1])
      assert.strictEqual((yield* pageOf(Recordings, "listRecordings", "")).recordings.length, 4)
    }).pipe(Effect.provide(Emulator.layer({ scenario: past })))
  )

  it.live("belongs to the tenant of the request, and is logged", () =>
    Effect.gen(function* () {
      yield* pageOf(Rooms, "listRooms", "", [faultHeader({ _tag: "Drift", added: 5 })])
      assert.strictEqual((yield* read(Rooms, yield* get("/rooms/get-rooms"))).count, 5)
      assert.deepStrictEqual(yield* outcomes, ["listRooms Success Drift", "listRooms Success"])
    }).pipe(Effect.provide(Emulator.layer()))
  )
})
