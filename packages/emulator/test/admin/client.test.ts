import { assert, describe, it } from "@effect/vitest"
import { PeerId, RoomId, SessionId } from "@effect-rooms/core/Identifier"
import { fault, Quirks, World } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { AdminClient, Emulator } from "../../src/index.ts"
import { get } from "../fixtures/requests.ts"
import { createRoom } from "../fixtures/worlds.ts"

/** An emulator with a paused clock, and the client of its admin API. */
const layer = AdminClient.layerEmulator.pipe(
  Layer.provide(FetchHttpClient.layer),
  Layer.provideMerge(Emulator.layer({ startMillis: 0, frozen: true }))
)

describe("AdminClient", () => {
  it.live("joins, leaves, locks and records, and the service shows the result", () =>
    Effect.gen(function* () {
      const admin = yield* AdminClient
      const roomId = RoomId.make(yield* createRoom())
      const params = { roomId }
      const { peerId, sessionId } = yield* admin.join({ params, payload: { metadata: { displayName: "Ada" } } })
      const grace = PeerId.make("grace")
      yield* admin.join({ params, payload: { peerId: grace } })
      yield* admin.leave({ params, payload: { peerId: grace } })
      assert.include((yield* get(`/live-sessions/participants/${roomId}`)).text, `"peerId":"${peerId}"`)
      yield* admin.livestream({ params })
      const recording = yield* admin.record({ params: { sessionId }, payload: { recordingSize: 5 } })
      assert.strictEqual(recording.recordingSize, 5)
      yield* admin.lock({ params, payload: { locked: true } })
      assert.deepStrictEqual(yield* admin.end({ params }), { sessionId })
      assert.include((yield* get("/metrics")).text, '"totalUsers":2,"recordingCount":1,"livestreamCount":1')
      yield* admin.deleteRoom({ params })
      assert.include((yield* get("/rooms/get-rooms")).text, '"count":0')
    }).pipe(Effect.provide(layer))
  )

  it.live("fails with typed errors", () =>
    Effect.gen(function* () {
      const admin = yield* AdminClient
      const roomId = RoomId.make("nope")
      const unknown = yield* Effect.flip(admin.end({ params: { roomId } }))
      assert.deepStrictEqual([unknown.constructor.name, unknown.message], ["NotFound", 'the world has no room "nope"'])
      const idle = RoomId.make(yield* createRoom())
      const conflict = yield* Effect.flip(admin.end({ params: { roomId: idle } }))
      assert.deepStrictEqual(
        [conflict.constructor.name, conflict.message],
        ["Conflict", `room "${idle}" has no ongoing session`]
      )
      const session = yield* Effect.flip(admin.record({ params: { sessionId: SessionId.make("nope") }, payload: {} }))
      assert.strictEqual(session.message, 'the world has no session "nope"')
      const refused = yield* Effect.flip(admin.importWorld({ payload: { format: "other" } }))
      assert.match(refused.message, /^the snapshot cannot be restored: format: /)
    }).pipe(Effect.provide(layer))
  )

  it.live("exports, imports, seeds and resets the world", () =>
    Effect.gen(function* () {
      const admin = yield* AdminClient
      const world = yield* World
      assert.deepStrictEqual(yield* admin.health(), { status: "ok" })
      const empty = yield* admin.exportWorld()
      assert.deepStrictEqual(empty, yield* world.snapshot)
      const { roomIds } = yield* admin.seed({
        payload: { rooms: [{ metadata: { title: "Planning" } }, { createdAgo: "1 hour" }] }
      })
      assert.strictEqual(roomIds.length, 2)
      const seeded = yield* admin.exportWorld()
      assert.strictEqual(seeded.tenants[0]?.rooms.length, 2)
      yield* admin.reset()
      assert.deepStrictEqual(yield* admin.exportWorld(), empty)
      yield* admin.importWorld({ payload: seeded })
      assert.deepStrictEqual(yield* admin.exportWorld(), seeded)
    }).pipe(Effect.provide(layer))
  )

  it.live("controls faults, quirks and the clock, and reads the log", () =>
    Effect.gen(function* () {
      const admin = yield* AdminClient
      const given = fault("metrics").tenant(0).times(1).respond(503)
      const { id } = yield* admin.injectFault({ payload: given })
      assert.strictEqual((yield* get("/metrics")).status, 503)
      assert.deepStrictEqual(yield* admin.listFaults(), { faults: [{ id, fault: given, applied: 1 }] })
      yield* admin.removeFault({ params: { id } })
      yield* admin.injectFault({ payload: fault().refuse() })
      yield* admin.clearFaults()
      assert.deepStrictEqual(yield* admin.listFaults(), { faults: [] })

      assert.deepStrictEqual(yield* admin.quirks(), Quirks.defaults)
      const changed = { ...Quirks.defaults, createdStatus: 200 as const }
      assert.deepStrictEqual(yield* admin.setQuirks({ payload: { createdStatus: 200 } }), changed)

      assert.deepStrictEqual(yield* admin.setClock({ payload: { nowMillis: 7 } }), { nowMillis: 7, isFrozen: true })
      assert.deepStrictEqual(yield* admin.advanceClock({ payload: { millis: 3 } }), { nowMillis: 10, isFrozen: true })
      yield* get("/metrics")
      assert.deepStrictEqual((yield* admin.log()).entries.at(-1), {
        at: 10,
        operation: "metrics",
        input: {},
        outcome: "Success"
      })
      assert.isFalse((yield* admin.resumeClock()).isFrozen)
      assert.isTrue((yield* admin.freezeClock()).isFrozen)
      assert.isTrue((yield* admin.clock()).isFrozen)
      yield* admin.refuseConnections({ payload: { millis: 1 } })
    }).pipe(Effect.provide(layer))
  )

  it.live("connects to an emulator at any URL", () =>
    Effect.gen(function* () {
      const { url } = yield* Emulator
      const health = AdminClient.use((admin) => admin.health())
      const there = Layer.provide(AdminClient.layer(url), FetchHttpClient.layer)
      assert.deepStrictEqual(yield* Effect.provide(health, there), { status: "ok" })
    }).pipe(Effect.provide(Emulator.layer()))
  )
})
