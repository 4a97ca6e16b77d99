import { readFileSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { folder } from "../fixtures/emulator.ts"
import { runProcess, startShell } from "../fixtures/process.ts"
import { sendJson, serve } from "../fixtures/server.ts"
import { rowsOf } from "../fixtures/wire.ts"

const megabyte = Uint8Array.from({ length: 1 << 20 }, (_, at) => (at * 7) % 251)

/** A body of this length: a megabyte again and again, from `start` on, as fast as it is read. */
const write = (response: ServerResponse, start: number, end: number, ending: () => void): void => {
  let at = start
  const more = (): void => {
    while (at < end) {
      const from = at % megabyte.length
      const piece = megabyte.subarray(from, Math.min(megabyte.length, from + end - at))
      at += piece.length
      if (!response.write(piece)) {
        response.once("drain", more)
        return
      }
    }
    ending()
  }
  more()
}

interface Host {
  readonly size: number
  /** Called when part of a response was written. Default: the rest is written. */
  readonly until?: (start: number) => { readonly end: number; readonly ending: (response: ServerResponse) => void }
}

/** The host of a file, and a service that lists it: they are two servers, so that none gets what is the other's. */
const serveFile = Effect.fnUntraced(function* ({ size, until }: Host) {
  const asked: Array<{ readonly range: string | undefined; readonly apiKey: unknown }> = []
  const files = yield* serve((request: IncomingMessage, response) => {
    const { range } = request.headers
    asked.push({ range, apiKey: request.headers["x-api-key"] })
    const start = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0)
    response.writeHead(start === 0 ? 200 : 206, {
      etag: '"v1"',
      "content-length": size - start,
      ...(start === 0 ? {} : { "content-range": `bytes ${start}-${size - 1}/${size}` })
    })
    const { end, ending } = until?.(start) ?? { end: size, ending: (response) => response.end() }
    write(response, start, Math.min(end, size), () => ending(response))
  })
  const url = yield* serve((_, response) =>
    sendJson(response, {
      nextCursor: null,
      recordings: [{ id: "r1", recordingUrl: `${files}/r1.mp4`, recordingSize: size }]
    })
  )
  return { asked, environment: { ROOMS_BASE_URL: url, ROOMS_API_KEY: "k-of-the-service" } }
})

const whole = (size: number) => Uint8Array.from({ length: size }, (_, at) => megabyte[at % megabyte.length] ?? 0)

const contents = (path: string) => new Uint8Array(readFileSync(path))

const download = (to: string) => ["recordings", "download", "--to", to]

describe("rooms recordings download, as a process", () => {
  it.live("continues after its host breaks the connection, without sending the API key", () =>
    Effect.gen(function* () {
      const size = 5_000_000
      const { at, names, path } = yield* folder
      const { asked, environment } = yield* serveFile({
        size,
        until: (start) => ({ end: start + 2_000_000, ending: (response) => response.destroy() })
      })
      const { code, stderr, stdout } = yield* runProcess(download(path), environment)
      assert.deepStrictEqual(
        [code, rowsOf(stdout)],
        [0, [{ id: "r1", file: at("r1.mp4"), bytes: size, status: "downloaded" }]]
      )
      assert.match(stderr, /^1 downloaded: 5\.0 MB in \S+\n$/)
      assert.deepStrictEqual([names(), contents(at("r1.mp4"))], [["r1.mp4"], whole(size)])
      assert.isAbove(asked.length, 1)
      for (const { apiKey } of asked) assert.isUndefined(apiKey)
    }).pipe(Effect.scoped)
  )

  for (const [signal, code] of [
    ["SIGKILL", 137],
    ["SIGINT", 130],
    ["SIGTERM", 130]
  ] as const) {
    it.live(`keeps its part after ${signal}, and a later run continues it`, () =>
      Effect.gen(function* () {
        const size = 3_000_000
        const { at, names, path } = yield* folder
        const isThere = Promise.withResolvers<void>()
        let runs = 0
        const { asked, environment } = yield* serveFile({
          size,
          until: () =>
            runs++ === 0
              ? { end: 2_000_000, ending: () => isThere.resolve() }
              : { end: size, ending: (response) => response.end() }
        })
        // The shell reports a signal in its exit code.
        const running = yield* startShell('"$@" & echo $!; wait $!; exit $?', download(path), environment)
        yield* Effect.promise(() => running.stdout.shows("\n"))
        yield* Effect.promise(() => isThere.promise)
        // The bytes that were sent are being written.
        yield* Effect.promise(async () => {
          while (!names().includes(".r1.mp4.part") || contents(at(".r1.mp4.part")).length < 1_000_000)
            await new Promise(setImmediate)
        })
        process.kill(Number(running.stdout.text()), signal)
        const interrupted = yield* running.ended
        assert.strictEqual(interrupted.code, code)
        assert.deepStrictEqual(names(), [".r1.mp4.part", ".r1.mp4.part.json"])
        if (signal !== "SIGKILL") assert.strictEqual(interrupted.stderr, "1 not finished\n")
        const { code: end, stdout } = yield* runProcess(download(path), environment)
        assert.deepStrictEqual([end, rowsOf(stdout)[0]?.status, names()], [0, "resumed", ["r1.mp4"]])
        assert.match(asked[1]?.range ?? "", /^bytes=[1-9]\d+-$/)
        assert.deepStrictEqual(contents(at("r1.mp4")), whole(size))
      }).pipe(Effect.scoped)
    )
  }

  it.live("may run twice at once: the file is whole", () =>
    Effect.gen(function* () {
      const size = 20_000_000
      const { at, names, path } = yield* folder
      const { environment } = yield* serveFile({ size })
      const both = yield* Effect.all(
        [runProcess(download(path), environment), runProcess(download(path), environment)],
        {
          concurrency: "unbounded"
        }
      )
      // One may find that the other has restarted its download.
      assert.include(
        both.map(({ code }) => code),
        0
      )
      assert.deepStrictEqual([names(), contents(at("r1.mp4"))], [["r1.mp4"], whole(size)])
    }).pipe(Effect.scoped)
  )

  it.live.skipIf(process.platform !== "linux")("holds a file of any size in little memory", () =>
    Effect.gen(function* () {
      const size = 400_000_000
      const { path } = yield* folder
      const isThere = Promise.withResolvers<ServerResponse>()
      const { environment } = yield* serveFile({ size, until: () => ({ end: size - 1, ending: isThere.resolve }) })
      const running = yield* startShell('echo $$; exec "$@"', download(path), environment)
      const response = yield* Effect.promise(() => isThere.promise)
      const status = readFileSync(`/proc/${Number(running.stdout.text())}/status`, "utf8")
      assert.isBelow(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]), 300_000)
      response.end(megabyte.subarray((size - 1) % megabyte.length, ((size - 1) % megabyte.length) + 1))
      assert.strictEqual((yield* running.ended).code, 0)
    }).pipe(Effect.scoped)
  )
})
