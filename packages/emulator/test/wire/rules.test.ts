import { assert, describe, it } from "@effect/vitest"
import type { OperationName } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Emulator } from "../../src/index.ts"
import { admin, jsonOf, send } from "../fixtures/requests.ts"
import { ask, inject, outcomes } from "../fixtures/wire.ts"

const broken = { _tag: "Respond", status: 503 }

/** Sends requests in sequence, and returns `x` for each that the fault applied to and `.` for the others. */
const pattern = Effect.fnUntraced(function* (count: number, operation: OperationName = "metrics", apiKey = "dev") {
  const answers = yield* Effect.replicateEffect(ask(operation, [`x-api-key: ${apiKey}`]), count)
  return answers.map(({ status }) => (status === 503 ? "x" : ".")).join("")
})

const setClock = (nowMillis: number) =>
  Effect.map(admin("/clock/set", { nowMillis }), ({ status, text }) => assert.strictEqual(status, 200, text))

describe("an injected fault", () => {
  it.live.each([
    { rule: {}, expected: "xxxxxx" },
    { rule: { times: 2 }, expected: "xx...." },
    { rule: { after: 2 }, expected: "..xxxx" },
    { rule: { after: 1, times: 3 }, expected: ".xxx.." },
    { rule: { times: 0 }, expected: "......" },
    { rule: { probability: 0 }, expected: "......" },
    { rule: { probability: 1 }, expected: "xxxxxx" }
  ])("counts requests: $rule", ({ expected, rule }) =>
    Effect.gen(function* () {
      yield* inject({ ...rule, action: broken })
      assert.strictEqual(yield* pattern(6), expected)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("applies to its operations only, and counts no other requests", () =>
    Effect.gen(function* () {
      yield* inject({ operations: ["listRooms", "createRoom"], after: 1, times: 2, action: broken })
      assert.strictEqual(yield* pattern(2, "metrics"), "..")
      assert.strictEqual(yield* pattern(1, "listRooms"), ".")
      assert.strictEqual(yield* pattern(1, "createRoom"), "x")
      assert.strictEqual(yield* pattern(2, "listRooms"), "x.")
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("applies to a tenant by the position of its API key, which it never reveals", () =>
    Effect.gen(function* () {
      yield* inject({ tenant: 1, times: 2, action: broken })
      assert.strictEqual(yield* pattern(2, "metrics", "key-of-alice"), "..")
      assert.strictEqual(yield* pattern(3, "metrics", "key-of-bob"), "xx.")
      assert.strictEqual(yield* pattern(1, "metrics", "key-of-nobody"), ".")
      const refused = yield* admin("/faults", { tenant: 2, action: broken })
      assert.strictEqual(refused.status, 400)
      assert.deepStrictEqual(jsonOf(refused), {
        message: "the fault cannot be injected: tenant: the world has 2 API keys, counted from 0"
      })
      for (const path of ["faults", "log", "world", "quirks", "clock", "health"]) {
        assert.notMatch((yield* send("GET", `/__emulator/${path}`)).text, /key-of/)
      }
    }).pipe(Effect.provide(Emulator.layer({ apiKeys: [Redacted.make("key-of-alice"), Redacted.make("key-of-bob")] })))
  )

  it.live("has a probability that is drawn from the seed", () =>
    Effect.gen(function* () {
      const marks = (seed: string) =>
        Effect.andThen(
          inject({ operations: ["metrics"], probability: 0.5, seed, action: broken }),
          Effect.ensuring(pattern(40), Effect.orDie(send("DELETE", "/__emulator/faults")))
        )
      const once = yield* marks("one")
      assert.match(once, /x.*\..*x/)
      assert.strictEqual(yield* marks("one"), once)
      assert.notStrictEqual(yield* marks("two"), once)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("applies in a window of the world's time, which the admin API moves", () =>
    Effect.gen(function* () {
      yield* inject({ fromMillis: 2_000, untilMillis: 3_000, action: broken })
      const at = (millis: number) => Effect.andThen(setClock(millis), pattern(2))
      assert.deepStrictEqual(yield* Effect.forEach([1_999, 2_000, 2_999, 3_000, 2_500], at), [
        "..",
        "xx",
        "xx",
        "..",
        "xx"
      ])
      yield* admin("/clock/advance", { millis: 500 })
      assert.strictEqual(yield* pattern(1), ".")
    }).pipe(Effect.provide(Emulator.layer({ frozen: true, startMillis: 0 })))
  )

  it.live("applies in the order of injection, after the faults of the request's header", () =>
    Effect.gen(function* () {
      const respond = (status: number, times = 1) => inject({ times, action: { _tag: "Respond", status } })
      yield* respond(501)
      yield* respond(502)
      const own = yield* ask("metrics", ['x-emulator-fault: {"_tag":"Respond","status":500}'])
      const statuses = yield* Effect.replicateEffect(
        Effect.map(ask("metrics"), ({ status }) => status),
        3
      )
      assert.deepStrictEqual([own.status, ...statuses], [500, 501, 502, 200])
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("applies to a request with an unknown key, before the key is checked", () =>
    Effect.gen(function* () {
      yield* inject({ times: 1, action: broken })
      assert.strictEqual(yield* pattern(2, "metrics", "nope"), "x.")
      assert.deepStrictEqual(yield* outcomes, ["metrics NotDone Respond", "metrics Unauthorized"])
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("doesn't apply to the admin API or the documents", () =>
    Effect.gen(function* () {
      yield* inject({ action: broken })
      for (const path of ["/__emulator/health", "/__emulator/openapi.json", "/openapi.json", "/docs"]) {
        assert.strictEqual((yield* send("GET", path)).status, 200, path)
      }
      assert.strictEqual((yield* send("GET", "/nowhere")).status, 404)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})
