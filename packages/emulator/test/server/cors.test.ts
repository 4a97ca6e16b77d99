import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../src/index.ts"
import { assertRefused, prefix } from "../fixtures/requests.ts"
import { sendRaw } from "../fixtures/sockets.ts"

const page = "https://app.example.com"

const corsOf = ({ headers }: { readonly headers: Headers }) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-") || name === "vary"))

/** The preflight request of a browser for a request with an API key. */
const preflight = (origin: string, path = `${prefix}/rooms/create-room`) =>
  sendRaw("OPTIONS", path, [
    `origin: ${origin}`,
    "access-control-request-method: POST",
    "access-control-request-headers: content-type,x-api-key"
  ])

const metrics = (origin: string, ...headers: ReadonlyArray<string>) =>
  sendRaw("GET", `${prefix}/metrics`, [`origin: ${origin}`, ...headers])

describe("web pages of other origins", () => {
  it.live("get no CORS headers by default", () =>
    Effect.gen(function* () {
      const refused = yield* preflight(page)
      assert.deepStrictEqual([refused.status, corsOf(refused)], [405, {}])
      assert.deepStrictEqual(corsOf(yield* metrics(page)), {})
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("can all call the emulator if the list is empty", () =>
    Effect.gen(function* () {
      const allowed = yield* preflight(page)
      assert.strictEqual(allowed.status, 204)
      assert.deepStrictEqual(corsOf(allowed), {
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, HEAD, PUT, PATCH, POST, DELETE",
        "access-control-allow-headers": "content-type,x-api-key",
        "access-control-expose-headers": "*",
        vary: "Access-Control-Request-Headers"
      })
      const read = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" }
      const answer = yield* metrics(page)
      assert.deepStrictEqual([answer.status, corsOf(answer)], [200, read])
    }).pipe(Effect.provide(Emulator.layer({ corsOrigins: [] })))
  )

  it.live("can read every response, including errors, faults, the admin API and the documents", () =>
    Effect.gen(function* () {
      const answers = yield* Effect.all([
        metrics(page, "x-api-key: nope"),
        metrics(page, 'x-emulator-fault: {"_tag":"Respond","status":503}'),
        metrics(page, 'x-emulator-fault: {"_tag":"Cut","bytes":3}'),
        metrics(page, "x-emulator-fault: {"),
        metrics(page, "content-encoding: br"),
        ...["/nowhere", "/__emulator/health", "/docs"].map((path) => sendRaw("GET", path, [`origin: ${page}`])),
        sendRaw("DELETE", `${prefix}/metrics`, [`origin: ${page}`]),
        preflight(page, "/__emulator/faults")
      ])
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [401, 503, 200, 400, 415, 404, 200, 200, 405, 204]
      )
      for (const answer of answers) assert.strictEqual(corsOf(answer)["access-control-allow-origin"], "*")
    }).pipe(Effect.provide(Emulator.layer({ corsOrigins: [] })))
  )

  it.live("can call the emulator only if they are listed", () =>
    Effect.gen(function* () {
      for (const origin of [page, "http://localhost:5173"]) {
        assert.strictEqual(corsOf(yield* preflight(origin))["access-control-allow-origin"], origin)
        assert.deepStrictEqual(corsOf(yield* metrics(origin)), {
          "access-control-allow-origin": origin,
          "access-control-expose-headers": "*",
          vary: "Origin"
        })
      }
      assert.isUndefined(corsOf(yield* preflight("https://evil.test"))["access-control-allow-origin"])
      assert.isUndefined(corsOf(yield* metrics("https://evil.test"))["access-control-allow-origin"])
    }).pipe(Effect.provide(Emulator.layer({ corsOrigins: [page, "http://localhost:5173"] })))
  )

  it.live("get the name of the allowed origin if only one is listed", () =>
    Effect.gen(function* () {
      assert.strictEqual(corsOf(yield* metrics(page))["access-control-allow-origin"], page)
      assert.strictEqual(corsOf(yield* metrics("https://evil.test"))["access-control-allow-origin"], page)
    }).pipe(Effect.provide(Emulator.layer({ corsOrigins: [page] })))
  )

  it.live("control the admin API only if they are allowed or are the emulator's own", () =>
    Effect.gen(function* () {
      const reset = (origin: string) => sendRaw("POST", "/__emulator/world/reset", [`origin: ${origin}`])
      const refused = yield* reset("https://other.example.com")
      assertRefused(
        refused,
        403,
        "pages of https://other.example.com may not use the admin API; to allow an origin, start the emulator with --cors <origin> (corsOrigins in TypeScript)"
      )
      assert.strictEqual((yield* reset(page)).status, 204)
      assert.strictEqual((yield* reset("http://localhost")).status, 204)
    }).pipe(Effect.provide(Emulator.layer({ corsOrigins: [page] })))
  )

  it.live("can't control the admin API if none is allowed", () =>
    Effect.gen(function* () {
      const refused = yield* sendRaw("POST", "/__emulator/world/reset", [`origin: ${page}`])
      assert.strictEqual(refused.status, 403)
      assert.strictEqual((yield* sendRaw("POST", "/__emulator/world/reset", [])).status, 204)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})
