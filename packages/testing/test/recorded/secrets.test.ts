import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"
import {
  type Answer,
  json,
  layerScript,
  MemoryDisk,
  pageOf,
  recording,
  rooms,
  send,
  stream,
  text,
  transportError
} from "../fixtures/recording.ts"

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;"
}

const each = (secret: string, spell: (code: string, character: string) => string) =>
  secret.replace(/./gs, (character) => spell(character.charCodeAt(0).toString(16).padStart(2, "0"), character))

/** The forms in which a service may write a secret: in JSON, a URL, HTML, a script, or nested. */
const spellingsOf = (secret: string): ReadonlyArray<string> => [
  ...new Set([
    secret,
    secret.toUpperCase(),
    encodeURIComponent(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    new URLSearchParams({ secret }).toString().slice("secret=".length),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    secret.replaceAll("/", "\\/"),
    secret.replace(/[&<>"']/g, (character) => entities[character] ?? ""),
    each(secret, (code) => `%${code}`),
    each(secret, (code) => `\\u00${code}`),
    each(secret, (code) => `\\x${code}`),
    each(secret, (code) => `&#x${code};`),
    each(secret, (_, character) => `&#${character.charCodeAt(0)};`)
  ])
]

const keys = ["sk-live-0123456789abcdef", "sk+4/Zq=&<7", "q\"u\\o'te/", "$&(.*)[%41]$1|^"]

/** Responses that echo a secret in every field that redaction keeps. */
const echoesOf = (spelling: string): ReadonlyArray<Answer> => [
  json({ message: `unknown API key ${spelling}` }, { status: 401 }),
  json({ ...pageOf({ idempotencyKey: spelling, roomType: [spelling] }), [spelling]: 1 }),
  json({
    rooms: [{ roomId: spelling, createdAt: 1, roomLocked: false, metadata: { [spelling]: { [spelling]: "" } } }]
  }),
  text(`<p>x-api-key: ${spelling}</p>`, { status: 502 }),
  json(pageOf(), { headers: { "x-request-id": spelling, "cf-ray": `${spelling}-FRA`, "content-type": spelling } }),
  json({}, { status: 302, headers: { location: `https://${encodeURIComponent(spelling)}.example.com/${spelling}` } }),
  transportError(Object.assign(new Error(`bad header ${spelling}`), { code: "ERR_INVALID" })),
  stream(Stream.fail(new Error(`at ${spelling}`)))
]

/** The strings and property names in JSON. */
const strings = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? [...Object.keys(value), ...Object.values(value).flatMap(strings)]
      : []

const isHidden = (disk: MemoryDisk, spellings: ReadonlyArray<string>) => {
  const seen = [disk.text, ...disk.exchanges.flatMap(strings)].map((shown) => shown.toLowerCase())
  for (const spelling of spellings) {
    const found = seen.find((shown) => shown.includes(spelling.toLowerCase()))
    assert.isUndefined(found, `${spelling} in ${found?.slice(0, 500)}`)
  }
}

describe("a recording", () => {
  for (const key of keys) {
    it.effect(`doesn't contain the API key ${JSON.stringify(key)} from any response or URL`, () =>
      Effect.gen(function* () {
        const spellings = spellingsOf(key)
        for (const spelling of spellings) {
          const disk = new MemoryDisk()
          const answers = echoesOf(spelling)
          const path = `/rooms/${encodeURIComponent(spelling)}/${encodeURIComponent(spelling)}?${new URLSearchParams([
            [spelling, ""],
            ["roomId", spelling]
          ])}`
          yield* recording(
            disk,
            layerScript(...answers),
            Effect.forEach(answers, () => Effect.exit(send(path, { headers: { "x-api-key": key } }))),
            { keep: ["roomType"] }
          )
          assert.strictEqual(disk.exchanges.length, answers.length)
          isHidden(disk, spellings)
          // The responses did contain the echoes.
          assert.isAbove(disk.text.split("<redacted>").length, 20)
        }
      })
    )
  }

  it.effect("doesn't contain other credentials or parts of them", () =>
    Effect.gen(function* () {
      const disk = new MemoryDisk()
      const cookie: Answer = (request) => {
        const response = HttpServerResponse.jsonUnsafe({ message: "" })
        const set = HttpServerResponse.setCookieUnsafe(response, "sid", "next-session-cookie")
        return Effect.succeed(HttpServerResponse.toClientResponse(set, { request }))
      }
      const message =
        "tok-en-of-ada, user:password-in-base64, first-session-cookie, then next-session-cookie, and again Basic ab cd ef"
      yield* recording(
        disk,
        layerScript(cookie, json({ message })),
        Effect.andThen(
          send(rooms),
          send(rooms, {
            headers: {
              authorization: "Bearer tok-en-of-ada",
              "proxy-authorization": "Basic ab cd ef",
              cookie: "lang=en; sid=first-session-cookie"
            }
          })
        )
      )
      isHidden(disk, ["tok-en-of-ada", "first-session-cookie", "next-session-cookie", "ab cd ef"])
      assert.include(
        disk.text,
        "<redacted>, user:password-in-base64, <redacted>, then <redacted>, and again <redacted>"
      )
    })
  )

  it.effect("keeps its responses valid if the key is an ordinary word", () =>
    Effect.gen(function* () {
      for (const key of ["room", "e", "dev"]) {
        const disk = new MemoryDisk()
        yield* recording(
          disk,
          layerScript(json(pageOf({ title: "Ada", idempotencyKey: "order-1" }))),
          send(rooms, { headers: { "x-api-key": key } })
        )
        const [exchange] = disk.exchanges
        assert(exchange?.answer._tag === "Answered" && exchange.answer.body._tag === "Json")
        const { value } = exchange.answer.body
        assert(typeof value === "object" && value !== null && "rooms" in value && Array.isArray(value.rooms))
        assert.hasAllKeys(value.rooms[0], ["roomId", "createdAt", "roomLocked", "metadata"])
      }
    })
  )

  it.effect("doesn't contain any of several keys", () =>
    Effect.gen(function* () {
      const disk = new MemoryDisk()
      yield* recording(
        disk,
        layerScript(json({ message: "not alpha-key, not alpha-key-2, nor beta-key" }, { status: 401 })),
        Effect.forEach(["alpha-key", "alpha-key-2", "beta-key"], (key) =>
          send(rooms, { headers: { "x-api-key": key } })
        )
      )
      const messages = disk.exchanges.flatMap(strings).filter((shown) => shown.startsWith("not "))
      assert.strictEqual(messages.at(-1), "not <redacted>, not <redacted>, nor <redacted>")
    })
  )
})
