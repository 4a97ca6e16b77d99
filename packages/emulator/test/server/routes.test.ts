import { assert, describe, it } from "@effect/vitest"
import { World } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import { Emulator } from "../../src/index.ts"
import { assertRefused, get, prefix, send } from "../fixtures/requests.ts"
import { sendRaw } from "../fixtures/sockets.ts"
import { createRoom } from "../fixtures/worlds.ts"

const ids = [
  "a/b",
  "a?b=c&d#e",
  "100%",
  "%2F",
  "%2e%2e",
  "a b+c",
  "a;b",
  " ",
  "...",
  "佐藤-💥-é",
  "\u0000\n\t",
  "__proto__",
  ":roomId",
  "*",
  "long-".repeat(1600)
]

/** Returns the input of the last operation. */
const lastInput = Effect.gen(function* () {
  const entry = (yield* (yield* World).log).at(-1)
  return [entry?.operation, entry?.input]
})

describe("an id", () => {
  it.live.each(ids.map((id) => ({ id, shown: JSON.stringify(id.slice(0, 30)) })))(
    "$shown arrives unchanged",
    ({ id }) =>
      Effect.gen(function* () {
        const encoded = encodeURIComponent(id)
        const asked = Effect.fnUntraced(function* (path: string) {
          assert.strictEqual((yield* get(path)).status, path.startsWith("/recordings") ? 200 : 404)
          return yield* lastInput
        })
        assert.deepStrictEqual(yield* asked(`/rooms/room-details/${encoded}`), ["roomDetails", { roomId: id }])
        assert.deepStrictEqual(yield* asked(`/rooms/get-metadata/${encoded}`), ["roomMetadata", { roomId: id }])
        assert.deepStrictEqual(yield* asked(`/live-sessions/participants/${encoded}`), [
          "liveParticipants",
          { roomId: id }
        ])
        assert.deepStrictEqual(yield* asked(`/rooms/session-details?limit=3&roomId=${encoded}`), [
          "listSessions",
          { roomId: id, limit: 3 }
        ])
        assert.deepStrictEqual(yield* asked(`/rooms/participant-list?sessionId=${encoded}`), [
          "sessionParticipants",
          { sessionId: id }
        ])
        assert.deepStrictEqual(yield* asked(`/recordings?sessionId=${encoded}`), ["listRecordings", { sessionId: id }])
      }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("is rejected unless it is percent-encoded UTF-8", () =>
    Effect.gen(function* () {
      for (const id of ["%zz", "%", "%ff", "%ed%a0%80"]) {
        assertRefused(
          yield* sendRaw("GET", `${prefix}/rooms/room-details/${id}`),
          400,
          "path.roomId: not percent-encoded UTF-8, or too long"
        )
      }
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("can't reach another route with dot segments", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      assertRefused(
        yield* sendRaw("GET", `${prefix}/rooms/get-metadata/../room-details/${roomId}`),
        404,
        /^there is nothing at /
      )
      assertRefused(yield* sendRaw("GET", `${prefix}/rooms/room-details/..`), 400, /^path\.roomId: /)
      assertRefused(yield* sendRaw("GET", `${prefix}/rooms/room-details/%2e%2E`), 400, /^path\.roomId: /)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("a path", () => {
  it.live("is not an operation's path with an extra slash or a different case", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      for (const path of [
        `${prefix}/rooms/get-rooms/`,
        `${prefix}/rooms//get-rooms`,
        `/${prefix}/rooms/get-rooms`,
        `${prefix}/rooms/GET-rooms`,
        `${prefix}/rooms/get-rooms/${roomId}`,
        `${prefix}/rooms/room-details/${roomId}/`,
        `${prefix}/rooms/room-details//${roomId}`,
        `${prefix}/rooms/room-details`,
        `${prefix}/metrics/`
      ]) {
        assertRefused(yield* sendRaw("GET", path), 404, `there is nothing at ${path}`)
      }
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("can include a host, as proxies send it", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* sendRaw("GET", `http://localhost${prefix}/metrics`)).status, 200)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("a header", () => {
  it.live.each(["x-api-key", "X-Api-Key", "X-API-KEY"])("can contain the key as %s", (name) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* sendRaw("GET", `${prefix}/metrics`, [`${name}: dev`])).status, 200)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("can contain the content type in any case", () =>
    Effect.gen(function* () {
      const body = '{"roomLocked":true}'
      const headers = ["CONTENT-TYPE: application/json", `Content-LENGTH: ${body.length}`]
      assert.strictEqual((yield* sendRaw("POST", `${prefix}/rooms/create-room`, headers, body)).status, 201)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("HEAD", () => {
  it.live("responds like GET, without the body", () =>
    Effect.gen(function* () {
      for (const path of [`${prefix}/rooms/get-rooms`, `${prefix}/rooms/room-details/nope`, "/openapi.json"]) {
        const whole = yield* sendRaw("GET", path)
        const head = yield* sendRaw("HEAD", path)
        assert.strictEqual(head.status, whole.status)
        assert.strictEqual(head.headers.get("content-type"), "application/json")
        assert.strictEqual(head.headers.get("content-length"), String(whole.text.length))
        assert.strictEqual(head.text, "")
      }
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("needs a key, and a route that answers GET", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* send("HEAD", `${prefix}/metrics`, { apiKey: null })).status, 401)
      const refused = yield* send("HEAD", `${prefix}/rooms/create-room`)
      assert.deepStrictEqual([refused.status, refused.headers.get("allow"), refused.text], [405, "POST", ""])
    }).pipe(Effect.provide(Emulator.layer()))
  )
})
