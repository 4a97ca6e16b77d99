import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { inject } from "vitest"
import { Emulator } from "../../../src/index.ts"
import { answersOf, refusalOf } from "../../fixtures/answers.ts"
import { type Hostile, hostileRequests, mutatedRequests } from "../../fixtures/hostile.ts"
import { send } from "../../fixtures/requests.ts"
import { connect } from "../../fixtures/sockets.ts"
import { collectLogs } from "../../fixtures/watched.ts"
import { ask, entries } from "../../fixtures/wire.ts"

const several = { concurrency: 16 }

/** Sends bytes, ends the connection's writing side, and returns everything received. */
const exchangeAll = (bytes: string, isOver: boolean) =>
  Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* connect
      yield* connection.write(bytes)
      if (isOver) yield* connection.end
      return yield* connection.closed
    })
  )

const assertGoodRequest = Effect.map(ask("metrics"), ({ status }) => assert.strictEqual(status, 200))

const world = Effect.map(send("GET", "/__emulator/world"), ({ text }) => text)

const excerpt = ({ bytes, kind }: Hostile) => `${kind}: ${JSON.stringify(bytes.slice(0, 300))}`

describe("malformed requests", () => {
  const logs = collectLogs()

  it.live("are each rejected with a message or a closed connection, and the next valid one succeeds", () =>
    Effect.gen(function* () {
      const requests = hostileRequests(inject("soak") ? 2_300 : 600, 1)
      const before = yield* world
      const refusals = new Map<string, number>()
      yield* Effect.forEach(
        requests,
        (hostile) =>
          Effect.gen(function* () {
            const { bytes, kind, mayClose } = hostile
            const answers = answersOf(yield* exchangeAll(bytes, mayClose))
            for (const answer of answers) refusalOf(answer)
            assert.isTrue(answers.length === 1 || (mayClose && answers.length === 0), excerpt(hostile))
            if (answers.length > 0) refusals.set(kind, (refusals.get(kind) ?? 0) + 1)
            yield* assertGoodRequest
          }),
        several
      )
      // Every kind got at least one response, not only closed connections.
      assert.deepStrictEqual(new Set(refusals.keys()), new Set(requests.map(({ kind }) => kind)))
      assert.strictEqual(yield* world, before)
      const done = (yield* entries).filter(({ operation, outcome }) => operation !== "metrics" && outcome === "Success")
      assert.deepStrictEqual(done, [])
      assert.deepStrictEqual(logs.messages, [])
    }).pipe(Effect.provide(Layer.provide(Emulator.layer(), logs.layer)))
  )

  it.live("never get a 5xx if they are nearly valid", () =>
    Effect.gen(function* () {
      yield* Effect.forEach(
        mutatedRequests(inject("soak") ? 900 : 300, 2),
        (bytes) =>
          Effect.gen(function* () {
            for (const answer of answersOf(yield* exchangeAll(bytes, true))) {
              assert.isBelow(answer.status, 500, JSON.stringify(bytes))
              if (answer.status >= 400) refusalOf(answer)
            }
            yield* assertGoodRequest
          }),
        several
      )
      assert.deepStrictEqual(logs.messages, [])
    }).pipe(Effect.provide(Layer.provide(Emulator.layer(), logs.layer)))
  )

  it("are the same in every run", () => {
    assert.deepStrictEqual(hostileRequests(100, 7), hostileRequests(100, 7))
    assert.notDeepEqual(hostileRequests(100, 7), hostileRequests(100, 8))
  })
})
