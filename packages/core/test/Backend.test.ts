import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Backend, type Operations } from "../src/Backend.ts"
import { InvalidRequest, MetadataTooLarge } from "../src/DomainError.ts"
import { RoomId, SessionId } from "../src/Identifier.ts"
import { metadataBytes } from "../src/Metadata.ts"
import { makeEvidence } from "../src/operations/evidence.ts"
import { scripted } from "./fixtures/backend.ts"
import { plain, unexpectedStatus } from "./fixtures/errors.ts"

type Asked = Exclude<keyof Operations, "metrics">

/** A call from a program without types, which can pass anything. */
const ask = (operations: Operations, operation: Asked, input: unknown): Effect.Effect<unknown, unknown> =>
  Reflect.apply(operations[operation], undefined, [input])

const roomId = RoomId.make("room-1")
const sessionId = SessionId.make("session-1")

const created = { message: "Room created", data: { roomId } }

const idProblem = 'an id must not be empty, "." or "..", and must be well-formed Unicode'
const badIds: ReadonlyArray<[id: unknown, problem: string]> = [
  ["", idProblem],
  [".", idProblem],
  ["..", idProblem],
  ["room-\ud83d", idProblem],
  [7, "expected string"],
  [null, "expected string"]
]

const badIdsOf = (operation: Asked, field: string) => [
  ...badIds.map(([id, problem]) => ({ operation, input: { [field]: id }, field, problem })),
  { operation, input: {}, field, problem: "is missing" }
]

const atLeast = (least: number) => `expected an integer of at least ${least}`
const badCursors: ReadonlyArray<[cursor: unknown, problem: string]> = [
  [-1, atLeast(0)],
  [1.5, "expected an integer"],
  [Number.NaN, "expected an integer"],
  ["1", "expected number"],
  [null, "expected number"]
]
const badLimits: ReadonlyArray<[limit: unknown, problem: string]> = [
  [0, atLeast(1)],
  [-1, atLeast(1)],
  [2.5, "expected an integer"],
  [Number.POSITIVE_INFINITY, "expected an integer"],
  ["20", "expected number"]
]

const badPositionsOf = (operation: Asked, rest: object) => [
  ...badCursors.map(([cursor, problem]) => ({ operation, input: { ...rest, cursor }, field: "cursor", problem })),
  ...badLimits.map(([limit, problem]) => ({ operation, input: { ...rest, limit }, field: "limit", problem }))
]

const badMetadata: ReadonlyArray<[metadata: unknown, field: string, problem: string]> = [
  [null, "metadata", "expected an object"],
  [[], "metadata", "expected an object"],
  ['{"title":"Standup"}', "metadata", "expected an object"],
  [7, "metadata", "expected an object"],
  [{ title: () => "Standup" }, "metadata.title", "expected JSON value"],
  [{ a: { b: [1, undefined] } }, "metadata.a", "expected JSON value"],
  [{ at: new Date(0) }, "metadata.at", "expected JSON value"]
]

/** An input that is refused, the field that is named and what is said of it. */
interface Refused {
  readonly operation: Asked
  readonly input: unknown
  readonly field: string
  readonly problem: string
}

const refusals: ReadonlyArray<Refused> = [
  { operation: "createRoom", input: {}, field: "roomLocked", problem: "is missing" },
  { operation: "createRoom", input: { roomLocked: "yes" }, field: "roomLocked", problem: "expected boolean" },
  ...badMetadata.map(
    ([metadata, field, problem]): Refused => ({
      operation: "createRoom",
      input: { roomLocked: false, metadata },
      field,
      problem
    })
  ),
  ...badCursors.map(
    ([cursor, problem]): Refused => ({
      operation: "listRooms",
      input: { cursor },
      field: "cursor",
      problem
    })
  ),
  ...badIdsOf("roomDetails", "roomId"),
  ...badIdsOf("roomMetadata", "roomId"),
  ...badIdsOf("listSessions", "roomId"),
  ...badPositionsOf("listSessions", { roomId }),
  ...badIdsOf("sessionParticipants", "sessionId"),
  ...badIdsOf("liveParticipants", "roomId"),
  ...badIds.map(
    ([id, problem]): Refused => ({
      operation: "listRecordings",
      input: { sessionId: id },
      field: "sessionId",
      problem
    })
  ),
  ...badPositionsOf("listRecordings", {})
]

