/**
 * Many concurrent requests, a tenth of them with a fault: every response is complete and its own tenant's, or broken by its fault.
 * Afterwards the emulator is in its initial state.
 */
import { Agent, get } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { fault, Scenario, World } from "@effect-rooms/testing"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import { inject } from "vitest"
import { Emulator } from "../src/index.ts"

const connections = 64
const requests = inject("soak") ? 10_000 : 3_000

const tenants = ["key-of-ada", "key-of-grace", "key-of-hedy", "key-of-jean"]

/** The outcome of a request: a status and the body's content, or the code of a broken connection. */
type Came =
  | { readonly _tag: "Answered"; readonly status: number; readonly text: string }
  | { readonly _tag: "Broken"; readonly code: string }

const request = (agent: Agent, url: string, apiKey: string): Effect.Effect<Came> =>
  Effect.callback<Came>((resume) => {
    const broken = (error: NodeJS.ErrnoException) =>
      resume(Effect.succeed({ _tag: "Broken", code: error.code ?? error.message }))
    get(`${url}/api/v2/sdk/rooms/get-rooms`, { agent, headers: { "x-api-key": apiKey } }, (response) => {
      let text = ""
      response.setEncoding("utf8")
      response.on("data", (chunk: string) => {
        text += chunk
      })
      response.on("error", broken)
      response.on("end", () => resume(Effect.succeed({ _tag: "Answered", status: response.statusCode ?? 0, text })))
    }).on("error", broken)
  })

const titlesIn = (text: string): ReadonlyArray<unknown> => {
  const body: unknown = JSON.parse(text)
  assert(Predicate.hasProperty(body, "rooms") && globalThis.Array.isArray(body.rooms))
  return body.rooms.map((room: unknown) =>
    Predicate.hasProperty(room, "metadata") && Predicate.hasProperty(room.metadata, "title")
      ? room.metadata.title
      : undefined
  )
}

const faults = [
  fault("listRooms").probability(0.02, "status").respond(503, { retryAfter: "1 second" }),
  fault("listRooms").probability(0.02, "html").html(),
  fault("listRooms").probability(0.02, "before").reset("beforeWork"),
  fault("listRooms").probability(0.02, "after").reset("afterWork"),
  fault("listRooms").probability(0.02, "cut").cut(),
  fault("listRooms").probability(0.02, "delay").delay("2 millis", { jitter: "5 millis" })
]

const agentOf = Effect.acquireRelease(
  Effect.sync(() => new Agent({ keepAlive: true, maxSockets: connections })),
  (agent) => Effect.sync(() => agent.destroy())
)

describe("an emulator under load", () => {
  it.live("serves thousands of requests over 64 connections, a tenth of them with faults, without mixing tenants", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { url } = yield* Emulator
      const agent = yield* agentOf
      for (const tenant of tenants) {
        const rooms = Array.makeBy(12, () => Scenario.room(`of ${tenant}`))
        yield* world.seed(Scenario.make(...rooms), Redacted.make(tenant))
      }
      const injected = yield* Effect.forEach(faults, (fault) => world.inject(fault))

      const came = yield* Effect.forEach(
        Array.range(1, requests),
        (index) => {
          const tenant = tenants[index % tenants.length] ?? ""
          return Effect.map(request(agent, url, tenant), (came) => ({ came, tenant }))
        },
        { concurrency: connections }
      )

      const counts = new Map<string, number>()
      for (const { came: each, tenant } of came) {
        const kind = each._tag === "Broken" ? each.code : String(each.status)
        counts.set(kind, (counts.get(kind) ?? 0) + 1)
        if (each._tag === "Answered" && each.status === 200) {
          assert.deepStrictEqual(
            titlesIn(each.text),
            Array.makeBy(10, () => `of ${tenant}`)
          )
        }
      }
      const met = yield* Effect.forEach(injected, ({ applied }) => applied)
      const [status = 0, html = 0, before = 0, after = 0, cut = 0, delay = 0] = met
      assert.deepStrictEqual(Object.fromEntries(counts), {
        "200": requests - status - html - before - after - cut,
        "502": html,
        "503": status,
        // The client sees a reset for a truncated body, as for a connection that breaks before the response.
        ECONNRESET: before + after + cut
      })
      for (const each of [status, html, before, after, cut, delay]) {
        assert.isAbove(each, requests * 0.01)
        assert.isBelow(each, requests * 0.03)
      }

      yield* world.clearFaults
      const last = yield* request(agent, url, tenants[0] ?? "")
      assert.strictEqual(last._tag === "Answered" ? last.status : last.code, 200)
    }).pipe(Effect.scoped, Effect.provide(Emulator.layer({ apiKeys: tenants.map((key) => Redacted.make(key)) })))
  )
})
