import { assert, describe, it } from "@effect/vitest"
import { Quirks } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import { Emulator } from "../../src/index.ts"
import { admin, assertRefused, get, jsonOf, send } from "../fixtures/requests.ts"
import { createRoom } from "../fixtures/worlds.ts"

const quirks = Effect.map(send("GET", "/__emulator/quirks", { apiKey: null }), jsonOf)

const patch = (body: unknown) => send("PATCH", "/__emulator/quirks", { apiKey: null, body: JSON.stringify(body) })

describe("/__emulator/quirks", () => {
  it.live("returns all quirks, and responses follow a change at once", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* quirks, { ...Quirks.defaults, firstPage: 0 })
      const roomId = yield* createRoom()
      const path = `/live-sessions/participants/${roomId}`
      assertRefused(yield* get(path), 404, "no ongoing session")
      const changed = { ...Quirks.defaults, firstPage: 0, idleRoom: "empty", requestId: "cf-ray" }
      assert.deepStrictEqual(jsonOf(yield* patch({ idleRoom: "empty", requestId: "cf-ray" })), changed)
      assert.deepStrictEqual(yield* quirks, changed)
      const answer = yield* get(path)
      assert.deepStrictEqual(jsonOf(answer), { count: 0, participants: [] })
      assert.match(answer.headers.get("cf-ray") ?? "", /^request-\d+$/)
    }).pipe(Effect.provide(Emulator.layer({ quirks: { firstPage: 0 } })))
  )

  it.live("changes nothing for an empty body", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(jsonOf(yield* patch({})), Quirks.defaults)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("rejects an unknown quirk, and lists the known ones", () =>
    Effect.gen(function* () {
      const message = `body.pagesize: is not a quirk; there are ${Object.keys(Quirks.defaults).join(", ")}`
      assertRefused(yield* patch({ firstPage: 0, pagesize: "rows" }), 400, message)
      assert.deepStrictEqual(yield* quirks, Quirks.defaults)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live.each([
    { body: { errorBody: "plain" }, message: 'body.errorBody: expected "message" | "okFalse" | "html" | "empty"' },
    { body: { firstPage: "1" }, message: "body.firstPage: expected 1 | 0" },
    { body: { mostSessions: 8 }, message: 'body.mostSessions: expected "asked" | 20 | 7' },
    { body: { firstPage: 0, requestId: null }, message: 'body.requestId: expected "none" | "x-request-id" | "cf-ray"' }
  ])("rejects the reading in $body, and lists the possible ones", ({ body, message }) =>
    Effect.gen(function* () {
      assertRefused(yield* patch(body), 400, message)
      assert.deepStrictEqual(yield* quirks, Quirks.defaults)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("doesn't change the paths and error format of the admin API", () =>
    Effect.gen(function* () {
      yield* patch({ errorBody: "html", pathPrefix: "/gateway/rooms", requestId: "x-request-id" })
      assert.strictEqual((yield* get("/metrics")).status, 404)
      const answer = yield* send("GET", "/gateway/rooms/api/v2/sdk/metrics", { apiKey: "nope" })
      assert.deepStrictEqual([answer.status, answer.headers.get("content-type")], [401, "text/html; charset=utf-8"])
      assertRefused(yield* admin("/rooms/nope/end"), 404, 'the world has no room "nope"')
      assertRefused(yield* admin("/quirks"), 405, "/__emulator/quirks does not answer POST")
      assert.isNull((yield* send("GET", "/__emulator/health")).headers.get("x-request-id"))
    }).pipe(Effect.provide(Emulator.layer()))
  )
})
