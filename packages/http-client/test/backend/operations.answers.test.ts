import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  createRoom,
  listRecordings,
  listRooms,
  listSessions,
  liveParticipants,
  metrics,
  type OperationCase,
  roomDetails,
  roomId,
  roomMetadata,
  sessionId,
  sessionParticipants
} from "../fixtures/operations.ts"
import { type Answer, answering, bytewise, json, stream } from "../fixtures/recordingClient.ts"

const run = Effect.fnUntraced(function* ({ run }: OperationCase, answer: Answer) {
  const { backend } = yield* answering(answer)
  return yield* run(backend)
})

const time = (millis: number) => DateTime.makeUnsafe(millis)

describe("a good answer", () => {
  const decoded: ReadonlyArray<readonly [OperationCase, unknown]> = [
    [createRoom, { message: "room created", data: { roomId } }],
    [
      listRooms,
      {
        rooms: [
          {
            roomId,
            createdAt: time(1_700_000_000_000),
            roomLocked: false,
            metadata: Option.some({ title: "Stand-up" })
          }
        ],
        pageSize: 1,
        current: 1,
        nextCursor: Option.some(2),
        prevCursor: Option.some(0),
        count: Option.some(104)
      }
    ],
    [roomDetails, { roomId, roomLocked: true, metadata: Option.some({ title: "Stand-up" }) }],
    [roomMetadata, { metadata: Option.some({ title: "Stand-up" }) }],
    [
      listSessions,
      { sessions: [{ sessionId, startTime: time(1_700_000_000_000), endTime: Option.some(time(1_700_000_060_000)) }] }
    ],
    [
      sessionParticipants,
      {
        participants: [
          {
            peerId: "peer-1",
            joinTime: time(1_700_000_000_000),
            exitTime: Option.some(time(1_700_000_060_000)),
            metadata: Option.some({ displayName: "Ada" })
          }
        ]
      }
    ],
    [
      liveParticipants,
      {
        count: 1,
        participants: [
          {
            peerId: "peer-1",
            joinTime: Option.some(time(1_700_000_000_000)),
            metadata: Option.some({ displayName: "Ada" })
          }
        ]
      }
    ],
    [
      listRecordings,
      {
        nextCursor: Option.some(2),
        recordings: [{ id: "recording-1", recordingUrl: "https://cdn.example.com/1.mp4", recordingSize: 1_048_576 }]
      }
    ],
    [metrics, metrics.answer]
  ]

  for (const [operation, value] of decoded) {
    it.effect(`${operation.name} is decoded`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* run(operation, json(operation.answer)), value)
      })
    )

    it.effect(`${operation.name}: fields that are not known are passed over, everywhere`, () =>
      Effect.gen(function* () {
        const withMore = JSON.parse(JSON.stringify(operation.answer), (name, part: unknown) =>
          typeof part === "object" && part !== null && !Array.isArray(part) && name !== "metadata"
            ? { addedLater: { by: ["the", "service"] }, ...part }
            : part
        )
        assert.deepStrictEqual(yield* run(operation, json(withMore)), value)
      })
    )

    it.effect(`${operation.name}: it may come in chunks that split characters, after a byte order mark`, () =>
      Effect.gen(function* () {
        const body = `\ufeff${JSON.stringify({ ...operation.answer, note: "é漢🚪" })}`
        assert.deepStrictEqual(yield* run(operation, stream(bytewise(body))), value)
      })
    )
  }

  it.effect("text of several bytes is read whole", () =>
    Effect.gen(function* () {
      const message = "é漢🚪 created"
      const { backend } = yield* answering(stream(bytewise(JSON.stringify({ message, data: { roomId } }))))
      assert.strictEqual((yield* backend.createRoom({ roomLocked: false })).message, message)
    })
  )

  for (const status of [200, 201, 202]) {
    it.effect(`a create may be answered with ${status}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* run(createRoom, json(createRoom.answer, { status })), {
          message: "room created",
          data: { roomId }
        })
      })
    )
  }

  it.effect("its content-type does not matter", () =>
    Effect.gen(function* () {
      const headers = { "content-type": "text/plain" }
      assert.deepStrictEqual(yield* run(metrics, json(metrics.answer, { headers })), metrics.answer)
    })
  )
})