describe("Backend.make", () => {
  it.effect.each(refusals)("$operation rejects $input before anything is sent and names $field", (refused) =>
    Effect.gen(function* () {
      const { calls, operations } = scripted({})
      const error = yield* Effect.flip(ask(Backend.make(operations), refused.operation, refused.input))
      assert.instanceOf(error, InvalidRequest)
      assert.strictEqual(error.field, refused.field)
      assert.strictEqual(error.problem, refused.problem)
      assert.deepStrictEqual(error.evidence, makeEvidence(refused.operation))
      assert.deepStrictEqual(calls, [])
    })
  )

  it.effect.each<Asked>([
    "createRoom",
    "listRooms",
    "roomDetails",
    "roomMetadata",
    "listSessions",
    "sessionParticipants",
    "liveParticipants",
    "listRecordings"
  ])("%s rejects a request that isn't an object", (operation) =>
    Effect.gen(function* () {
      const { calls, operations } = scripted({})
      for (const input of [null, undefined, "room-1", []]) {
        const error = yield* Effect.flip(ask(Backend.make(operations), operation, input))
        assert.instanceOf(error, InvalidRequest)
        assert.strictEqual(error.field, "")
      }
      assert.deepStrictEqual(calls, [])
    })
  )

  const accepted: ReadonlyArray<[operation: Asked, input: object]> = [
    ["createRoom", { roomLocked: true }],
    ["createRoom", { roomLocked: false, metadata: { title: "Standup", hostWallets: ["0x1"], nested: { a: [null] } } }],
    ["listRooms", {}],
    ["listRooms", { cursor: 0 }],
    ["roomDetails", { roomId }],
    ["roomMetadata", { roomId }],
    ["listSessions", { roomId }],
    ["listSessions", { roomId, limit: 1, cursor: 0 }],
    ["sessionParticipants", { sessionId }],
    ["liveParticipants", { roomId }],
    ["listRecordings", {}],
    ["listRecordings", { sessionId, limit: 1, cursor: 0 }]
  ]

  it.effect.each(accepted)("%s passes %j on once, and gives back what is answered", ([operation, input]) =>
    Effect.gen(function* () {
      const failure = unexpectedStatus(operation)
      const fail = () => Effect.fail(failure)
      const { calls, operations } = scripted({
        createRoom: fail,
        listRooms: fail,
        roomDetails: fail,
        roomMetadata: fail,
        listSessions: fail,
        sessionParticipants: fail,
        liveParticipants: fail,
        listRecordings: fail
      })
      assert.strictEqual(yield* Effect.flip(ask(Backend.make(operations), operation, input)), failure)
      assert.deepStrictEqual(calls, [{ operation, request: input }])
    })
  )

  it.effect("returns a response unchanged", () =>
    Effect.gen(function* () {
      const answer = { roomId, metadata: Option.none() }
      const { operations } = scripted({ roomDetails: () => Effect.succeed(answer) })
      assert.strictEqual(yield* Backend.make(operations).roomDetails({ roomId }), answer)
    })
  )

  it.effect("drops fields of a request that the contract doesn't have", () =>
    Effect.gen(function* () {
      const { calls, operations } = scripted({ listRooms: () => Effect.fail(unexpectedStatus("listRooms")) })
      yield* Effect.flip(ask(Backend.make(operations), "listRooms", { cursor: 1, pageSize: 50 }))
      assert.deepStrictEqual(calls, [{ operation: "listRooms", request: { cursor: 1 } }])
    })
  )

  it.effect("passes requests for metrics on", () =>
    Effect.gen(function* () {
      const totals = { totalSessions: 1, totalDuration: 2, totalUsers: 3, recordingCount: 4, livestreamCount: 5 }
      const { calls, operations } = scripted({ metrics: () => Effect.succeed(totals) })
      assert.strictEqual(yield* Backend.make(operations).metrics({}), totals)
      assert.deepStrictEqual(calls, [{ operation: "metrics", request: {} }])
    })
  )
})

