import { assert, describe, it } from "@effect/vitest"
import { World } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import { Emulator } from "../../src/index.ts"
import { assertRefused, get, jsonOf, send } from "../fixtures/requests.ts"
import { sendRaw } from "../fixtures/sockets.ts"

/** Every path of the admin API and its methods. Deliberately not derived from the implementation. */
const paths: ReadonlyArray<readonly [path: string, allow: string]> = [
  ["/rooms/{roomId}/join", "POST"],
  ["/rooms/{roomId}/leave", "POST"],
  ["/rooms/{roomId}/end", "POST"],
  ["/rooms/{roomId}/lock", "POST"],
  ["/rooms/{roomId}", "DELETE"],
  ["/rooms/{roomId}/livestream", "POST"],
  ["/sessions/{sessionId}/recordings", "POST"],
  ["/world", "GET, PUT"],
  ["/world/reset", "POST"],
  ["/world/seed", "POST"],
  ["/faults", "GET, POST, DELETE"],
  ["/faults/{id}", "DELETE"],
  ["/connections/refuse", "POST"],
  ["/quirks", "GET, PATCH"],
  ["/log", "GET"],
  ["/clock", "GET"],
  ["/clock/freeze", "POST"],
  ["/clock/resume", "POST"],
  ["/clock/set", "POST"],
  ["/clock/advance", "POST"],
  ["/health", "GET"]
]

const at = (path: string) => `/__emulator${path.replace(/\{\w+\}/, "a")}`

const documents = ["/__emulator/openapi.json", "/__emulator/docs"]

describe("a path of the admin API", () => {
  it.live.each([
    ...paths.map(([path, allow]) => ({ path: at(path), allow })),
    ...[...documents, "/docs", "/openapi.json"].map((path) => ({ path, allow: "GET" }))
  ])("rejects other methods with 405 and the allowed ones: $path, $allow", ({ allow, path }) =>
    Effect.gen(function* () {
      const allowed = allow.split(", ")
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        if (allowed.includes(method)) continue
        const answer = yield* send(method, path, { apiKey: null })
        assertRefused(answer, 405, `${path} does not answer ${method}`)
        assert.strictEqual(answer.headers.get("allow"), allow)
      }
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("supports HEAD if it supports GET", () =>
    Effect.gen(function* () {
      for (const path of ["/__emulator/health", "/__emulator/world", ...documents]) {
        const whole = yield* sendRaw("GET", path)
        const head = yield* sendRaw("HEAD", path)
        assert.deepStrictEqual([head.status, head.text], [200, ""])
        assert.strictEqual(head.headers.get("content-length"), whole.headers.get("content-length"))
      }
      assert.strictEqual((yield* sendRaw("HEAD", "/__emulator/world/reset")).status, 405)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("treats a semicolon as part of an id", () =>
    Effect.gen(function* () {
      const answer = yield* sendRaw("POST", "/__emulator/rooms/a;b/end", ["content-length: 0"])
      assertRefused(answer, 404, 'the world has no room "a;b"')
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("the documents of the admin API", () => {
  it.live("include an OpenAPI document of all its routes", () =>
    Effect.gen(function* () {
      const answer = yield* send("GET", "/__emulator/openapi.json", { apiKey: null })
      const { info, paths: described }: { readonly info?: { readonly title: string }; readonly paths?: object } =
        Object(jsonOf(answer))
      assert.strictEqual(info?.title, "Emulator")
      assert.deepStrictEqual(
        Object.entries(described ?? {}).map(([path, methods]) => [
          path.slice("/__emulator".length),
          Object.keys(Object(methods)).map((method) => method.toUpperCase())
        ]),
        paths.map(([path, allow]) => [path, allow.split(", ")])
      )
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("include a page that shows this document rather than the service's", () =>
    Effect.gen(function* () {
      const { headers, status, text } = yield* send("GET", "/__emulator/docs", { apiKey: null })
      assert.strictEqual(status, 200)
      assert.match(headers.get("content-type") ?? "", /^text\/html\b/)
      const [, spec = ""] = /<script id="swagger-spec" type="application\/json">([^<]*)<\/script>/.exec(text) ?? []
      assert.deepStrictEqual(JSON.parse(spec), jsonOf(yield* send("GET", "/__emulator/openapi.json")))
      assert.include((yield* send("GET", "/docs")).text, "Room and session service")
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("an emulator without its admin API", () => {
  it.live("responds with 404 to all admin requests, and still serves the operations", () =>
    Effect.gen(function* () {
      for (const [path, allow] of paths) {
        for (const method of allow.split(", ")) {
          const answer = yield* send(method, at(path), method === "GET" ? {} : { body: "{}" })
          assertRefused(answer, 404, `there is nothing at ${at(path)}`)
        }
      }
      for (const path of documents) assertRefused(yield* send("GET", path), 404, `there is nothing at ${path}`)
      assert.strictEqual((yield* get("/metrics")).status, 200)
      assert.strictEqual((yield* send("GET", "/docs")).status, 200)
      // None of the requests had an effect.
      assert.deepStrictEqual(
        (yield* (yield* World).log).map(({ operation }) => operation),
        ["metrics"]
      )
    }).pipe(Effect.provide(Emulator.layer({ admin: false })))
  )
})
