import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Operations } from "../src/Backend.ts"
import { SessionId } from "../src/Identifier.ts"
import { evidenceFor } from "../src/operations/evidence.ts"
import { PaginationError, StuckCursor } from "../src/PaginationError.ts"
import { RecordingsPage } from "../src/Recording.ts"
import type { RecordingsOptions } from "../src/Recordings.ts"
import { type Call, inTurn, sends, serve, walk } from "./fixtures/backend.ts"
import { plain, unexpectedStatus } from "./fixtures/errors.ts"
import { ends, ids, recordingsList, recordingsPage } from "./fixtures/lists.ts"
import { decode } from "./fixtures/schema.ts"
import { wireRecordingsPage } from "./fixtures/wire.ts"

const sessionId = SessionId.make("session-1")

/** The requests for the first page, and for the pages at these cursors. */
const requests = (asked: RecordingsOptions, ...cursors: ReadonlyArray<number>): ReadonlyArray<Call> => [
  { operation: "listRecordings", request: asked },
  ...cursors.map((cursor) => ({ operation: "listRecordings" as const, request: { ...asked, cursor } }))
]

/** Walks all recordings of a list. */
const walkRecordings = Effect.fnUntraced(function* (
  listRecordings: Operations["listRecordings"],
  options?: RecordingsOptions
) {
  const { calls, recordings } = yield* serve({ listRecordings })
  const { emitted, failure } = yield* walk(recordings.stream(options))
  return { calls, emitted: emitted.map((recording): string => recording.id), failure }
})

describe("Recordings.page", () => {
  it.effect("returns the response to one request, sent as given", () =>
    Effect.gen(function* () {
      const { calls, recordings } = yield* serve({ listRecordings: () => sends(RecordingsPage, wireRecordingsPage()) })
      assert.deepStrictEqual(yield* recordings.page(), decode(RecordingsPage, wireRecordingsPage()))
      yield* recordings.page({ sessionId, limit: 5, cursor: 3 })
      assert.deepStrictEqual(calls, [
        { operation: "listRecordings", request: {} },
        { operation: "listRecordings", request: { sessionId, limit: 5, cursor: 3 } }
      ])
    })
  )
})

