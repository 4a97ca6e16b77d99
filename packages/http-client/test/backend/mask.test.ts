import { assert, describe, it } from "@effect/vitest"
import { Backend } from "@effect-rooms/core/Backend"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as RoomsHttp from "../../src/RoomsHttp.ts"
import { createRoom, metrics, roomDetails, roomId } from "../fixtures/operations.ts"
import {
  type Answer,
  answering,
  baseUrl,
  json,
  key,
  recordingClient,
  stream,
  text,
  transportError
} from "../fixtures/recordingClient.ts"
import { printed, shownOf } from "../fixtures/shown.ts"

const htmlEntities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

/** The key as a service may write it: into JSON, a URL, or HTML. */
const spellingsOf = (key: string): ReadonlyArray<string> => [
  ...new Set([
    key,
    encodeURIComponent(key),
    encodeURIComponent(key).toLowerCase(),
    new URLSearchParams({ key }).toString().slice("key=".length),
    JSON.stringify(key).slice(1, -1),
    JSON.stringify(key).slice(1, -1).replaceAll("/", "\\/"),
    key.replace(/[&<>"'\\]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`),
    key.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? character),
    key.replace(/\W/g, (character) => `&#x${character.charCodeAt(0).toString(16)};`)
  ])
]

const keys = ["sk-live-0123456789abcdef", key, "q\"u\\o'te/", "$&(.*)[%41]$1|^"]

const strings = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(strings)
      : []

/** Asserts that a failing operation of a client with this key never shows the key, however it is spelled. */
const isHidden = Effect.fnUntraced(function* (key: string, operation: typeof metrics, answer: Answer) {
  const { backend } = yield* answering(answer, { apiKey: Redacted.make(key), timeout: "5 seconds" })
  const { error, json, logged, spans } = yield* shownOf(operation.run(backend))
  const fields = strings(json)
  const shown = [...error, ...fields, ...logged, ...spans].map((text) => text.toLowerCase())
  for (const spelling of spellingsOf(key)) {
    assert.isUndefined(shown.find((text) => text.includes(spelling.toLowerCase())))
  }
  return fields
})

type Echo = readonly [name: string, operation: typeof metrics, answer: (spelling: string) => Answer]

const broken = (message: string) => Object.assign(new Error(message), { code: "UND_ERR_SOCKET" })

/** Answers that bring the key back. None of them is one after which a request would be sent again. */
const echoes: ReadonlyArray<Echo> = [
  ["the message of a 401", metrics, (spelling) => json({ message: `unknown API key ${spelling}` }, { status: 401 })],
  ["the message of a 403", metrics, (spelling) => json({ ok: false, message: `${spelling}: no` }, { status: 403 })],
  ["the message of a 404", roomDetails, (spelling) => json({ message: `no room of ${spelling}` }, { status: 404 })],
  ["the message of a 422", createRoom, (spelling) => json({ message: `not for ${spelling}` }, { status: 422 })],
  ["the message of a 501", metrics, (spelling) => json({ message: `not for ${spelling}` }, { status: 501 })],
  ["a create's message of a 500", createRoom, (spelling) => json({ message: `oh, ${spelling}` }, { status: 500 })],
  ["an HTML error body", metrics, (spelling) => text(`<html><p>x-api-key: ${spelling}</p></html>`, { status: 501 })],
  ["an HTML page of status 200", metrics, (spelling) => text(`<html><p>x-api-key: ${spelling}</p></html>`)],
  ["a field of the wrong type", metrics, (spelling) => text(`{"totalSessions":"${spelling}"}`)],
  ["an unknown field", createRoom, (spelling) => text(`{"${spelling}":"${spelling}"}`)],
  ["a Location", metrics, (spelling) => text("", { status: 302, headers: { location: `/login?key=${spelling}` } })],
  ["x-request-id", metrics, (spelling) => text("", { status: 401, headers: { "x-request-id": spelling } })],
  ["cf-ray", createRoom, (spelling) => text("", { status: 502, headers: { "cf-ray": `${spelling}-FRA` } })],
  ["the reason of a broken connection", createRoom, (spelling) => transportError(broken(`bad header ${spelling}`))],
  ["the reason of a broken body", createRoom, (spelling) => stream(Stream.fail(broken(`at ${spelling}`)))]
]

describe("the API key is in no error, log line or span", () => {
  for (const secret of keys) {
    for (const [name, operation, answer] of echoes) {
      it.effect(`${JSON.stringify(secret)} in ${name}`, () =>
        Effect.gen(function* () {
          for (const spelling of spellingsOf(secret)) {
            const fields = yield* isHidden(secret, operation, answer(spelling))
            // The echo did arrive in the error.
            assert.isTrue(
              fields.some((field) => field.includes("<redacted>")),
              fields.join("\n")
            )
          }
        })
      )
    }
  }

  it.effect("if the response doesn't mention it", () =>
    Effect.gen(function* () {
      for (const secret of keys) {
        yield* isHidden(secret, metrics, text("", { status: 403 }))
        yield* isHidden(secret, createRoom, text("", { status: 502 }))
        yield* isHidden(secret, metrics, text("{}"))
      }
    })
  )

  it.effect("if a tracer records headers and the caller's list of secret headers lacks this one", () =>
    Effect.gen(function* () {
      const echo = text("", { status: 403, headers: { "x-echo": key } })
      const { backend } = yield* answering(echo)
      const { spans } = yield* shownOf(
        backend.metrics({}).pipe(
          Effect.provideService(HttpClient.TracerHeaderFilter, () => true),
          Effect.provideService(Headers.CurrentRedactedNames, ["authorization"])
        )
      )
      for (const text of spans) assert.notInclude(text, key)
    })
  )
})

describe("masking replaces only the API key", () => {
  it.effect("the rest of a message is kept as it is", () =>
    Effect.gen(function* () {
      const message = `key ${key}, and again ${encodeURIComponent(key)}: sk+4/Zq=& is another`
      const { backend } = yield* answering(json({ message }, { status: 401 }))
      const error = yield* Effect.flip(backend.metrics({}))
      assert(error._tag === "Unauthorized")
      assert.strictEqual(error.serverMessage, "key <redacted>, and again <redacted>: sk+4/Zq=& is another")
    })
  )
})

describe("a client shows no API key", () => {
  it.effect("when it is printed: its options, its layer, the backend, an operation", () =>
    Effect.gen(function* () {
      const options = { baseUrl, apiKey: Redacted.make(key) }
      const { client } = recordingClient(json(metrics.answer))
      const layer = RoomsHttp.layer(options).pipe(Layer.provide(Layer.succeed(HttpClient.HttpClient, client)))
      const context = yield* Layer.build(layer)
      const backend = yield* Effect.provide(Backend, context)
      for (const value of [options, layer, context, backend, backend.metrics({}), backend.roomDetails({ roomId })]) {
        for (const text of printed(value)) assert.notInclude(text, key)
      }
    })
  )
})
