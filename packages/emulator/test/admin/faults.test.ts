import { assert, describe, it } from "@effect/vitest"
import { fault } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import { Emulator } from "../../src/index.ts"
import { admin, assertRefused, get, jsonOf, send } from "../fixtures/requests.ts"
import { ask, inject } from "../fixtures/wire.ts"

const list = Effect.map(send("GET", "/__emulator/faults", { apiKey: null }), jsonOf)

const remove = (path: string) => send("DELETE", `/__emulator/faults${path}`, { apiKey: null })

const broken = { _tag: "Respond", status: 503 }

describe("/__emulator/faults", () => {
  it.live("lists the injected faults with their ids and numbers of requests", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* list, { faults: [] })
      const given = [
        fault("metrics")
          .times(2)
          .respond(503, { headers: { "X-A": "b" }, body: { a: [1] }, retryAfter: 5 }),
        fault("listRooms", "listSessions").tenant(0).probability(0.5, "seed").drift({ added: 1 }),
        fault().after(3).between(0, 10).delay("1 second", { jitter: 5 })
      ]
      const ids = yield* Effect.forEach(given, inject)
      assert.deepStrictEqual(ids, ["fault-1", "fault-2", "fault-3"])
      yield* Effect.replicateEffect(ask("metrics"), 3)
      assert.deepStrictEqual(yield* list, {
        faults: given.map((fault, index) => ({ id: ids[index], fault, applied: index === 0 ? 2 : 0 }))
      })
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("removes one fault or all of them, and ignores unknown ids", () =>
    Effect.gen(function* () {
      const status = Effect.map(get("/metrics"), (answer) => answer.status)
      const first = yield* inject({ action: { _tag: "Respond", status: 501 } })
      yield* inject({ action: { _tag: "Respond", status: 502 } })
      assert.strictEqual(yield* status, 501)
      assert.strictEqual((yield* remove(`/${first}`)).status, 204)
      assert.strictEqual((yield* remove(`/${first}`)).status, 204)
      assert.strictEqual(yield* status, 502)
      assert.strictEqual((yield* remove("")).status, 204)
      assert.strictEqual(yield* status, 200)
      assert.deepStrictEqual(yield* list, { faults: [] })
      // Ids aren't reused.
      assert.strictEqual(yield* inject({ action: broken }), "fault-3")
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live.each([
    { body: {}, message: /^body\.action: is missing$/ },
    { body: [], message: /^body: ./ },
    { body: { action: "Refuse" }, message: /^body\.action: expected an action with the _tag Respond, Delay, / },
    {
      body: { action: { _tag: "Refuse" }, tims: 2 },
      message: /^body\.tims: is not a field of a fault; there are operations, .*, action$/
    },
    {
      body: { action: { _tag: "Refuse", when: "afterWork" } },
      message: /^body\.action\.when: is not a field of Refuse; it has no fields$/
    },
    {
      body: { action: { _tag: "Delay", duration: 50 } },
      message: /^body\.action\.duration: is not a field of Delay; there are millis, jitterMillis$/
    },
    { body: { action: { _tag: "Respond", status: 600 } }, message: /^body\.action\.status: .* 200 and 599$/ },
    { body: { action: broken, operations: ["metric"] }, message: /^body\.operations\[0\]: ./ },
    { body: { action: broken, probability: 2 }, message: /^body\.probability: ./ },
    { body: { action: broken, fromMillis: 2, untilMillis: 1 }, message: /^body\.untilMillis: is not after fromMillis/ },
    { body: { action: { _tag: "Drift", added: 1 } }, message: /^body\.operations: must name lists/ },
    { body: { action: broken, tenant: -1 }, message: /^body\.tenant: ./ },
    { body: { action: broken, tenant: 1 }, message: /tenant: the world has 1 API keys, counted from 0$/ },
    { body: { action: broken, apiKey: "dev" }, message: /^body\.apiKey: ./ }
  ])("rejects $body and names the path of the problem", ({ body, message }) =>
    Effect.gen(function* () {
      assertRefused(yield* admin("/faults", body), 400, message)
      assert.deepStrictEqual(yield* list, { faults: [] })
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("includes the faults that the emulator was started with", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* get("/metrics")).status, 503)
      assert.deepStrictEqual(yield* list, {
        faults: [{ id: "fault-1", fault: { times: 1, action: broken }, applied: 1 }]
      })
    }).pipe(Effect.provide(Emulator.layer({ faults: [fault().times(1).respond(503)] })))
  )
})
