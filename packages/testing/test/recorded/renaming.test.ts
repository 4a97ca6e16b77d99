import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as Recorded from "../../src/Recorded.ts"
import {
  type Answer,
  ask,
  createRoom,
  json,
  layerScript,
  MemoryDisk,
  pageOf,
  recording,
  replaying,
  requestTo,
  rooms,
  send
} from "../fixtures/recording.ts"

const created = (roomId: string) => json({ message: "room created", data: { roomId } }, { status: 201 })

const create = (metadata: unknown) =>
  Effect.map(send(createRoom, { body: { roomLocked: false, metadata } }), ({ text }) => /room-\d+/.exec(text)?.[0])

const isNotRecorded = (effect: Effect.Effect<unknown, unknown, HttpClient.HttpClient>) =>
  Effect.map(Effect.flip(effect), (error) => assert.match(String(error), /recording\.ndjson has no response for /))

const recorded = Effect.fnUntraced(function* <A, E>(
  answers: ReadonlyArray<Answer>,
  program: Effect.Effect<A, E, HttpClient.HttpClient>,
  options?: Omit<Recorded.RecordOptions, "file">
) {
  const disk = new MemoryDisk()
  return { disk, result: yield* recording(disk, layerScript(...answers), program, options) }
})

describe("replay with a consistent renaming of redacted values", () => {
  const twoRooms = recorded(
    [created("room-1"), created("room-2"), json(pageOf({ title: "Ada's", seats: 5 }, { title: "Bo's" }))],
    Effect.gen(function* () {
      return [yield* create({ seats: 5, title: "Ada's" }), yield* create({ title: "Bo's" }), yield* ask(rooms)]
    })
  )

  it.effect("returns the values that the program sent in place of their pseudonyms", () =>
    Effect.gen(function* () {
      const { disk, result } = yield* twoRooms
      const replayed = yield* replaying(
        disk,
        Effect.gen(function* () {
          return [yield* create({ title: "Ada's", seats: 5 }), yield* create({ title: "Bo's" }), yield* ask(rooms)]
        })
      )
      assert.deepStrictEqual(replayed, result)
    })
  )

  it.effect("keeps the pseudonyms of values that the program didn't send", () =>
    Effect.gen(function* () {
      const { disk } = yield* twoRooms
      const page = yield* replaying(disk, ask(rooms))
      assert.deepStrictEqual(page, pageOf({ title: "redacted-2", seats: 1 }, { title: "redacted-3" }))
    })
  )

  it.effect("accepts a pseudonym that the program read earlier", () =>
    Effect.gen(function* () {
      const page = json(pageOf({ title: "Ada's" }))
      const { disk } = yield* recorded(
        [page, created("room-1")],
        Effect.andThen(ask(rooms), create({ title: "Ada's", note: "mine" }))
      )
      const roomId = yield* replaying(disk, Effect.andThen(ask(rooms), create({ title: "redacted-1", note: "mine" })))
      assert.strictEqual(roomId, "room-1")
    })
  )

  it.effect("requires equal values to stay equal, and different values to stay different", () =>
    Effect.gen(function* () {
      const { disk } = yield* recorded(
        [created("room-1"), created("room-2"), created("room-3")],
        Effect.all([create({ title: "Ada", hosts: ["Ada", "Bo"] }), create({ title: "Ada" }), create({ title: "Bo" })])
      )
      // Renaming each of the two makes no difference.
      assert.deepStrictEqual(
        yield* replaying(
          disk,
          Effect.all([
            create({ title: "Eve", hosts: ["Eve", "Zoë"] }),
            create({ title: "Eve" }),
            create({ title: "Zoë" })
          ])
        ),
        ["room-1", "room-2", "room-3"]
      )
      // In any order, because the first create fixed the value of the name.
      assert.deepStrictEqual(
        yield* replaying(
          disk,
          Effect.all([
            create({ title: "Eve", hosts: ["Eve", "Zoë"] }),
            create({ title: "Zoë" }),
            create({ title: "Eve" })
          ])
        ),
        ["room-1", "room-3", "room-2"]
      )
      yield* replaying(disk, isNotRecorded(create({ title: "Eve", hosts: ["Zoë", "Bo"] })))
      yield* replaying(disk, isNotRecorded(create({ title: "Eve", hosts: ["Eve", "Eve"] })))
      yield* replaying(
        disk,
        Effect.andThen(create({ title: "Eve", hosts: ["Eve", "Zoë"] }), isNotRecorded(create({ title: "Third" })))
      )
    })
  )

  it.effect("ignores the renaming of a request that didn't match", () =>
    Effect.gen(function* () {
      const { disk } = yield* recorded(
        [created("room-1"), created("room-2")],
        Effect.all([create({ title: "Ada", seats: [1, 2] }), create({ title: "Bo", seats: [1] })])
      )
      // "X" is first tried as the title of the first room, which has a different number of seats.
      assert.deepStrictEqual(
        yield* replaying(disk, Effect.all([create({ title: "X", seats: [1] }), create({ title: "Y", seats: [1, 2] })])),
        ["room-2", "room-1"]
      )
    })
  )

  it.effect("compares shape, kept fields and numbers outside metadata, but not the order of fields", () =>
    Effect.gen(function* () {
      const ref = "0123456789abcdef0123456789abcdef"
      const body = {
        roomLocked: false,
        limit: 2,
        metadata: { title: "Ada", roomType: ["AUDIO", ref], tags: ["a", true] }
      }
      const { disk } = yield* recorded([created("room-1")], send(createRoom, { body }), { keep: ["roomType"] })
      const same = {
        metadata: { tags: ["b", true], roomType: ["AUDIO", ref], title: "Bo" },
        limit: 2,
        roomLocked: false
      }
      const { metadata } = same
      for (const other of [
        { ...same, roomLocked: true },
        { ...same, more: null },
        { metadata, limit: 2 },
        { ...same, limit: 3 },
        { ...same, metadata: { ...metadata, roomType: ["VIDEO", ref] } },
        { ...same, metadata: { ...metadata, roomType: ["AUDIO", ref.toUpperCase()] } },
        { ...same, metadata: { ...metadata, roomType: ["AUDIO", ref.replace("0", "1")] } },
        { ...same, metadata: { ...metadata, title: 1 } },
        { ...same, metadata: { ...metadata, tags: ["b"] } },
        { ...same, metadata: { ...metadata, tags: ["b", false] } },
        { ...same, metadata: { title: "Bo", roomType: ["AUDIO", ref], seats: 1 } },
        [same]
      ]) {
        yield* replaying(disk, isNotRecorded(send(createRoom, { body: other })))
      }
      assert.strictEqual((yield* replaying(disk, send(createRoom, { body: same }))).status, 201)
    })
  )

  it.effect("compares idempotencyKey exactly, except for a key that createOnce generated", () =>
    Effect.gen(function* () {
      const made = "0123456789abcdef0123456789abcdef"
      const again = "fedcba9876543210fedcba9876543210"
      const { disk } = yield* recorded(
        [created("room-1"), created("room-2"), json(pageOf({ idempotencyKey: made }, { idempotencyKey: "order-42" }))],
        Effect.all([create({ idempotencyKey: made }), create({ idempotencyKey: "order-42" }), ask(rooms)])
      )
      yield* replaying(disk, isNotRecorded(create({ idempotencyKey: "order-43" })))
      assert.deepStrictEqual(
        yield* replaying(
          disk,
          Effect.all([create({ idempotencyKey: "order-42" }), create({ idempotencyKey: again }), ask(rooms)])
        ),
        ["room-2", "room-1", pageOf({ idempotencyKey: again }, { idempotencyKey: "order-42" })]
      )
    })
  )

  it.effect("compares metadata as JSON text on either side", () =>
    Effect.gen(function* () {
      const { disk } = yield* recorded(
        [created("room-1"), json(pageOf('{"title":"Ada","seats":7}'))],
        Effect.all([create('{"title":"Ada","seats":7}'), ask(rooms)])
      )
      assert.deepStrictEqual(
        yield* replaying(disk, Effect.all([create('{ "seats": 9, "title": "Bo" }'), ask(rooms)])),
        ["room-1", pageOf('{"title":"Bo","seats":9}')]
      )
    })
  )

  it.effect("matches redacted ids with the program's ids", () =>
    Effect.gen(function* () {
      const room = (roomId: string) => json({ roomId, roomLocked: false, metadata: null })
      const sessions = (sessionId: string) => json({ sessions: [{ sessionId, startTime: 1, endTime: 2 }] })
      const { disk, result } = yield* recorded(
        [room("a/b c"), room("other"), sessions("s-1")],
        Effect.all([
          ask("/rooms/room-details/a%2Fb%20c"),
          ask("/rooms/room-details/other"),
          ask("/rooms/session-details?roomId=a/b+c")
        ]),
        { redactIds: true }
      )
      yield* replaying(
        disk,
        Effect.gen(function* () {
          const get = requestTo("/rooms/room-details/other")
          yield* isNotRecorded(HttpClient.execute(HttpClientRequest.setMethod(get, "DELETE")))
          yield* isNotRecorded(ask("/rooms/session-details?roomId=a/b+c&sessionId=s-1"))
          yield* isNotRecorded(ask("/rooms/session-details"))
        })
      )
      const replayed = yield* replaying(
        disk,
        Effect.all([
          ask("/rooms/room-details/a%2fb%20c"),
          ask("/rooms/room-details/other"),
          ask("/rooms/session-details?roomId=a%2Fb%20c")
        ])
      )
      assert.deepStrictEqual(replayed.slice(0, 2), result.slice(0, 2))
      assert.deepStrictEqual(replayed[2], { sessions: [{ sessionId: "redacted-3", startTime: 1, endTime: 2 }] })
    })
  )
})
