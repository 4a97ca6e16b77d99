import { assert, describe, it } from "@effect/vitest"
import openapi from "@effect-rooms/core/openapi.json" with { type: "json" }
import * as Effect from "effect/Effect"
import { Emulator } from "../../src/index.ts"
import { assertRefused, jsonOf, send } from "../fixtures/requests.ts"

const page = send("GET", "/docs", { apiKey: null })

/** Everything in a page that makes a browser fetch a resource immediately. */
const loads = [
  /<(?:script|img|iframe|audio|video|source|embed)\b[^>]*\ssrc\s*=\s*["']?(?!data:)[^\s"'>]*/gi,
  /<(?:link|base)\b[^>]*\shref\s*=\s*["']?(?!data:)[^\s"'>]*/gi,
  /@import\b/gi,
  /\burl\(\s*["']?(?:https?:)?\/\/[^)]*/gi
]

describe("/docs", () => {
  it.live("is an HTML page, without a key", () =>
    Effect.gen(function* () {
      const { headers, status, text } = yield* page
      assert.strictEqual(status, 200)
      assert.match(headers.get("content-type") ?? "", /^text\/html\b/)
      assert.match(text, /^<!DOCTYPE html>/)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("contains the UI and the document that it shows", () =>
    Effect.gen(function* () {
      const { text } = yield* page
      const [, spec] = /<script id="swagger-spec" type="application\/json">([^<]*)<\/script>/.exec(text) ?? []
      assert(spec !== undefined, "the page has no document")
      assert.deepStrictEqual(JSON.parse(spec), openapi)
      assert.include(text, '<div id="swagger-ui">')
      assert.include(text, "SwaggerUIBundle({")
      // The script of the UI, which defines the function called above.
      assert.match(text, /SwaggerUIBundle\s*=/)
      assert.isAbove(text.length, 1_000_000)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("loads nothing from elsewhere", () =>
    Effect.gen(function* () {
      const { text } = yield* page
      assert.deepStrictEqual(
        loads.flatMap((pattern) => text.match(pattern) ?? []),
        []
      )
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("is the same for concurrent and later requests", () =>
    Effect.gen(function* () {
      const pages = yield* Effect.all([page, page, page], { concurrency: "unbounded" })
      const { text } = yield* page
      for (const each of pages) assert.isTrue(each.text === text)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("is at no other path", () =>
    Effect.gen(function* () {
      for (const path of ["/docs/", "/docs/index.html", "/Docs"]) {
        assertRefused(yield* send("GET", path), 404, `there is nothing at ${path}`)
      }
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("/openapi.json", () => {
  it.live("is the committed document, without a key", () =>
    Effect.gen(function* () {
      const answer = yield* send("GET", "/openapi.json", { apiKey: null })
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(jsonOf(answer), openapi)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})
