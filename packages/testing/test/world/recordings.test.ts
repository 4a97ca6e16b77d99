import { assert, describe, it } from "@effect/vitest"
import { SessionId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import { World } from "../../src/World.ts"
import { wire } from "../fixtures/wire.ts"
import { createRoom, hold, operations } from "../fixtures/worlds.ts"

/** Recordings that alternate between two sessions of two rooms. `recordingSize` numbers them from 0, the oldest. */
const recordings = Effect.fnUntraced(function* (count: number) {
  const world = yield* World
  const one = yield* hold(yield* createRoom(), 0, 1)
  const other = yield* hold(yield* createRoom(), 2, 3)
  for (let index = 0; index < count; index++) {
    yield* world.record(index % 2 === 0 ? one : other, { recordingSize: index })
  }
  return { one, other }
})

/** The numbers of the recordings of a page, and its next cursor. */
const page = (request: { readonly sessionId?: SessionId; readonly limit?: number; readonly cursor?: number }) =>
  Effect.flatMap(operations(), ({ listRecordings }) =>
    Effect.map(listRecordings(request), (answer) => {
      const { nextCursor, recordings } = wire.recordings(answer)
      return { numbers: recordings.map(({ recordingSize }) => recordingSize), nextCursor }
    })
  )

const down = (newest: number, count: number) => Array.from({ length: count }, (_, index) => newest - index)

describe("recordings", () => {
  it.effect("are empty if nothing was recorded", () =>
    Effect.gen(function* () {
      const { one } = yield* recordings(0)
      assert.deepStrictEqual(yield* page({}), { numbers: [], nextCursor: null })
      assert.deepStrictEqual(yield* page({ sessionId: one }), { numbers: [], nextCursor: null })
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("are listed with their fields", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { listRecordings } = yield* operations()
      const recording = yield* world.record(yield* hold(yield* createRoom(), 0, 1), { recordingSize: 5 })
      assert.deepStrictEqual(wire.recordings(yield* listRecordings({})), { nextCursor: null, recordings: [recording] })
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("are listed newest first, for all sessions or for one", () =>
    Effect.gen(function* () {
      const { one, other } = yield* recordings(5)
      assert.deepStrictEqual(yield* page({}), { numbers: [4, 3, 2, 1, 0], nextCursor: null })
      assert.deepStrictEqual(yield* page({ sessionId: one }), { numbers: [4, 2, 0], nextCursor: null })
      assert.deepStrictEqual(yield* page({ sessionId: other }), { numbers: [3, 1], nextCursor: null })
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect.each([
    { limit: 3, numbers: [6, 5, 4], nextCursor: 3 },
    { limit: 3, cursor: 0, numbers: [6, 5, 4], nextCursor: 3 },
    { limit: 3, cursor: 3, numbers: [3, 2, 1], nextCursor: 6 },
    { limit: 3, cursor: 6, numbers: [0], nextCursor: null },
    { limit: 3, cursor: 4, numbers: [2, 1, 0], nextCursor: null },
    { limit: 3, cursor: 7, numbers: [], nextCursor: null },
    { limit: 7, numbers: [6, 5, 4, 3, 2, 1, 0], nextCursor: null },
    { limit: 6, numbers: [6, 5, 4, 3, 2, 1], nextCursor: 6 },
    { limit: 1000, cursor: 5, numbers: [1, 0], nextCursor: null }
  ])("skip cursor rows: limit $limit, cursor $cursor of seven", (row) =>
    Effect.gen(function* () {
      yield* recordings(7)
      const { nextCursor, numbers, ...request } = row
      assert.deepStrictEqual(yield* page(request), { numbers, nextCursor })
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("of one session have their own limit and cursor", () =>
    Effect.gen(function* () {
      const { one: sessionId } = yield* recordings(7)
      assert.deepStrictEqual(yield* page({ sessionId, limit: 3 }), { numbers: [6, 4, 2], nextCursor: 3 })
      assert.deepStrictEqual(yield* page({ sessionId, limit: 3, cursor: 3 }), { numbers: [0], nextCursor: null })
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("come in pages of 20 by default", () =>
    Effect.gen(function* () {
      yield* recordings(23)
      assert.deepStrictEqual(yield* page({}), { numbers: down(22, 20), nextCursor: 20 })
      assert.deepStrictEqual(yield* page({ cursor: 20 }), { numbers: [2, 1, 0], nextCursor: null })
    }).pipe(Effect.provide(World.layer()))
  )

  it.effect("are empty for an unknown session", () =>
    Effect.gen(function* () {
      yield* recordings(3)
      assert.deepStrictEqual(yield* page({ sessionId: SessionId.make("nope") }), { numbers: [], nextCursor: null })
    }).pipe(Effect.provide(World.layer()))
  )
})
