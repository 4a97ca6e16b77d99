import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type Asked, bytesOf, send } from "../../../fixtures/fileHost.ts"
import { bytes, download } from "../../../fixtures/oneDownload.ts"

const version = '{"etag":"\\"v1\\"","size":1000}'

describe("a later run", () => {
  it.effect("asks for what is missing", () =>
    Effect.gen(function* () {
      const outcome = yield* download((asked) => send(asked, bytes), { part: 600, version })
      assert.deepStrictEqual([outcome.code, outcome.stdout, outcome.names], [0, outcome.row("resumed"), ["r1.mp4"]])
      assert.deepStrictEqual([outcome.ranges, outcome.file], [[["bytes=600-", '"v1"']], bytes])
    })
  )

  it.effect("asks nothing where only the name is missing", () =>
    Effect.gen(function* () {
      const outcome = yield* download((asked) => send(asked, bytes), { part: 1000, version })
      assert.deepStrictEqual([outcome.stdout, outcome.ranges, outcome.file], [outcome.row("resumed"), [], bytes])
    })
  )

  it.effect("continues by the modification time without a tag", () =>
    Effect.gen(function* () {
      const lastModified = "Wed, 21 Oct 2026 07:28:00 GMT"
      const headers = { "last-modified": lastModified, date: "Wed, 21 Oct 2026 07:28:01 GMT" }
      const outcome = yield* download((asked) =>
        asked.index === 0
          ? send(asked, bytes, { etag: null, headers, breaksAfter: 100 })
          : send(asked, bytes, { etag: lastModified, headers })
      )
      assert.deepStrictEqual(outcome.ranges[1], ["bytes=100-", lastModified])
    })
  )

  it.effect("doesn't continue by a modification time within the current second, when the file may change again", () =>
    Effect.gen(function* () {
      const now = "Wed, 21 Oct 2026 07:28:00 GMT"
      const outcome = yield* download((asked) =>
        send(asked, bytes, {
          etag: null,
          headers: { "last-modified": now, date: now },
          ...(asked.index === 0 ? { breaksAfter: 100 } : {})
        })
      )
      assert.deepStrictEqual(outcome.ranges[1], [null, null])
    })
  )

  const fresh = bytesOf(1000).reverse()

  /** Of a host that does not look at what the range is asked on. */
  const careless = (asked: Asked, range: string, headers: Readonly<Record<string, string>>) => {
    const [, start, end] = /^bytes (\d+)-(\d+)/.exec(range) ?? []
    return asked.headers.has("range")
      ? new Response(fresh.slice(Number(start), Number(end) + 1), {
          status: 206,
          headers: { "content-range": range, ...headers }
        })
      : send(asked, fresh)
  }

  for (const [name, answer] of [
    ["a file that has changed", (asked: Asked) => send(asked, fresh, { etag: '"v2"' })],
    ["a host that ignores ranges", (asked: Asked) => send(asked, fresh, { ranges: false })],
    ["a part of another file", (asked: Asked) => careless(asked, "bytes 600-999/1000", { etag: '"v2"' })],
    ["a part of a file of another size", (asked: Asked) => careless(asked, "bytes 600-999/1001", { etag: '"v1"' })],
    ["another part than was asked for", (asked: Asked) => careless(asked, "bytes 500-999/1000", { etag: '"v1"' })],
    ["a part of nobody knows what", (asked: Asked) => careless(asked, "bytes", { etag: '"v1"' })],
    [
      "a file that has become shorter than the part (416)",
      (asked: Asked) => (asked.headers.has("range") ? new Response("", { status: 416 }) : send(asked, fresh))
    ]
  ] as const) {
    it.effect(`starts over with ${name}`, () =>
      Effect.gen(function* () {
        const outcome = yield* download(answer, { part: 600, version })
        assert.deepStrictEqual([outcome.code, outcome.stdout], [0, outcome.row("downloaded")])
        assert.deepStrictEqual([outcome.file, outcome.names], [fresh, ["r1.mp4"]])
      })
    )
  }

  it.effect("starts over with a part of another version", () =>
    Effect.gen(function* () {
      const answer = (asked: Asked) =>
        careless(asked, "bytes 600-999/1000", { "last-modified": "Wed, 21 Oct 2026 07:28:00 GMT" })
      const version = '{"lastModified":"Wed, 21 Oct 2026 07:27:00 GMT","size":1000}'
      assert.deepStrictEqual((yield* download(answer, { part: 600, version })).file, fresh)
    })
  )

  for (const [name, left] of [
    ["without a version", {}],
    ["with an unreadable version", { version: '{"etag":' }],
    ["with a version that has no validator", { version: '{"size":1000}' }],
    ["that has nothing in it", { part: 0, version }]
  ] as const) {
    it.effect(`starts over with a part ${name}`, () =>
      Effect.gen(function* () {
        const outcome = yield* download((asked) => send(asked, bytes), { part: 600, ...left })
        assert.deepStrictEqual([outcome.ranges, outcome.stdout], [[[null, null]], outcome.row("downloaded")])
      })
    )
  }

  it.effect("doesn't continue by a weak tag", () =>
    Effect.gen(function* () {
      const outcome = yield* download((asked) =>
        send(asked, bytes, { etag: 'W/"v1"', ...(asked.index === 0 ? { breaksAfter: 100 } : {}) })
      )
      assert.deepStrictEqual(outcome.ranges[1], [null, null])
    })
  )
})
