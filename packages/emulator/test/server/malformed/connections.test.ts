import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../src/index.ts"
import { ambiguous, createBody as body } from "../../fixtures/ambiguous.ts"
import { answersOf } from "../../fixtures/answers.ts"
import { prefix } from "../../fixtures/requests.ts"
import { exchange, request } from "../../fixtures/sockets.ts"
import { connectWith, faultHeader, outcomes, roomCount } from "../../fixtures/wire.ts"
import { assertAlive } from "../../fixtures/worlds.ts"

/** A request that leaves its connection open for others. */
const keptAlive = (...parts: Parameters<typeof request>) => request(...parts).replace("connection: close\r\n", "")

const createPath = `${prefix}/rooms/create-room`
const asJson = "content-type: application/json"
const chunked = "transfer-encoding: chunked"

const metrics = (...headers: ReadonlyArray<string>) => keptAlive("GET", `${prefix}/metrics`, headers)

/** A room that must never be created. */
const smuggled = request("GET", "/smuggled")

const statuses = (received: string) => answersOf(received).map(({ status }) => status)

const assertNotSmuggled = (received: string) => {
  assert.isFalse(answersOf(received).some(({ text }) => text.includes("smuggled")))
}

describe("invalid bytes after valid requests", () => {
  it.live.each([
    { how: "at once", headers: [], expected: [200, 400] },
    { how: "late", headers: [faultHeader({ _tag: "Delay", millis: 30 })], expected: [200, 400] },
    {
      how: "in pieces",
      headers: [faultHeader({ _tag: "Drip", bytes: 40, everyMillis: 10 })],
      expected: [200, 400]
    },
    { how: "with an error", headers: ["x-api-key: nope"], expected: [401, 400] }
  ])("are rejected after the complete responses: $how", ({ expected, headers }) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(statuses(yield* exchange(`${metrics(...headers)}garbage\r\n\r\n`)), expected)
      const [before, behind] = expected
      const several = metrics() + metrics(...headers) + metrics()
      assert.deepStrictEqual(statuses(yield* exchange(`${several}garbage\r\n\r\n`)), [200, before, 200, behind])
      yield* assertAlive()
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("are rejected once, for any number of bytes", () =>
    Effect.gen(function* () {
      const connection = yield* connectWith(`${metrics(faultHeader({ _tag: "Delay", millis: 30 }))}garbage\r\n`)
      for (let piece = 0; piece < 5; piece++) {
        yield* connection.write("more garbage\r\n\r\n")
        yield* Effect.sleep(2)
      }
      assert.deepStrictEqual(statuses(yield* connection.closed), [200, 400])
      yield* assertAlive()
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("wait behind a response that never arrives, until the client disconnects", () =>
    Effect.gen(function* () {
      const connection = yield* connectWith(`${metrics(faultHeader({ _tag: "Stall" }))}garbage\r\n\r\n`)
      yield* connection.received("\r\n\r\n")
      yield* assertAlive()
      assert.isTrue((yield* connection.soFar).endsWith("\r\n\r\n"))
    }).pipe(Effect.scoped, Effect.provide(Emulator.layer()))
  )

  it.live("get no response if the previous response breaks the connection", () =>
    Effect.gen(function* () {
      const resetting = faultHeader({ _tag: "Delay", millis: 10 }, { _tag: "Reset", when: "afterWork" })
      assert.strictEqual(yield* exchange(`${metrics(resetting)}garbage\r\n\r\n`), "")
      yield* assertAlive()
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

const liar = (size: string) => keptAlive("POST", createPath, [asJson, chunked], `${size}\r\n${body}\r\n0\r\n\r\n`)

describe("a body that lies about its length", () => {
  it.live("is rejected after the responses to earlier requests", () =>
    Effect.gen(function* () {
      const late = metrics(faultHeader({ _tag: "Delay", millis: 30 }))
      assert.deepStrictEqual(statuses(yield* exchange(late + liar("5"))), [200, 400])
      assert.deepStrictEqual(statuses(yield* exchange(metrics() + liar("zz") + metrics())), [200, 400])
      assert.deepStrictEqual(yield* outcomes, ["metrics Success Delay", "metrics Success"])
      assert.strictEqual(yield* roomCount, 0)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live.each([
    { why: "no route", path: "/nowhere", headers: [], status: 404 },
    { why: "of another type", path: createPath, headers: ["content-type: text/plain"], status: 415 },
    { why: "of two hosts", path: createPath, headers: ["host: another"], status: 400 }
  ])("gets no second response if it was answered before it was read: $why", ({ headers, path, status }) =>
    Effect.gen(function* () {
      const connection = yield* connectWith(keptAlive("POST", path, [...headers, chunked], "5\r\n{\r\n"))
      yield* connection.received("}")
      yield* connection.write("garbage\r\n\r\n")
      assert.deepStrictEqual(statuses(yield* connection.closed), [status])
      yield* assertAlive()
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("gets no second response while its response is in progress", () =>
    Effect.gen(function* () {
      const dripping = faultHeader({ _tag: "Drip", bytes: 10, everyMillis: 10 })
      // GET needs no body, so the response comes before the body arrives.
      const connection = yield* connectWith(keptAlive("GET", `${prefix}/metrics`, [chunked, dripping], "5\r\n{\r\n"))
      yield* connection.receivedBody(10)
      yield* connection.write("garbage\r\n\r\n")
      assert.deepStrictEqual(statuses(yield* connection.closed), [200])
      yield* assertAlive()
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("isn't read as a request beyond its declared length", () =>
    Effect.gen(function* () {
      const shorter = keptAlive("POST", createPath, [asJson, "content-length: 19"], body)
      assert.deepStrictEqual(statuses(yield* exchange(shorter + smuggled)), [400, 400])
      assert.strictEqual(yield* roomCount, 0)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("a request that says its length in two ways", () => {
  it.live.each(ambiguous)("is rejected, and no part of it is read as another request: $what", ({ headers }) =>
    Effect.gen(function* () {
      for (const content of [body, "0\r\n\r\n", `14\r\n${body}\r\n0\r\n\r\n`]) {
        const received = yield* exchange(keptAlive("POST", createPath, [asJson, ...headers], content) + smuggled)
        assertNotSmuggled(received)
        assert.deepStrictEqual(statuses(received), [400])
      }
      assert.strictEqual(yield* roomCount, 0)
      yield* assertAlive()
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("a request in the body of another one", () => {
  it.live.each([
    { where: "that is read", method: "POST", path: createPath, headers: [asJson], first: 400 },
    { where: "of another type", method: "POST", path: createPath, headers: ["content-type: text/plain"], first: 415 },
    { where: "without a key", method: "POST", path: createPath, headers: [asJson, "x-api-key: nope"], first: 401 },
    { where: "of a GET", method: "GET", path: `${prefix}/metrics`, headers: [], first: 200 },
    { where: "of a path that is none", method: "PUT", path: "/nowhere", headers: [], first: 404 },
    { where: "of an admin route", method: "POST", path: "/__emulator/clock/freeze", headers: [asJson], first: 200 }
  ])("isn't executed: in one $where", ({ first, headers, method, path }) =>
    Effect.gen(function* () {
      const next = request("GET", `${prefix}/metrics`)
      const withLength = keptAlive(method, path, [...headers, `content-length: ${smuggled.length}`], smuggled)
      const inChunks = keptAlive(
        method,
        path,
        [...headers, chunked],
        `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`
      )
      for (const outer of [withLength, inChunks]) {
        const received = yield* exchange(outer + next)
        assertNotSmuggled(received)
        assert.deepStrictEqual(statuses(received), [first, 200])
      }
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("isn't executed if the body is over the size limit", () =>
    Effect.gen(function* () {
      const large = smuggled.padEnd(1024).repeat(1_200)
      // If little of the body is left, the connection stays open after it.
      for (const size of [`content-length: ${large.length}`, chunked]) {
        const content = size === chunked ? `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n` : large
        const received = yield* exchange(
          keptAlive("POST", createPath, [asJson, size], content) + request("GET", `${prefix}/metrics`)
        )
        assertNotSmuggled(received)
        const [first, ...others] = statuses(received)
        assert.strictEqual(first, 413)
        assert.isTrue(others.every((status) => status === 200))
      }
      yield* assertAlive()
    }).pipe(Effect.provide(Emulator.layer()))
  )
})
