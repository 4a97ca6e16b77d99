import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Recorded from "../../src/Recorded.ts"
import {
  type Answer,
  ask,
  createRoom,
  file,
  json,
  layerScript,
  MemoryDisk,
  pageOf,
  recording,
  replaying,
  rooms,
  send,
  stream,
  text,
  transportError
} from "../fixtures/recording.ts"

type Case = readonly [path: string, answer: Answer, sent?: Parameters<typeof send>[1]]

/** Returns the problems of responses, in order. */
const driftsOf = Effect.fnUntraced(function* (...cases: ReadonlyArray<Case>) {
  const disk = new MemoryDisk()
  const program = Effect.forEach(cases, ([path, , sent]) => Effect.exit(send(path, sent)))
  yield* recording(disk, layerScript(...cases.map(([, answer]) => answer)), program)
  return { disk, drifts: yield* Effect.provide(Recorded.check({ file }), disk.layer) }
})

const room = { roomId: "room-1", roomLocked: false, metadata: { title: "Ada" } }
const stay = { peerId: "ada", joinTime: 1, metadata: {} }
const metrics = { totalSessions: 1, totalDuration: 2, totalUsers: 3, recordingCount: 4, livestreamCount: 5 }
const recordings = [{ id: "rec-1", recordingUrl: "https://cdn.example.com/1.mp4", recordingSize: 1 }]
const creating = { body: { roomLocked: false } }

/** A valid response of each operation, and an invalid variant. */
const answers: ReadonlyArray<readonly [path: string, good: object, bad: object, wrong: string, Case[2]?]> = [
  [
    createRoom,
    { message: "", data: { roomId: "room-1" } },
    { message: "", data: {} },
    "createRoom data.roomId",
    creating
  ],
  [
    rooms,
    pageOf({}, null, "{}"),
    { ...pageOf(), rooms: [{ ...room, createdAt: "soon" }] },
    "listRooms rooms[0].createdAt"
  ],
  ["/rooms/room-details/room-1", room, { ...room, roomLocked: "no" }, "roomDetails roomLocked"],
  ["/rooms/get-metadata/room-1", { metadata: "{}" }, { metadata: "Ada" }, "roomMetadata metadata"],
  [
    "/rooms/session-details?roomId=room-1",
    { sessions: [{ sessionId: "s", startTime: "2026-01-01T00:00:00Z", endTime: null }] },
    { sessions: [{ sessionId: 7, startTime: 1 }] },
    "listSessions sessions[0].sessionId"
  ],
  [
    "/rooms/participant-list?sessionId=s",
    { participants: [stay] },
    { participants: [stay, { ...stay, joinTime: null }] },
    "sessionParticipants participants[1].joinTime"
  ],
  [
    "/live-sessions/participants/room-1",
    { count: 1, participants: [stay] },
    { count: 1.5, participants: [stay] },
    "liveParticipants count"
  ],
  ["/recordings?limit=5", { nextCursor: 2, recordings }, { nextCursor: "2", recordings }, "listRecordings nextCursor"],
  ["/metrics", metrics, { ...metrics, totalUsers: undefined }, "metrics totalUsers"]
]

const shown = (drifts: ReadonlyArray<Recorded.Drift>) =>
  drifts.map(({ index, operation, path }) => `${index} ${operation} ${path}`)

