import { networkInterfaces } from "node:os"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { Emulator, EmulatorError, type EmulatorOptions } from "../../src/index.ts"
import { Rooms, read } from "../fixtures/contract.ts"
import { start } from "../fixtures/emulators.ts"
import { get, prefix, send, sendTo } from "../fixtures/requests.ts"
import { answerOf, type Connection, connectTo, request } from "../fixtures/sockets.ts"
import { createRoom } from "../fixtures/worlds.ts"

const health = "/__emulator/health"

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === "::1")
)

describe("the address of an emulator", () => {
  it.live("is a free port of 127.0.0.1 by default, and matches its url", () =>
    Effect.gen(function* () {
      const { host, port, url } = yield* Emulator
      assert.strictEqual(host, "127.0.0.1")
      assert.isAbove(port, 0)
      assert.strictEqual(url, `http://127.0.0.1:${port}`)
      assert.strictEqual((yield* send("GET", health)).status, 200)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("is not reachable at the machine's other addresses", () =>
    Effect.gen(function* () {
      const { port } = yield* Emulator
      const others = Object.values(networkInterfaces())
        .flatMap((addresses) => addresses ?? [])
        .filter(({ address, family, internal }) => family === "IPv4" && !internal && address !== "127.0.0.1")
        .map(({ address }) => address)
      // On Linux, every address that starts with 127 is a loopback address.
      const loopback = process.platform === "linux" ? ["127.0.0.2"] : []
      for (const address of [...loopback, ...others]) {
        assert.strictEqual((yield* Effect.exit(connectTo(address, port)))._tag, "Failure", address)
      }
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("is the requested host's address", () =>
    Effect.gen(function* () {
      const { host, port, url } = yield* Emulator
      assert.deepStrictEqual([host, url], ["localhost", `http://localhost:${port}`])
      assert.strictEqual((yield* send("GET", health)).status, 200)
    }).pipe(Effect.provide(Emulator.layer({ host: "localhost" })))
  )

  it.live.runIf(hasIpv6)("is in brackets for IPv6", () =>
    Effect.gen(function* () {
      const { port, url } = yield* Emulator
      assert.strictEqual(url, `http://[::1]:${port}`)
      assert.strictEqual((yield* send("GET", health)).status, 200)
    }).pipe(Effect.provide(Emulator.layer({ host: "::1" })))
  )
})

/** Returns the startup error of an emulator with these options. */
const failure = (options: EmulatorOptions) => Effect.flip(Effect.scoped(start(options)))

describe("an emulator that cannot listen", () => {
  it.live("reports that the port is taken, and doesn't disturb the other server", () =>
    Effect.gen(function* () {
      const { port, url } = yield* Emulator
      const error = yield* failure({ port })
      assert.instanceOf(error, EmulatorError)
      assert.deepStrictEqual(
        { ...error },
        { _tag: "EmulatorError", host: "127.0.0.1", port, problem: "the port is taken" }
      )
      assert.strictEqual(error.message, `the emulator cannot listen on 127.0.0.1, port ${port}: the port is taken`)
      assert.strictEqual((yield* sendTo(url, "GET", health)).status, 200)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live.each([
    // This address is reserved for documentation, so no machine has it.
    { options: { host: "192.0.2.1" }, problem: "this machine doesn't have that address" },
    { options: { host: "" }, problem: "the host is empty" },
    { options: { port: 65_536 }, problem: "a port is an integer from 0 to 65535" },
    { options: { port: -1 }, problem: "a port is an integer from 0 to 65535" },
    { options: { port: 1.5 }, problem: "a port is an integer from 0 to 65535" },
    { options: { port: Number.NaN }, problem: "a port is an integer from 0 to 65535" }
  ])("reports that $problem: $options", ({ options, problem }) =>
    Effect.gen(function* () {
      const error = yield* failure(options)
      assert.strictEqual(error._tag === "EmulatorError" ? error.problem : error.message, problem)
    })
  )
})

const keptAlive = request("GET", health).replace("connection: close", "connection: keep-alive")

describe("the end of an emulator's scope", () => {
  it.live.each<{ readonly client: string; readonly use: (connection: Connection) => Effect.Effect<void> }>([
    { client: "that never sent anything", use: () => Effect.void },
    {
      client: "that keeps its connection for later",
      use: ({ received, write }) => Effect.andThen(write(keptAlive), received('{"status":"ok"}'))
    },
    {
      client: "that has sent half of a head",
      use: ({ received, write }) =>
        write(keptAlive).pipe(
          Effect.andThen(received('{"status":"ok"}')),
          Effect.andThen(write(`GET ${prefix}/metrics HTTP/1.1\r\nhost: emu`))
        )
    },
    {
      client: "with a request in progress",
      use: ({ received, write }) =>
        write(
          request(
            "POST",
            `${prefix}/rooms/create-room`,
            ["content-type: application/json", "content-length: 20", "expect: 100-continue"],
            '{"roomLocked'
          )
        ).pipe(Effect.andThen(received("100 Continue")))
    }
  ])("disconnects a client $client, and frees the port", ({ use }) =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { port } = yield* Scope.provide(start(), scope)
      const connection = yield* connectTo("127.0.0.1", port)
      yield* use(connection)
      yield* Scope.close(scope, Exit.void)
      yield* connection.closed
      assert.strictEqual(yield* Effect.flip(connectTo("127.0.0.1", port)), "ECONNREFUSED")

      // The same port, over a new connection rather than a pooled one.
      const again = yield* start({ port })
      assert.strictEqual(again.port, port)
      const next = yield* connectTo("127.0.0.1", port)
      yield* next.write(request("GET", health))
      assert.strictEqual(answerOf(yield* next.closed).text, '{"status":"ok"}')
    })
  )

  // On a paused clock, so that the grace period can't expire.
  it.effect("lets a request in progress complete if it is quick", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { port } = yield* Scope.provide(start(), scope)
      const connection = yield* connectTo("127.0.0.1", port)
      const headers = ["content-type: application/json", "content-length: 20", "expect: 100-continue"]
      yield* connection.write(request("POST", `${prefix}/rooms/create-room`, headers))
      yield* connection.received("100 Continue\r\n\r\n")
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
      yield* connection.write('{"roomLocked":false}')
      yield* connection.received("room created successfully")
      yield* connection.closed
      yield* Fiber.join(closing)
    })
  )

  it.live("discards the world", () =>
    Effect.gen(function* () {
      const rooms = Effect.gen(function* () {
        yield* createRoom()
        return (yield* read(Rooms, yield* get("/rooms/get-rooms"))).count
      })
      const layer = Emulator.layer()
      assert.strictEqual(yield* Effect.provide(rooms, layer), 1)
      assert.strictEqual(yield* Effect.provide(rooms, layer), 1)
    })
  )
})
