import { assert, describe, it } from "@effect/vitest"
import { PeerId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import { World } from "../../../src/World.ts"
import { assertRefused, get, layerHttpServer } from "../../fixtures/httpServer.ts"
import { createRoom } from "../../fixtures/worlds.ts"

const ids = [
  "a/b",
  "/",
  "../secret",
  "a?b=c",
  "a#b",
  "100%",
  "%",
  "%2F",
  "%252F",
  "%E0%A4%A",
  "two words",
  " ",
  "a+b",
  "a&roomId=b",
  "a=b",
  "a;b",
  "a:b@c,d$e",
  "日本語",
  "é",
  "İstanbul",
  "😀",
  "UPPER-lower",
  "\u0000\n\t",
  '"quotes"',
  "...",
  ":roomId",
  "*"
]

/** The input of the last operation in the world's log. */
const lastInput = Effect.flatMap(World, ({ log }) => Effect.map(log, (entries) => entries.at(-1)?.input))

describe("an id", () => {
  it.effect.each(ids)("arrives unchanged in the path: %j", (id) =>
    Effect.gen(function* () {
      for (const path of ["/rooms/room-details", "/rooms/get-metadata", "/live-sessions/participants"]) {
        assertRefused(yield* get(`${path}/${encodeURIComponent(id)}`), 404)
        assert.deepStrictEqual(yield* lastInput, { roomId: id })
      }
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect.each(ids)("arrives unchanged in the query: %j", (id) =>
    Effect.gen(function* () {
      const encoded = encodeURIComponent(id)
      assertRefused(yield* get(`/rooms/session-details?limit=3&roomId=${encoded}&cursor=2`), 404)
      assert.deepStrictEqual(yield* lastInput, { roomId: id, limit: 3, cursor: 2 })
      assertRefused(yield* get(`/rooms/participant-list?sessionId=${encoded}`), 404)
      assert.deepStrictEqual(yield* lastInput, { sessionId: id })
      assert.strictEqual((yield* get(`/recordings?sessionId=${encoded}`)).status, 200)
      assert.deepStrictEqual(yield* lastInput, { sessionId: id })
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("can be of any length", () =>
    Effect.gen(function* () {
      const id = "é".repeat(10_000)
      yield* get(`/rooms/room-details/${encodeURIComponent(id)}`)
      assert.deepStrictEqual(yield* lastInput, { roomId: id })
      yield* get(`/rooms/participant-list?sessionId=${encodeURIComponent(id)}`)
      assert.deepStrictEqual(yield* lastInput, { sessionId: id })
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect("can be percent-encoded in full", () =>
    Effect.gen(function* () {
      const roomId = yield* createRoom()
      const encoded = [...roomId].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("")
      const { body, status } = yield* get(`/rooms/room-details/${encoded}`)
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, { roomId, roomLocked: false, metadata: null })
    }).pipe(Effect.provide(layerHttpServer()))
  )

  it.effect.each(ids)("is returned unchanged: %j", (id) =>
    Effect.gen(function* () {
      const world = yield* World
      const roomId = yield* createRoom()
      const peerId = PeerId.make(id)
      yield* world.join(roomId, { peerId, metadata: { displayName: id } })
      assert.deepStrictEqual((yield* get(`/live-sessions/participants/${roomId}`)).body, {
        count: 1,
        participants: [{ peerId, joinTime: 0, metadata: { displayName: id } }]
      })
    }).pipe(Effect.provide(layerHttpServer()))
  )
})
