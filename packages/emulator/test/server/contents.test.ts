import { assert, describe, it } from "@effect/vitest"
import { Quirks } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import { Emulator } from "../../src/index.ts"
import { assertRefused, jsonOf, send } from "../fixtures/requests.ts"
import { answerOf, exchange, request, sendRaw } from "../fixtures/sockets.ts"

/** Returns every URL in a value. */
const urlsIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string" ? [value] : Object.values(Object(value)).flatMap(urlsIn)

describe("GET /", () => {
  it.live("lists the base URL and working links to the documents", () =>
    Effect.gen(function* () {
      const { url } = yield* Emulator
      const contents = jsonOf(yield* send("GET", "/", { apiKey: null }))
      assert.deepStrictEqual(contents, {
        baseUrl: url,
        docs: `${url}/docs`,
        openapi: `${url}/openapi.json`,
        admin: {
          baseUrl: `${url}/__emulator`,
          docs: `${url}/__emulator/docs`,
          openapi: `${url}/__emulator/openapi.json`
        }
      })
      const documents = urlsIn(contents).filter((at) => /docs$|json$/.test(at))
      assert.strictEqual(documents.length, 4)
      for (const at of documents) {
        assert.strictEqual((yield* send("GET", at.slice(url.length), { apiKey: null })).status, 200, at)
      }
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("omits a disabled admin API", () =>
    Effect.gen(function* () {
      const { url } = yield* Emulator
      assert.deepStrictEqual(jsonOf(yield* send("GET", "/")), {
        baseUrl: url,
        docs: `${url}/docs`,
        openapi: `${url}/openapi.json`
      })
    }).pipe(Effect.provide(Emulator.layer({ admin: false })))
  )

  it.live("names the host and port by which it was reached", () =>
    Effect.gen(function* () {
      const bytes = request("GET", "/").replace("host: localhost", "host: rooms.test:8080")
      const { docs } = Object(jsonOf(answerOf(yield* exchange(bytes))))
      assert.strictEqual(docs, "http://rooms.test:8080/docs")
    }).pipe(Effect.provide(Emulator.layer({ allowedHosts: ["rooms.test"] })))
  )

  it.live("lists bare paths if the client doesn't send a host", () =>
    Effect.gen(function* () {
      const { baseUrl, docs } = Object(jsonOf(answerOf(yield* exchange("GET / HTTP/1.0\r\n\r\n"))))
      assert.deepStrictEqual([baseUrl, docs], ["", "/docs"])
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("includes the current path prefix in the base URL", () =>
    Effect.gen(function* () {
      const baseUrl = Effect.map(send("GET", "/"), (answer) => Object(jsonOf(answer)).baseUrl)
      const { url } = yield* Emulator
      assert.strictEqual(yield* baseUrl, `${url}/gateway/rooms`)
      yield* send("PATCH", "/__emulator/quirks", { body: JSON.stringify({ pathPrefix: "" }) })
      assert.strictEqual(yield* baseUrl, url)
    }).pipe(Effect.provide(Emulator.layer({ quirks: { ...Quirks.defaults, pathPrefix: "/gateway/rooms" } })))
  )

  it.live("is the only method of / besides HEAD", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* sendRaw("HEAD", "/")).status, 200)
      assert.strictEqual((yield* sendRaw("GET", "/?a=b")).status, 200)
      const answer = yield* send("POST", "/")
      assertRefused(answer, 405, "/ does not answer POST")
      assert.strictEqual(answer.headers.get("allow"), "GET")
      for (const target of ["*", "//", "/."]) {
        assertRefused(yield* sendRaw("GET", target), 404, `there is nothing at ${target}`)
      }
    }).pipe(Effect.provide(Emulator.layer()))
  )
})
