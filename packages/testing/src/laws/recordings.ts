/**
 * Laws about recordings: in their list and in their session's, pages, and walks.
 */
import { assert } from "@effect/vitest"
import { PeerId, SessionId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { Quirks } from "../Quirks.ts"
import { numbers, seedRecordings } from "./fixtures.ts"
import { type Chapter, worldLaw } from "./law.ts"
import * as plain from "./plainValues.ts"

/** The sizes of seeded recordings, in the order of the list. */
const newestFirst = (count: number) => numbers(count).map((index) => count - index)

/** Returns the cursor after this many rows, for pages of this size. */
const cursorAt = ({ recordingsCursor }: Quirks, skip: number, size: number): number => {
  switch (recordingsCursor) {
    case "offset":
      return skip
    case "page":
      return skip / size + 1
    case "opaque":
      return 7 * skip + 3
  }
}

export const recordings: Chapter = {
  title: "recordings",
  laws: [
    worldLaw("a recording is in the list of all recordings and in that of its session, newest first", (ground) =>
      Effect.gen(function* () {
        const { recordings, rooms, world } = ground
        const peerId = PeerId.make("ada")
        const { roomId } = yield* rooms.create({})
        const first = yield* world.join(roomId, { peerId })
        const a = yield* world.record(first.sessionId, { recordingSize: 1_234.5 })
        const b = yield* world.record(first.sessionId)
        yield* world.leave(roomId, peerId)
        const second = yield* world.join(roomId, { peerId })
        const c = yield* world.record(second.sessionId, { recordingSize: 0 })
        const d = yield* world.record(first.sessionId)
        const third = yield* world.join((yield* rooms.create({})).roomId)
        const listed = (sessionId?: SessionId) =>
          Stream.runCollect(recordings.stream(sessionId === undefined ? {} : { sessionId }))
        assert.deepStrictEqual(yield* listed(), [d, c, b, a])
        assert.deepStrictEqual(yield* listed(first.sessionId), [d, b, a])
        assert.deepStrictEqual(yield* listed(second.sessionId), [c])
        assert.deepStrictEqual(yield* listed(third.sessionId), [])
        assert.deepStrictEqual(yield* listed(SessionId.make("nobody's/?&#é")), [])
        assert.deepStrictEqual((yield* recordings.page({ sessionId: first.sessionId, limit: 2 })).recordings, [d, b])
      })
    ),
    worldLaw(
      "pages have the requested size, or the largest that the service allows, and lead to the next page",
      (ground) =>
        Effect.gen(function* () {
          const { quirks, recordings, world } = ground
          yield* seedRecordings(world, 21)
          const all = newestFirst(21)
          for (const limit of [7, 20, 50]) {
            const size = quirks.mostRecordings === "asked" ? limit : Math.min(limit, quirks.mostRecordings)
            let cursor: number | undefined
            for (let skip = 0; skip < 21; skip += size) {
              const page = yield* recordings.page({ limit, ...(cursor === undefined ? {} : { cursor }) })
              assert.deepStrictEqual(plain.sizes(page.recordings), all.slice(skip, skip + size))
              const isLast = skip + size >= 21
              const end = {
                null: null,
                absent: null,
                zero: 0,
                current: cursor ?? (quirks.recordingsCursor === "page" ? 1 : 0),
                next: cursorAt(quirks, skip + size, size)
              }
              const next = end[isLast ? quirks.recordingsEnd : "next"]
              assert.strictEqual(Option.getOrNull(page.nextCursor), next, `limit ${limit}, behind ${skip}`)
              cursor = next ?? undefined
            }
          }
        })
    ),
    worldLaw(
      "a walk emits every recording once, newest first, with one request at a time or four",
      ({ recordings, world }) =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* Stream.runCollect(recordings.stream()), [])
          // Later recordings are in another session.
          let sizes: ReadonlyArray<number> = []
          for (const [count, limits] of [
            [1, [20]],
            [19, [20]],
            [22, [20, 7]]
          ] as const) {
            yield* seedRecordings(world, count)
            sizes = [...newestFirst(count), ...sizes]
            for (const limit of limits) {
              for (const concurrency of [1, 4]) {
                const walked = yield* Stream.runCollect(recordings.stream({ limit, concurrency }))
                assert.deepStrictEqual(plain.sizes(walked), sizes, `limit ${limit}, ${concurrency} at a time`)
                assert.strictEqual(new Set(walked.map(({ id }) => id)).size, walked.length)
              }
            }
          }
        })
    ),
    worldLaw("a walk can be resumed from the position of any page", ({ recordings, world }) =>
      Effect.gen(function* () {
        yield* seedRecordings(world, 21)
        const all = newestFirst(21)
        let given = 0
        for (const { items, next } of yield* Stream.runCollect(recordings.pages({ limit: 5 }))) {
          assert.deepStrictEqual(plain.sizes(items), all.slice(given, given + items.length))
          given += items.length
          if (next._tag === "None") continue
          for (const concurrency of [1, 4]) {
            const rest = yield* Stream.runCollect(recordings.stream({ from: next.value, limit: 5, concurrency }))
            assert.deepStrictEqual(plain.sizes(rest), all.slice(given))
          }
        }
        assert.strictEqual(given, 21)
      })
    ),
    worldLaw("a walk requests no more pages than needed", ({ recordings, world }) =>
      Effect.gen(function* () {
        yield* seedRecordings(world, 21)
        yield* Stream.runDrain(Stream.take(recordings.stream({ limit: 5 }), 3))
        assert.deepStrictEqual(
          (yield* world.log).map(({ input }) => input),
          [{ limit: 5 }]
        )
      })
    )
  ]
}
