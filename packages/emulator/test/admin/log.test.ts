import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../src/index.ts"
import { admin, create, get, jsonOf, send } from "../fixtures/requests.ts"
import { createRoom } from "../fixtures/worlds.ts"

const log = Effect.map(send("GET", "/__emulator/log", { apiKey: null }), jsonOf)

/** 2026-11-21T14:00:00Z. */
const now = 1_795_269_600_000

describe("/__emulator/log", () => {
  it.live("lists operations, their times and outcomes, oldest first, without admin requests", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* log, { entries: [] })
      const roomId = yield* createRoom()
      yield* admin("/clock/advance", { millis: 1_500 })
      yield* get("/rooms/session-details?roomId=nope&limit=3&cursor=1")
      yield* get("/metrics", { apiKey: "key-of-nobody" })
      yield* create({ roomLocked: true, metadata: { title: "x" } }, { apiKey: null })
      yield* admin("/faults", { action: { _tag: "Reset", when: "beforeWork" }, times: 1 })
      yield* Effect.exit(get(`/rooms/room-details/${roomId}`))
      yield* admin("/faults", { action: { _tag: "Respond", status: 500, when: "afterWork" }, times: 1 })
      yield* get(`/rooms/room-details/${roomId}`)
      // Requests rejected before they reach the world aren't logged.
      yield* get("/rooms/get-rooms?cursor=-1")
      yield* get("/nowhere")
      assert.deepStrictEqual(yield* log, {
        entries: [
          { at: now, operation: "createRoom", input: { roomLocked: false }, outcome: "Success" },
          {
            at: now + 1_500,
            operation: "listSessions",
            input: { roomId: "nope", limit: 3, cursor: 1 },
            outcome: "RoomNotFound"
          },
          { at: now + 1_500, operation: "metrics", input: {}, outcome: "Unauthorized" },
          {
            at: now + 1_500,
            operation: "createRoom",
            input: { roomLocked: true, metadata: { title: "x" } },
            outcome: "Unauthorized"
          },
          { at: now + 1_500, operation: "roomDetails", input: { roomId }, outcome: "NotDone", fault: "Reset" },
          { at: now + 1_500, operation: "roomDetails", input: { roomId }, outcome: "Success", fault: "Respond" }
        ]
      })
      assert.notInclude(JSON.stringify(yield* log), "key-of")
    }).pipe(Effect.provide(Emulator.layer({ startMillis: now, frozen: true })))
  )

  it.live("can be read after any request", () =>
    Effect.gen(function* () {
      const deep = `{"roomLocked":false,"metadata":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`
      yield* create(deep, { apiKey: "nope" })
      yield* admin("/faults", { action: { _tag: "Respond", status: 500 }, times: 1 })
      yield* create(deep)
      const { entries }: { readonly entries?: ReadonlyArray<{ readonly input: unknown }> } = Object(yield* log)
      assert.deepStrictEqual(
        entries?.map(({ input }) => input),
        [{ roomLocked: false }, { roomLocked: false }]
      )
    }).pipe(Effect.provide(Emulator.layer()))
  )
})