describe("Recordings.stream", () => {
  describe.each(ends)("if the last page has %s as its next cursor", (end) => {
    it.effect("emits every recording once", () =>
      Effect.gen(function* () {
        const { calls, emitted, failure } = yield* walkRecordings(recordingsList({ count: 45, end }))
        assert.isUndefined(failure)
        assert.deepStrictEqual(emitted, ids("recording", 45))
        assert.deepStrictEqual(calls, requests({ limit: 20 }, 1, 2))
      })
    )

    it.effect("ends immediately for an empty list", () =>
      Effect.gen(function* () {
        const { calls, emitted, failure } = yield* walkRecordings(recordingsList({ count: 0, end }))
        assert.isUndefined(failure)
        assert.deepStrictEqual(emitted, [])
        assert.deepStrictEqual(calls, requests({ limit: 20 }))
      })
    )
  })

  it.effect("requests the given session and page size on every page", () =>
    Effect.gen(function* () {
      const { calls } = yield* walkRecordings(recordingsList({ count: 12 }), { sessionId, limit: 5 })
      assert.deepStrictEqual(calls, requests({ sessionId, limit: 5 }, 1, 2))
    })
  )

  it.effect("loses nothing if the service silently caps the limit", () =>
    Effect.gen(function* () {
      const { calls, emitted, failure } = yield* walkRecordings(recordingsList({ count: 45, most: 20 }), { limit: 100 })
      assert.isUndefined(failure)
      assert.deepStrictEqual(emitted, ids("recording", 45))
      assert.deepStrictEqual(calls, requests({ limit: 100 }, 1, 2))
    })
  )

  it.effect("continues after a short page and after an empty one", () =>
    Effect.gen(function* () {
      const { emitted, failure } = yield* walkRecordings(
        inTurn(
          recordingsPage(ids("recording", 3), 1),
          recordingsPage([], 2),
          recordingsPage(ids("recording", 20, 3), null)
        )
      )
      assert.isUndefined(failure)
      assert.deepStrictEqual(emitted, ids("recording", 23))
    })
  )

  it.effect("follows cursors that count rows instead of pages", () =>
    Effect.gen(function* () {
      const { calls, emitted } = yield* walkRecordings(
        inTurn(recordingsPage(ids("recording", 20), 20), recordingsPage(ids("recording", 4, 20), null))
      )
      assert.deepStrictEqual(emitted, ids("recording", 24))
      assert.deepStrictEqual(calls, requests({ limit: 20 }, 20))
    })
  )

  const size = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 }))
  const count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 }))

  it.effect.prop(
    "emits every recording once and in order, whatever the limit and the clamp",
    { count, limit: size, most: size, end: Schema.Literals(["null", "absent", "0"]) },
    (list) =>
      Effect.gen(function* () {
        const { emitted, failure } = yield* walkRecordings(recordingsList(list), { limit: list.limit })
        assert.isUndefined(failure)
        assert.deepStrictEqual(emitted, ids("recording", list.count))
      })
  )

  it.effect("requests only the pages that are consumed", () =>
    Effect.gen(function* () {
      for (const [taken, asked] of [
        [1, 1],
        [20, 1],
        [21, 2]
      ] as const) {
        const { calls, recordings } = yield* serve({ listRecordings: recordingsList({ count: 100 }) })
        const emitted = yield* Stream.runCollect(Stream.take(recordings.stream(), taken))
        assert.strictEqual(emitted.length, taken)
        assert.strictEqual(calls.length, asked)
      }
    })
  )

  it.effect.each([
    { how: "itself", next: 2 },
    { how: "a page before it", next: 1 },
    { how: "a negative page", next: -1 }
  ])("fails where a full page names $how as the next one, with everything before it emitted", ({ next }) =>
    Effect.gen(function* () {
      const { calls, emitted, failure } = yield* walkRecordings(
        inTurn(
          recordingsPage(ids("recording", 20), 2),
          recordingsPage(ids("recording", 20, 20), next),
          recordingsPage(ids("recording", 19, 20), next),
          recordingsPage(ids("recording", 20, 20), next)
        )
      )
      assert.deepStrictEqual(emitted, ids("recording", 40))
      assert.instanceOf(failure, PaginationError)
      const reason = new StuckCursor({ asked: 2, next })
      const evidence = evidenceFor("listRecordings", 200)
      assert.deepStrictEqual(plain(failure), plain(new PaginationError({ reason, emitted: 40, evidence })))
      // Asked for a row less, a service whose cursors move would name a page behind it. The list may have become shorter
      // just then: the page itself, read again, tells.
      assert.deepStrictEqual(calls, [
        ...requests({ limit: 20 }, 2),
        { operation: "listRecordings", request: { limit: 19, cursor: 2 } },
        { operation: "listRecordings", request: { limit: 20, cursor: 2 } }
      ])
    })
  )

  it.effect("fails as a page fails, with everything before it emitted", () =>
    Effect.gen(function* () {
      const broken = unexpectedStatus("listRecordings")
      const { calls, emitted, failure } = yield* walkRecordings(
        inTurn(recordingsPage(ids("recording", 20), 1), Effect.fail(broken))
      )
      assert.deepStrictEqual(emitted, ids("recording", 20))
      assert.strictEqual(failure, broken)
      assert.deepStrictEqual(calls, requests({ limit: 20 }, 1))
    })
  )
})

describe("Recordings.pages", () => {
  it.effect("emits each page with the cursor that follows it", () =>
    Effect.gen(function* () {
      const { recordings } = yield* serve({ listRecordings: recordingsList({ count: 25 }) })
      const { emitted } = yield* walk(recordings.pages())
      assert.deepStrictEqual(
        emitted.map(({ items, next }) => ({ items: items.map((recording): string => recording.id), next })),
        [
          { items: ids("recording", 20), next: Option.some(1) },
          { items: ids("recording", 5, 20), next: Option.none() }
        ]
      )
    })
  )

  it.effect.each(ends)("continues from the cursor of any page if the last page has %s as its next cursor", (end) =>
    Effect.gen(function* () {
      const listRecordings = recordingsList({ count: 45, most: 10, end })
      const { recordings } = yield* serve({ listRecordings })
      let seen = 0
      for (const page of (yield* walk(recordings.pages({ limit: 10 }))).emitted) {
        seen += page.items.length
        if (Option.isNone(page.next)) continue
        const resumed = yield* walkRecordings(listRecordings, { limit: 10, from: page.next.value })
        assert.isUndefined(resumed.failure)
        assert.deepStrictEqual(resumed.emitted, ids("recording", 45 - seen, seen))
      }
      assert.strictEqual(seen, 45)
    })
  )
})
