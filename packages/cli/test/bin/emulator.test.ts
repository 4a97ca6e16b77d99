import { Agent, get } from "node:http"
import { createConnection } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { apiKey } from "../fixtures/command.ts"
import { runProcess, start } from "../fixtures/process.ts"
import { serve } from "../fixtures/server.ts"
import { rowsOf } from "../fixtures/wire.ts"

/** Starts an emulator, and waits until it says where it listens. */
const emulator = (...args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const running = yield* start(["emulator", "start", ...args])
    yield* Effect.promise(() => running.stdout.shows("\n"))
    const url = /^listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(running.stdout.text())?.[1] ?? "none"
    const listening = { code: 0, stdout: `listening on ${url}\n`, stderr: "" }
    return { ...running, url, listening }
  })

const rooms = (url: string, key: string, ...args: ReadonlyArray<string>) =>
  runProcess(args, { ROOMS_BASE_URL: url, ROOMS_API_KEY: key })

const lineCount = (text: string) => text.split("\n").length - 1

describe("rooms emulator start", () => {
  it.live("says where it listens, serves 40 rooms to the key dev, and ends with 0 on SIGINT", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { ended, listening, signal, url } = yield* emulator()
        const list = yield* rooms(url, "dev", "list", "--all")
        assert.deepStrictEqual([list.code, lineCount(list.stdout)], [0, 40])
        yield* signal("SIGINT")
        assert.deepStrictEqual(yield* ended, listening)
        assert.strictEqual((yield* rooms(url, "dev", "list")).code, 6)
      })
    )
  )

  it.live("ends with 0 on SIGTERM", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { ended, listening, signal } = yield* emulator("--rooms", "0")
        yield* signal("SIGTERM")
        assert.deepStrictEqual(yield* ended, listening)
      })
    )
  )

  it.live("ends with 0 while a client holds a connection that it used", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { ended, listening, signal, url } = yield* emulator("--rooms", "0")
        const agent = yield* Effect.acquireRelease(
          Effect.sync(() => new Agent({ keepAlive: true })),
          (agent) => Effect.sync(() => agent.destroy())
        )
        const status = yield* Effect.callback<number | undefined>((resume) => {
          get(`${url}/__emulator/health`, { agent }, (response) => {
            response.resume().on("end", () => resume(Effect.succeed(response.statusCode)))
          })
        })
        assert.strictEqual(status, 200)
        yield* signal("SIGINT")
        assert.deepStrictEqual(yield* ended, listening)
      })
    )
  )

  it.live("ends with 0 while a client is in the middle of a request", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { ended, listening, signal, url } = yield* emulator("--rooms", "0")
        const socket = yield* Effect.acquireRelease(
          Effect.sync(() => createConnection(Number(new URL(url).port), "127.0.0.1")),
          (socket) => Effect.sync(() => socket.destroy())
        )
        // The server answers `Expect` when it has seen the headers, and then waits for a body that does not come.
        yield* Effect.callback<void>((resume) => {
          socket.on("error", () => {})
          socket.once("data", () => resume(Effect.void))
          socket.write(
            "POST /api/v2/sdk/rooms/create-room HTTP/1.1\r\nhost: localhost\r\nx-api-key: dev\r\nexpect: 100-continue\r\n" +
              "content-type: application/json\r\ncontent-length: 100\r\n\r\n"
          )
        })
        yield* signal("SIGTERM")
        assert.deepStrictEqual(yield* ended, listening)
      })
    )
  )

  it.live("accepts every --api-key, each with its own rooms, and no other key", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { ended, signal, url } = yield* emulator("--api-key", apiKey, "--api-key", "second", "--rooms", "3")
        const first = yield* rooms(url, apiKey, "list")
        assert.deepStrictEqual([first.code, lineCount(first.stdout)], [0, 3])
        assert.deepStrictEqual(yield* rooms(url, "second", "list"), { code: 0, stdout: "", stderr: "" })
        assert.strictEqual((yield* rooms(url, "dev", "list")).code, 4)
        yield* signal("SIGINT")
        const { stderr, stdout } = yield* ended
        assert.notInclude(stdout + stderr, apiKey)
      })
    )
  )

  it.live("has no rooms with --rooms 0", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { url } = yield* emulator("--rooms", "0")
        assert.deepStrictEqual(yield* rooms(url, "dev", "list", "--all"), { code: 0, stdout: "", stderr: "" })
      })
    )
  )

  it.live("has the same rooms and sessions for the same --seed, and others for another", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const world = Effect.fnUntraced(function* (seed: string) {
          const { url } = yield* emulator("--seed", seed, "--rooms", "5")
          const list = rowsOf((yield* rooms(url, "dev", "list")).stdout)
          const sessions = rowsOf((yield* rooms(url, "dev", "sessions", "--all-rooms")).stdout)
          return {
            ids: list.map(({ roomId }) => roomId),
            metadata: list.map(({ metadata }) => metadata),
            sessions: sessions.map(({ sessionId }) => sessionId)
          }
        })
        const [seven, sevenAgain, eight] = yield* Effect.all([world("7"), world("7"), world("8")], { concurrency: 3 })
        assert.deepStrictEqual(sevenAgain, seven)
        assert.isAbove(seven.sessions.length, 5)
        // The oldest room is the first one that was given an id.
        assert.notStrictEqual(eight.ids[4], seven.ids[4])
        assert.notDeepEqual(eight.metadata, seven.metadata)
      })
    )
  )

  it.live("has about as many sessions as --sessions says, in all rooms", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const total = Effect.fnUntraced(function* (sessions: string) {
          const { url } = yield* emulator("--rooms", "4", "--sessions", sessions)
          const list = yield* rooms(url, "dev", "sessions", "--all-rooms", "--format", "ndjson")
          return lineCount(list.stdout)
        })
        const [few, many] = yield* Effect.all([total("8"), total("400")], { concurrency: 2 })
        assert.isBelow(Math.abs(few - 8), 6)
        assert.isBelow(Math.abs(many - 400), 40)
      })
    )
  )

  it.live("shows each request on stderr with --verbose, without the API key, and stdout is as ever", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { ended, listening, signal, url } = yield* emulator("--verbose", "--api-key", apiKey, "--rooms", "1")
        const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
          Effect.promise(() => fetch(url + path, { headers: { "x-api-key": apiKey, ...headers } }).catch(() => {}))
        yield* ask("/api/v2/sdk/rooms/get-rooms?cursor=1&limit=5")
        yield* ask(`/api/v2/sdk/rooms/room-details/${apiKey}?key=${apiKey}`)
        yield* ask("/api/v2/sdk/metrics", { "x-emulator-fault": '{"_tag":"Reset","when":"beforeWork"}' })
        yield* ask("/%5F%1b%E2%80%AE", { "x-api-key": "nope" })
        yield* signal("SIGINT")
        const { stderr, ...outcome } = yield* ended
        assert.deepStrictEqual(outcome, { code: listening.code, stdout: listening.stdout })
        assert.notInclude(stderr, apiKey)
        assert.deepStrictEqual(stderr.replaceAll(/ \d+\.\d ms$/gm, " ms").split("\n"), [
          "GET /api/v2/sdk/rooms/get-rooms?cursor=1&limit=5 200 ms",
          "GET /api/v2/sdk/rooms/room-details/<redacted>?key=<redacted> 404 ms",
          "GET /api/v2/sdk/metrics no response ms",
          "GET /%5F%1b%E2%80%AE 404 ms",
          ""
        ])
      })
    )
  )

  it.live("answers to a name that --allow-host gives, and to no other", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { url } = yield* emulator("--allow-host", "rooms.test", "--allow-host", "emulator")
        const statusOf = (host: string) =>
          Effect.callback<number | undefined>((resume) => {
            get(`${url}/docs`, { headers: { host }, agent: false }, (response) => {
              response.resume().on("end", () => resume(Effect.succeed(response.statusCode)))
            })
          })
        const hosts = ["rooms.test:80", "emulator", "evil.test"]
        assert.deepStrictEqual(yield* Effect.forEach(hosts, statusOf), [200, 200, 403])
      })
    )
  )

  it.live("ends with 2 and one line where the port is taken", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { port } = new URL(yield* serve(() => {}))
        assert.deepStrictEqual(yield* runProcess(["emulator", "start", "--port", port]), {
          code: 2,
          stdout: "",
          stderr: `rooms: the emulator cannot listen on 127.0.0.1, port ${port}: the port is taken\n`
        })
      })
    )
  )

  it.live("ends with 2 and one line where the host is not this machine", () =>
    Effect.gen(function* () {
      // An address for documentation, which no machine has.
      const { code, stderr, stdout } = yield* runProcess(["emulator", "start", "--host", "192.0.2.1"])
      assert.match(
        stderr,
        /^rooms: the emulator cannot listen on 192\.0\.2\.1[^\n]*: this machine doesn't have that address\n$/
      )
      assert.deepStrictEqual({ code, stdout }, { code: 2, stdout: "" })
    })
  )
})
