import { renameSync, rmSync, writeFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { rooms } from "../../../fixtures/command.ts"
import { folder } from "../../../fixtures/emulator.ts"
import { type Asked, listed, send, withFiles } from "../../../fixtures/fileHost.ts"
import { bytes, download, recording } from "../../../fixtures/oneDownload.ts"

describe("a download", () => {
  it.effect("asks for the bytes as they are, and leaves the file alone in the folder", () =>
    Effect.gen(function* () {
      const { asked, code, names, row, stdout } = yield* download((asked) => send(asked, bytes))
      assert.deepStrictEqual([code, stdout, names], [0, row("downloaded"), ["r1.mp4"]])
      assert.deepStrictEqual(
        asked.map(({ headers }) => headers.get("accept-encoding")),
        ["identity"]
      )
    })
  )

  it.effect("continues a broken connection, as often as it makes progress", () =>
    Effect.gen(function* () {
      const outcome = yield* download((asked) => send(asked, bytes, { breaksAfter: 150 }))
      assert.deepStrictEqual([outcome.code, outcome.stdout], [0, outcome.row("downloaded")])
      assert.deepStrictEqual(
        outcome.ranges,
        [0, 150, 300, 450, 600, 750, 900].map((at) => (at === 0 ? [null, null] : [`bytes=${at}-`, '"v1"']))
      )
    })
  )

  it.effect("continues a stalled connection after 30 seconds", () =>
    Effect.gen(function* () {
      const outcome = yield* download((asked) => send(asked, bytes, asked.index === 0 ? { stallsAfter: 400 } : {}))
      assert.deepStrictEqual([outcome.code, outcome.stdout], [0, outcome.row("downloaded")])
      assert.deepStrictEqual(outcome.ranges, [
        [null, null],
        ["bytes=400-", '"v1"']
      ])
    })
  )

  it.effect("gives up on a host that never sends more, and keeps what there is", () =>
    Effect.gen(function* () {
      const outcome = yield* download((asked) => send(asked, bytes, { breaksAfter: 150, ranges: false }))
      assert.deepStrictEqual([outcome.code, outcome.stdout, outcome.ranges.length], [6, "", 5])
      assert.match(outcome.stderr, /^rooms: recording "r1": the connection to files\.example\.com broke off: the cable/)
      assert.deepStrictEqual(outcome.names, [".r1.mp4.part", ".r1.mp4.part.json"])
    })
  )

  it.effect("gives up on a host that never answers", () =>
    Effect.gen(function* () {
      const outcome = yield* download(() => new Promise(() => {}))
      assert.deepStrictEqual([outcome.code, outcome.ranges.length, outcome.names], [6, 5, []])
      assert.match(outcome.stderr, /files\.example\.com doesn't respond/)
    })
  )

  it.effect("never takes a body that is too short for the file", () =>
    Effect.gen(function* () {
      const short = (asked: Asked) =>
        send(asked, bytes.subarray(0, 900), { ranges: false, headers: { "content-length": "1000" } })
      const outcome = yield* download(short)
      assert.deepStrictEqual([outcome.code, outcome.stdout, outcome.file], [6, "", undefined])
      assert.match(outcome.stderr, /stopped after 900 of 1000 bytes/)
    })
  )

  it.effect("takes a file without a length where the end of the body can be seen", () =>
    Effect.gen(function* () {
      const chunked = () => new Response(bytes, { headers: { "transfer-encoding": "chunked" } })
      const outcome = yield* download(chunked, { listed: listed("r1", 7) })
      assert.deepStrictEqual([outcome.code, outcome.stdout], [0, outcome.row("downloaded")])
    })
  )

  it.effect("accepts a file of unknown length only if it has the listed size", () =>
    Effect.gen(function* () {
      const right = yield* download(() => new Response(bytes))
      assert.deepStrictEqual([right.code, right.stdout], [0, right.row("downloaded")])
      const wrong = yield* download(() => new Response(bytes), { listed: listed("r1", 7) })
      assert.deepStrictEqual([wrong.code, wrong.file], [6, undefined])
      assert.match(wrong.stderr, /doesn't send its size/)
    })
  )

  it.effect("refuses what is compressed: nobody could say where its bytes belong", () =>
    Effect.gen(function* () {
      const outcome = yield* download((asked) => send(asked, bytes, { headers: { "content-encoding": "gzip" } }))
      assert.deepStrictEqual([outcome.code, outcome.names], [6, []])
    })
  )

  it.effect("waits as long as a host asks for, up to a minute", () =>
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const times: Array<number> = []
      const busy = (after: string) => new Response("", { status: 503, headers: { "retry-after": after } })
      const outcome = yield* download((asked) => {
        times.push(clock.currentTimeMillisUnsafe())
        return asked.index === 0 ? busy("20") : send(asked, bytes)
      })
      assert.deepStrictEqual([outcome.code, times.length], [0, 2])
      assert.isAtLeast((times[1] ?? 0) - (times[0] ?? 0), 20_000)
      const hopeless = yield* download(() => busy("61"))
      assert.deepStrictEqual([hopeless.code, hopeless.ranges.length], [6, 1])
    })
  )

  it.effect.each([
    [408, 5],
    [425, 5],
    [429, 5],
    [500, 5],
    [503, 5],
    [400, 1],
    [404, 1],
    [204, 1],
    [206, 1],
    [304, 1]
  ] as const)("asks again where it may be answered another time: %s", ([status, times]) =>
    Effect.gen(function* () {
      const { asked, names } = yield* download(() => new Response(null, { status }))
      assert.deepStrictEqual([asked.length, names], [times, []])
    })
  )
})

describe("another process in the same folder", () => {
  /** Runs between the first byte of the body and the last. */
  const during = (change: (at: (name: string) => string) => void) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { at, names, path } = yield* folder
        const service = withFiles([recording], () => {
          const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
            {
              start: (controller) => controller.enqueue(bytes.subarray(0, 1)),
              pull: async (controller) => {
                while (!names().includes(".r1.mp4.part.json")) await new Promise(setImmediate)
                change(at)
                controller.enqueue(bytes.subarray(1))
                controller.close()
              }
            },
            { highWaterMark: 0 }
          )
          return new Response(body, { headers: { "content-length": "1000", etag: '"v1"' } })
        })
        const outcome = yield* rooms(["recordings", "download", "--to", path], { service })
        return { ...outcome, names: names() }
      })
    )

  it.effect("leaves the file to another process that restarted the download", () =>
    Effect.gen(function* () {
      const { code, names, stderr } = yield* during((at) => {
        rmSync(at(".r1.mp4.part"))
        writeFileSync(at(".r1.mp4.part"), "of another")
      })
      assert.deepStrictEqual([code, names], [2, [".r1.mp4.part", ".r1.mp4.part.json"]])
      assert.match(stderr, /another process/)
    })
  )

  it.effect("that gave the same file its name has done so for both", () =>
    Effect.gen(function* () {
      const { code, names } = yield* during((at) => {
        renameSync(at(".r1.mp4.part"), at("r1.mp4"))
        rmSync(at(".r1.mp4.part.json"))
      })
      assert.deepStrictEqual([code, names], [0, ["r1.mp4"]])
    })
  )
})
