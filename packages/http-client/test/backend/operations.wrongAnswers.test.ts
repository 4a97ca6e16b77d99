import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { failureOf, reasonOf } from "../fixtures/failure.ts"
import {
  createRoom,
  everyOperation,
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
import { type Answer, answering, json, key, text } from "../fixtures/recordingClient.ts"

const run = Effect.fnUntraced(function* ({ run }: OperationCase, answer: Answer) {
  const { backend } = yield* answering(answer)
  return yield* run(backend)
})

const headers = { "x-request-id": "request-7" }

/** Invalid responses with status 200. After one of them, the outcome of a create is unknown. */
const problemOf = Effect.fnUntraced(function* (operation: OperationCase, answer: Answer) {
  const error = yield* failureOf(run(operation, answer))
  assert.strictEqual(error._tag, operation === createRoom ? "CreateOutcomeUnknown" : "ServiceError")
  assert.isFalse(error.isRetryable)
  assert.strictEqual(error.evidence.status, 200)
  assert.strictEqual(error.evidence.requestId, "request-7")
  return reasonOf(error, "InvalidResponse")
})

describe("a body that is not the JSON object of the contract", () => {
  const html = "<!DOCTYPE html><html><body>Please log in</body></html>"
  for (const [name, body, problem] of [
    ["HTML", html, /not JSON/],
    ["nothing", "", /empty/],
    ["white space", " \n", /not JSON/],
    ["JSON that breaks off", '{"rooms":[{"roomId":', /not JSON/],
    ["JSON with something behind it", "{} {}", /not JSON/],
    ["an array", "[]", /./],
    ["a string", '"ok"', /./],
    ["a number", "5", /./],
    ["true", "true", /./],
    ["null", "null", /./]
  ] as const) {
    it.effect(`${name} is InvalidResponse, with the beginning of it`, () =>
      Effect.gen(function* () {
        for (const operation of everyOperation) {
          const reason = yield* problemOf(operation, text(body, { headers }))
          assert.strictEqual(reason.path, "")
          assert.match(reason.problem, problem)
          assert.strictEqual(reason.excerpt, body)
        }
      })
    )
  }

  it.effect("no more than 512 characters of it are kept, and none of the API key", () =>
    Effect.gen(function* () {
      const body = `${"x".repeat(505)}${key}${"y".repeat(1000)}`
      const { excerpt } = yield* problemOf(metrics, text(body, { headers }))
      assert.strictEqual(excerpt, `${"x".repeat(505)}<redacted>`.slice(0, 512))
    })
  )
})

describe("an answer with a wrong field", () => {
  const room = { roomId, createdAt: 1_700_000_000_000, roomLocked: false, metadata: null }
  const session = { sessionId, startTime: 1_700_000_000_000, endTime: null }
  const stay = { peerId: "peer-1", joinTime: 1_700_000_000_000, exitTime: null, metadata: null }
  const recording = { id: "recording-1", recordingUrl: "https://cdn.example.com/1.mp4", recordingSize: 5 }

  /** Replacements for fields of a valid response (`undefined` removes the field), with the path of the problem. */
  const wrong: ReadonlyArray<readonly [OperationCase, { readonly [field: string]: unknown }, string]> = [
    [createRoom, { message: undefined }, "message"],
    [createRoom, { message: 5 }, "message"],
    [createRoom, { data: undefined }, "data"],
    [createRoom, { data: null }, "data"],
    [createRoom, { data: [] }, "data"],
    [createRoom, { data: {} }, "data.roomId"],
    [createRoom, { data: { roomId: null } }, "data.roomId"],
    [createRoom, { data: { roomId: "" } }, "data.roomId"],
    [listRooms, { rooms: undefined }, "rooms"],
    [listRooms, { rooms: null }, "rooms"],
    [listRooms, { rooms: {} }, "rooms"],
    [listRooms, { rooms: [null] }, "rooms[0]"],
    [listRooms, { rooms: [room, { ...room, roomId: 7 }] }, "rooms[1].roomId"],
    [listRooms, { rooms: [{ ...room, roomLocked: "false" }] }, "rooms[0].roomLocked"],
    [listRooms, { rooms: [{ ...room, roomLocked: undefined }] }, "rooms[0].roomLocked"],
    [listRooms, { rooms: [{ ...room, createdAt: undefined }] }, "rooms[0].createdAt"],
    [listRooms, { rooms: [{ ...room, createdAt: null }] }, "rooms[0].createdAt"],
    [listRooms, { rooms: [{ ...room, createdAt: "yesterday" }] }, "rooms[0].createdAt"],
    [listRooms, { rooms: [{ ...room, createdAt: 1e300 }] }, "rooms[0].createdAt"],
    [listRooms, { rooms: [{ ...room, metadata: 5 }] }, "rooms[0].metadata"],
    [listRooms, { rooms: [{ ...room, metadata: "no JSON" }] }, "rooms[0].metadata"],
    [listRooms, { pageSize: undefined }, "pageSize"],
    [listRooms, { current: null }, "current"],
    [listRooms, { current: "1" }, "current"],
    [listRooms, { nextCursor: 1.5 }, "nextCursor"],
    [listRooms, { prevCursor: true }, "prevCursor"],
    [listRooms, { count: "104" }, "count"],
    [roomDetails, { roomId: undefined }, "roomId"],
    [roomDetails, { roomLocked: null }, "roomLocked"],
    [roomDetails, { metadata: [] }, "metadata"],
    [roomMetadata, { metadata: undefined }, "metadata"],
    [roomMetadata, { metadata: 5 }, "metadata"],
    [listSessions, { sessions: null }, "sessions"],
    [listSessions, { sessions: [{ ...session, sessionId: null }] }, "sessions[0].sessionId"],
    [listSessions, { sessions: [{ ...session, startTime: undefined }] }, "sessions[0].startTime"],
    [listSessions, { sessions: [session, { ...session, endTime: {} }] }, "sessions[1].endTime"],
    [sessionParticipants, { participants: undefined }, "participants"],
    [sessionParticipants, { participants: [{ ...stay, peerId: 7 }] }, "participants[0].peerId"],
    [sessionParticipants, { participants: [{ ...stay, joinTime: null }] }, "participants[0].joinTime"],
    [liveParticipants, { count: undefined }, "count"],
    [liveParticipants, { participants: null }, "participants"],
    [liveParticipants, { participants: [{ ...stay, joinTime: false }] }, "participants[0].joinTime"],
    [listRecordings, { recordings: "none" }, "recordings"],
    [listRecordings, { recordings: [{ ...recording, id: "" }] }, "recordings[0].id"],
    [listRecordings, { recordings: [{ ...recording, recordingUrl: null }] }, "recordings[0].recordingUrl"],
    [listRecordings, { recordings: [{ ...recording, recordingSize: "5 MB" }] }, "recordings[0].recordingSize"],
    [listRecordings, { nextCursor: "2" }, "nextCursor"],
    [metrics, { totalSessions: null }, "totalSessions"],
    [metrics, { totalDuration: 1.5 }, "totalDuration"],
    [metrics, { totalUsers: "3" }, "totalUsers"],
    [metrics, { recordingCount: undefined }, "recordingCount"],
    [metrics, { livestreamCount: undefined }, "livestreamCount"]
  ]

  for (const [operation, fields, path] of wrong) {
    const shown = JSON.stringify(fields, (_, value) => (value === undefined ? "(missing)" : value))
    it.effect(`${operation.name}: ${path} in ${shown}`, () =>
      Effect.gen(function* () {
        const body = { ...operation.answer, ...fields }
        const reason = yield* problemOf(operation, json(body, { headers }))
        assert.strictEqual(reason.path, path)
        assert.notStrictEqual(reason.problem, "")
        assert.strictEqual(reason.excerpt, JSON.stringify(body).slice(0, 512))
      })
    )
  }
})

describe("an arbitrary body", () => {
  const isNoDefect = Effect.fnUntraced(function* (body: string) {
    for (const operation of everyOperation) {
      const exit = yield* Effect.exit(run(operation, text(body)))
      if (Exit.isFailure(exit)) assert.isFalse(Cause.hasDies(exit.cause), Cause.pretty(exit.cause))
    }
  })

  it.effect.prop("text does not cause a defect", [Schema.String], ([body]) => isNoDefect(body))
  it.effect.prop("JSON does not cause a defect", [Schema.Json], ([body]) => isNoDefect(JSON.stringify(body)))
  it.effect("an array in an array in an array, 100 000 deep, does not cause a defect", () =>
    isNoDefect(`{"metadata":${"[".repeat(100_000)}${"]".repeat(100_000)}}`)
  )
})
