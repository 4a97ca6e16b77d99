import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as Tracer from "effect/Tracer"
import { Backend } from "../src/Backend.ts"
import { RoomId, SessionId } from "../src/Identifier.ts"
import { LiveRooms } from "../src/LiveRooms.ts"
import { Metrics } from "../src/Metrics.ts"
import { Recordings } from "../src/Recordings.ts"
import * as RoomServices from "../src/RoomServices.ts"
import { Rooms } from "../src/Rooms.ts"
import { Sessions } from "../src/Sessions.ts"
import { scripted } from "./fixtures/backend.ts"
import { unexpectedStatus } from "./fixtures/errors.ts"

const roomId = RoomId.make("room-1")
const sessionId = SessionId.make("session-1")

describe("RoomServices.layer", () => {
  it.each([
    { service: Backend, name: "Backend" },
    { service: Rooms, name: "Rooms" },
    { service: Sessions, name: "Sessions" },
    { service: LiveRooms, name: "LiveRooms" },
    { service: Recordings, name: "Recordings" },
    { service: Metrics, name: "Metrics" }
  ])("$name has the key of its package and name", ({ name, service }) => {
    assert.strictEqual(service.key, `@effect-rooms/core/${name}`)
  })

  it.effect("derives the five services from one backend, each public operation with a span", () =>
    Effect.gen(function* () {
      const fail = Effect.fail(unexpectedStatus("metrics"))
      const { calls, operations } = scripted({
        createRoom: () => fail,
        listRooms: () => fail,
        roomDetails: () => fail,
        roomMetadata: () => fail,
        listSessions: () => fail,
        sessionParticipants: () => fail,
        liveParticipants: () => fail,
        listRecordings: () => fail,
        metrics: () => fail
      })
      const spans: Array<string> = []
      const tracer = Tracer.make({
        span: (options) => {
          spans.push(options.name)
          return new Tracer.NativeSpan(options)
        }
      })

      const requests = Effect.gen(function* () {
        const rooms = yield* Rooms
        const sessions = yield* Sessions
        const liveRooms = yield* LiveRooms
        const recordings = yield* Recordings
        const metrics = yield* Metrics
        yield* Effect.flip(rooms.create({}))
        yield* Effect.flip(rooms.page())
        yield* Effect.flip(rooms.get(roomId))
        yield* Effect.flip(rooms.metadata(roomId))
        yield* Effect.flip(sessions.page({ roomId }))
        yield* Effect.flip(sessions.participants(sessionId))
        yield* Effect.flip(liveRooms.participants(roomId))
        yield* Effect.flip(recordings.page())
        yield* Effect.flip(metrics.get)
        yield* Effect.flip(Stream.runDrain(rooms.stream()))
        yield* Effect.flip(Stream.runDrain(sessions.stream(roomId)))
        yield* Effect.flip(Stream.runDrain(sessions.streamAll()))
        yield* Effect.flip(Stream.runDrain(liveRooms.watch(roomId)))
        yield* Effect.flip(Stream.runDrain(recordings.stream()))
        yield* Effect.flip(rooms.createOnce({}))
      })
      yield* requests.pipe(
        Effect.provide(Layer.provide(RoomServices.layer, Layer.succeed(Backend, operations))),
        Effect.withTracer(tracer)
      )

      assert.deepStrictEqual(
        calls.map(({ operation }) => operation),
        [
          "createRoom",
          "listRooms",
          "roomDetails",
          "roomMetadata",
          "listSessions",
          "sessionParticipants",
          "liveParticipants",
          "listRecordings",
          "metrics",
          "listRooms",
          "listSessions",
          "listRooms",
          "liveParticipants",
          "listRecordings",
          "listRooms"
        ]
      )
      assert.deepStrictEqual(spans, [
        "Rooms.create",
        "Rooms.page",
        "Rooms.get",
        "Rooms.metadata",
        "Sessions.page",
        "Sessions.participants",
        "LiveRooms.participants",
        "Recordings.page",
        "Metrics.get",
        "Rooms.stream",
        "Sessions.stream",
        "Sessions.streamAll",
        "LiveRooms.watch",
        "Recordings.stream",
        "Rooms.createOnce"
      ])
    })
  )
})