describe("the size of metadata", () => {
  const create = Effect.fnUntraced(function* (title: string) {
    const { calls, operations } = scripted({ createRoom: () => Effect.succeed(created) })
    const result = yield* Effect.result(Backend.make(operations).createRoom({ roomLocked: false, metadata: { title } }))
    return { calls, result }
  })

  // {"title":""} has 12 bytes; an é has two, and is one character.
  it.effect.each([
    { how: "one byte a character", title: "a".repeat(10_228) },
    { how: "two bytes a character", title: "é".repeat(5114) },
    { how: "four bytes a character", title: "😀".repeat(2557) }
  ])("exactly 10240 bytes are sent: $how", ({ title }) =>
    Effect.gen(function* () {
      assert.strictEqual(metadataBytes({ title }), 10_240)
      const { calls, result } = yield* create(title)
      assert.deepStrictEqual(result, yield* Effect.result(Effect.succeed(created)))
      assert.strictEqual(calls.length, 1)
    })
  )

  it.effect.each([
    { how: "one byte a character", title: "a".repeat(10_229) },
    { how: "two bytes a character", title: `${"é".repeat(5114)}a` },
    { how: "four bytes a character", title: `${"😀".repeat(2557)}a` }
  ])("rejects one byte more before anything is sent: $how", ({ title }) =>
    Effect.gen(function* () {
      const { calls, result } = yield* create(title)
      const error = yield* Effect.flip(Effect.fromResult(result))
      assert.instanceOf(error, MetadataTooLarge)
      assert.deepStrictEqual(plain(error), {
        _tag: "MetadataTooLarge",
        bytes: 10_241,
        limit: 10_240,
        message: "metadata has 10241 bytes as UTF-8 JSON; the limit is 10240",
        evidence: makeEvidence("createRoom")
      })
      assert.deepStrictEqual(calls, [])
    })
  )
})

describe("the depth of metadata", () => {
  const refusalOf = Effect.fnUntraced(function* (metadata: unknown) {
    const { calls, operations } = scripted({ createRoom: () => Effect.succeed(created) })
    const error = yield* Effect.flip(ask(Backend.make(operations), "createRoom", { roomLocked: false, metadata }))
    assert.instanceOf(error, InvalidRequest)
    assert.deepStrictEqual(calls, [])
    return error.message
  })

  /** Objects nested to a depth. The innermost one is empty. */
  const objects = (depth: number): object =>
    Array.from({ length: depth - 1 }).reduce<object>((inner) => ({ a: inner }), {})

  /** An object with nested arrays, of the given depth in all. */
  const arrays = (depth: number): object => ({
    a: Array.from({ length: depth - 2 }).reduce<ReadonlyArray<unknown>>((inner) => [inner], [])
  })

  const tooDeep = "createRoom: metadata: must not be nested more than 500 levels deep"

  it.effect.each([
    { how: "objects in objects", nest: objects },
    { how: "arrays in arrays", nest: arrays }
  ])("500 levels are sent, and more are refused before anything is sent: $how", ({ nest }) =>
    Effect.gen(function* () {
      const { calls, operations } = scripted({ createRoom: () => Effect.succeed(created) })
      const request = { roomLocked: false, metadata: nest(500) }
      assert.strictEqual(yield* ask(Backend.make(operations), "createRoom", request), created)
      assert.deepStrictEqual(calls, [{ operation: "createRoom", request }])
      // From some thousands on, JSON cannot be written.
      for (const depth of [501, 6000, 100_000]) assert.strictEqual(yield* refusalOf(nest(depth)), tooDeep)
    })
  )

  it.effect("also behind values that are not deep, and in front of them", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* refusalOf({ title: "Standup", b: {}, a: [1, [], objects(499)], c: {} }), tooDeep)
    })
  )

  it.effect("a cycle is rejected, with the field that leads into it", () =>
    Effect.gen(function* () {
      const itself: Record<string, unknown> = { title: "Standup" }
      itself.self = itself
      assert.strictEqual(yield* refusalOf(itself), "createRoom: metadata.self: expected JSON value")
      const list: Array<unknown> = []
      list.push({ list })
      assert.strictEqual(
        yield* refusalOf({ title: "Standup", a: { list } }),
        "createRoom: metadata.a: expected JSON value"
      )
    })
  )

  it.effect("a value in two places isn't a cycle, and counts at its deepest place", () =>
    Effect.gen(function* () {
      const { calls, operations } = scripted({ createRoom: () => Effect.succeed(created) })
      const hosts = ["ada"]
      const request = { roomLocked: false, metadata: { hosts, more: { hosts } } }
      yield* ask(Backend.make(operations), "createRoom", request)
      assert.deepStrictEqual(calls, [{ operation: "createRoom", request }])
      const shared = objects(400)
      const deeper = Array.from({ length: 100 }).reduce<object>((inner) => ({ a: inner }), shared)
      assert.strictEqual(yield* refusalOf({ shared, deeper }), tooDeep)
    })
  )
})
