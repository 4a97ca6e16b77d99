import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import { Emulator, type ServedRequest } from "../../src/index.ts"
import { prefix } from "../fixtures/requests.ts"
import { exchange, request, sendRaw } from "../fixtures/sockets.ts"
import { connectWith, faultHeader } from "../fixtures/wire.ts"

const key = "sk_live_4f9d/2c71"

/** Runs a test with an emulator that reports its requests in order. */
const reporting = <E>(
  test: (next: Effect.Effect<ServedRequest>) => Effect.Effect<void, E, Emulator>
): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    const served = yield* Queue.unbounded<ServedRequest>()
    const layer = Emulator.layer({
      apiKeys: [Redacted.make(key), Redacted.make("dev")],
      onRequest: (request) => Effect.asVoid(Queue.offer(served, request))
    })
    yield* Effect.provide(test(Queue.take(served)), layer)
  })

const line = ({ method, status, target }: ServedRequest) => `${method} ${target} ${status}`

describe("an emulator reports", () => {
  it.live("every request with any outcome", () =>
    reporting((next) =>
      Effect.gen(function* () {
        for (const [method, target, headers, status] of [
          ["GET", `${prefix}/rooms/get-rooms?cursor=1&limit=5`, [], 200],
          ["GET", `${prefix}/metrics`, ["x-api-key: nope"], 401],
          ["GET", `${prefix}/metrics`, [faultHeader({ _tag: "Respond", status: 503 })], 503],
          ["GET", `${prefix}/metrics`, ["content-encoding: br"], 415],
          ["POST", "/__emulator/clock/freeze", [], 200],
          ["DELETE", "/docs", [], 405],
          ["GET", "/nowhere", [], 404]
        ] as const) {
          yield* sendRaw(method, target, headers)
          assert.strictEqual(line(yield* next), `${method} ${target} ${status}`)
        }
        yield* exchange(request("GET", "/docs").replace("host: localhost", "host: evil.test"))
        assert.strictEqual(line(yield* next), "GET /docs 403")
      })
    )
  )

  it.live("no status if the connection broke or the client left", () =>
    reporting((next) =>
      Effect.gen(function* () {
        const resetting = faultHeader({ _tag: "Reset", when: "beforeWork" })
        assert.strictEqual(yield* exchange(request("GET", `${prefix}/metrics`, [resetting])), "")
        assert.strictEqual(line(yield* next), `GET ${prefix}/metrics undefined`)
        const late = yield* connectWith(
          request("GET", `${prefix}/metrics`, [faultHeader({ _tag: "Delay", millis: 600_000 })])
        )
        // The emulator received the request before it responded to this one.
        yield* sendRaw("GET", "/docs")
        assert.strictEqual(line(yield* next), "GET /docs 200")
        yield* late.reset
        assert.strictEqual(line(yield* next), `GET ${prefix}/metrics undefined`)
      }).pipe(Effect.scoped)
    )
  )

  it.live("the duration of a request", () =>
    reporting((next) =>
      Effect.gen(function* () {
        yield* sendRaw("GET", `${prefix}/metrics`, [faultHeader({ _tag: "Delay", millis: 50 })])
        const { duration } = yield* next
        assert.isAtLeast(Duration.toMillis(duration), 49)
      })
    )
  )

  it.live("no API key, anywhere in a request", () =>
    reporting((next) =>
      Effect.gen(function* () {
        for (const written of [key, encodeURIComponent(key), key.toUpperCase()]) {
          yield* sendRaw("GET", `${prefix}/rooms/room-details/${written}?key=${written}`)
          const { target } = yield* next
          assert.strictEqual(target, `${prefix}/rooms/room-details/<redacted>?key=<redacted>`)
        }
      })
    )
  )
})