describe("Recorded.check", () => {
  it.effect("accepts valid responses of all operations, unknown fields included", () =>
    Effect.gen(function* () {
      const { drifts } = yield* driftsOf(
        ...answers.map(([path, good, , , sent]): Case => [path, json({ ...good, added: ["since"] }), sent])
      )
      assert.deepStrictEqual(drifts, [])
    })
  )

  it.effect("names the operation and the path of an invalid field", () =>
    Effect.gen(function* () {
      const { drifts } = yield* driftsOf(...answers.map(([path, , bad, , sent]): Case => [path, json(bad), sent]))
      assert.deepStrictEqual(
        shown(drifts),
        answers.map(([, , , wrong], index) => `${index} ${wrong}`)
      )
      assert.strictEqual(drifts.at(-1)?.problem, "is missing")
    })
  )

  it.effect("accepts the error statuses of an operation with any body", () =>
    Effect.gen(function* () {
      const refused = (path: string, status: number): Case => [path, text("<html>", { status })]
      const known = [400, 401, 403, 408, 413, 422, 425, 429, 500, 502, 503, 599]
      const { drifts } = yield* driftsOf(
        ...known.map((status) => refused(rooms, status)),
        refused("/rooms/room-details/room-1", 404),
        refused("/rooms/participant-list?sessionId=s", 404),
        refused("/live-sessions/participants/room-1", 404)
      )
      assert.deepStrictEqual(drifts, [])
      const unknown = yield* driftsOf(
        refused(rooms, 404),
        refused("/recordings", 404),
        ...[302, 304, 405, 410, 418].map((status) => refused("/metrics", status))
      )
      assert.strictEqual(unknown.drifts.length, 7)
      assert.deepStrictEqual(unknown.drifts[0], {
        index: 0,
        operation: "listRooms",
        path: "",
        problem: "the contract gives the status 404 no meaning here"
      })
    })
  )

  it.effect("reports bodies that are empty or not JSON, and requests outside the contract", () =>
    Effect.gen(function* () {
      const { drifts } = yield* driftsOf(
        [rooms, text("<html>")],
        [rooms, text("")],
        ["/rooms/archive?all=1", json({})],
        [rooms, json(pageOf()), { body: {} }],
        ["/rooms/room-details/", json(room)]
      )
      assert.deepStrictEqual(
        drifts.map(({ index, operation = "none", problem }) => [index, operation, problem]),
        [
          [0, "listRooms", "the body is not JSON"],
          [1, "listRooms", "the body is empty"],
          [2, "none", "GET /api/v2/sdk/rooms/archive?all=redacted-1 isn't an operation of the contract"],
          [3, "none", "POST /api/v2/sdk/rooms/get-rooms isn't an operation of the contract"],
          [4, "none", "GET /api/v2/sdk/rooms/room-details/ isn't an operation of the contract"]
        ]
      )
    })
  )

  it.effect("accepts exchanges without a complete response", () =>
    Effect.gen(function* () {
      const { drifts } = yield* driftsOf(
        [rooms, transportError(new Error("refused"))],
        [rooms, stream(Stream.fail(new Error("broken")))]
      )
      assert.deepStrictEqual(drifts, [])
    })
  )
})

describe("Recorded.layerReplay of a recording that drifted", () => {
  const drifted = driftsOf(
    [rooms, json(pageOf())],
    [rooms, json({ ...pageOf(), current: "first" })],
    ["/metrics", json({})]
  )

  it.effect("fails with every exchange that no longer fits the contract", () =>
    Effect.gen(function* () {
      const { disk, drifts } = yield* drifted
      const error = yield* Effect.flip(replaying(disk, Effect.die("it should not have begun")))
      assert(error instanceof Recorded.ContractDrift)
      assert.deepStrictEqual(error.drifts, drifts)
      const [, first, second] = error.message.split("\n")
      assert.match(first ?? "", /^#1 listRooms: current: expected/)
      assert.strictEqual(second, "#2 metrics: totalSessions: is missing")
    })
  )

  it.effect("replays it anyway if drift is allowed", () =>
    Effect.gen(function* () {
      const { disk } = yield* drifted
      const pages = yield* replaying(disk, Effect.all([ask(rooms), ask(rooms)]), { allowDrift: true })
      assert.deepStrictEqual(pages, [pageOf(), { ...pageOf(), current: "redacted-1" }])
    })
  )

  it.effect("names ten problems, and the number of the others", () =>
    Effect.gen(function* () {
      const { disk } = yield* driftsOf(...Array.from({ length: 13 }, (): Case => ["/metrics", json({})]))
      const { message } = yield* Effect.flip(replaying(disk, Effect.void))
      assert.strictEqual(message.split("\n").length, 12)
      assert.match(message, /and 3 more$/)
    })
  )
})
