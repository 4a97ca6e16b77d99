import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../src/index.ts"
import { assertRefused, send } from "../fixtures/requests.ts"
import { request, sendRaw } from "../fixtures/sockets.ts"
import { ask, connectWith, faultHeader, inject, outcomes, roomCount } from "../fixtures/wire.ts"

describe("an invalid fault header", () => {
  it.live.each([
    { header: "", message: /^header x-emulator-fault: .*JSON/ },
    { header: "Refuse", message: /^header x-emulator-fault: .*JSON/ },
    { header: "{", message: /^header x-emulator-fault: .*JSON/ },
    { header: '"Refuse"', message: /^header x-emulator-fault: expected an action with the _tag Respond, / },
    { header: '{"_tag":"Explode"}', message: /^header x-emulator-fault: expected an action with the _tag/ },
    { header: '{"_tag":"Reset"}', message: /^header x-emulator-fault: when: is missing$/ },
    { header: '{"_tag":"Respond","status":99}', message: /^header x-emulator-fault: status: expected .* 200 and 599$/ },
    { header: '{"_tag":"Delay","millis":1,"jiter":2}', message: /^header x-emulator-fault: jiter: / },
    { header: '[{"_tag":"Refuse"},{"_tag":"Drip","bytes":0}]', message: /^header x-emulator-fault: \[1\]\.bytes: / },
    { header: '{"_tag":"Drift","added":1}', message: /^header x-emulator-fault: createRoom: is not a list, and only/ },
    { header: `{"_tag":"Respond","status":200,"body":${"[".repeat(6_000)}`, message: /^header x-emulator-fault: / }
  ])("is rejected, and the operation doesn't run: %#", ({ header, message }) =>
    Effect.gen(function* () {
      assertRefused(yield* ask("createRoom", [`x-emulator-fault: ${header}`]), 400, message)
      assert.strictEqual(yield* roomCount, 0)
      assert.deepStrictEqual(yield* outcomes, [])
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("is rejected if it is sent twice, because it is one JSON value", () =>
    Effect.gen(function* () {
      const header = faultHeader({ _tag: "Refuse" })
      assertRefused(yield* ask("metrics", [header, header]), 400, /^header x-emulator-fault: .*JSON/)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("several faults in one header", () => {
  it.live("apply in order: the list drifts, the response is delayed, and then it is cut off", () =>
    Effect.gen(function* () {
      const header = faultHeader(
        { _tag: "Drift", added: 3 },
        { _tag: "Delay", millis: 10 },
        { _tag: "Cut", bytes: 30 },
        { _tag: "Respond", status: 503 }
      )
      const answer = yield* ask("listRooms", [header])
      assert.deepStrictEqual([answer.status, answer.text.length], [200, 30])
      assert.include((yield* ask("listRooms")).text, '"count":3')
      assert.deepStrictEqual(yield* outcomes, ["listRooms Success Cut", "listRooms Success"])
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("can be an empty array", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* ask("metrics", ["x-emulator-fault: []"])).status, 200)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("apply before injected faults, which are skipped if the first one ends the request", () =>
    Effect.gen(function* () {
      yield* inject({ times: 1, action: { _tag: "Respond", status: 503 } })
      const header = faultHeader({ _tag: "Respond", status: 500 }, { _tag: "Refuse" })
      assert.strictEqual((yield* ask("metrics", [header])).status, 500)
      // After a delay, injected faults still apply.
      assert.strictEqual((yield* ask("metrics", [faultHeader({ _tag: "Delay", millis: 1 })])).status, 503)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("a fault header", () => {
  it.live("applies to its own request only", () =>
    Effect.gen(function* () {
      const [hit, missed] = yield* Effect.all([
        ask("metrics", [faultHeader({ _tag: "Respond", status: 503 })]),
        ask("metrics")
      ])
      assert.deepStrictEqual([hit.status, missed.status], [503, 200])
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("applies to its own request on a shared connection", () =>
    Effect.gen(function* () {
      const path = "/api/v2/sdk/metrics"
      const keptAlive = request("GET", path, [faultHeader({ _tag: "Respond", status: 503 })])
      const connection = yield* connectWith(keptAlive.replace("connection: close\r\n", "") + request("GET", path))
      assert.deepStrictEqual((yield* connection.closed).match(/HTTP\/1\.1 \d+/g), ["HTTP/1.1 503", "HTTP/1.1 200"])
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live.each([
    { method: "GET", path: "/__emulator/health", status: 200 },
    { method: "GET", path: "/__emulator/world", status: 200 },
    { method: "POST", path: "/__emulator/clock/freeze", status: 200 },
    { method: "GET", path: "/__emulator/nowhere", status: 404 },
    { method: "GET", path: "/openapi.json", status: 200 },
    { method: "GET", path: "/nowhere", status: 404 }
  ])("is ignored outside the operations, even if it is invalid: $method $path", ({ method, path, status }) =>
    Effect.gen(function* () {
      for (const header of ['{"_tag":"Refuse"}', "{"]) {
        assert.strictEqual((yield* sendRaw(method, path, [`x-emulator-fault: ${header}`])).status, status)
      }
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("works without the admin API", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* ask("metrics", [faultHeader({ _tag: "Respond", status: 503 })])).status, 503)
      assert.strictEqual((yield* send("GET", "/__emulator/health")).status, 404)
    }).pipe(Effect.provide(Emulator.layer({ admin: false })))
  )
})
