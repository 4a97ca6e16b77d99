/**
 * Requests every operation of the service that can be repeated without harm.
 *
 * @module
 */
import {
  type Failure,
  type OperationName,
  type Operations,
  operationNames,
  operations,
  type Request,
  type Success
} from "@effect-rooms/core/unstable"
import * as Array from "effect/Array"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type { CommandError } from "../../failure/CommandError.ts"
import { exitCodeOf } from "../../failure/exitCodeOf.ts"
import { hintOf } from "../../failure/hints.ts"
import { type CheckRunner, type Finding, fail, ok, warn } from "./Check.ts"

/** The ids that requests need, in the order in which responses provide them, and the reason if one is missing. */
const missingIds = { roomId: "there are no rooms", sessionId: "there are no sessions" }

type IdName = keyof typeof missingIds

/** The ids that responses have provided. */
type Ids = { readonly [Name in IdName]?: string }

const isId = (field: string): field is IdName => Object.hasOwn(missingIds, field)

const requiredFields = (name: OperationName): ReadonlyArray<string> =>
  Object.entries(operations[name].request.fields).flatMap(([field, schema]) =>
    SchemaAST.isOptional(schema.ast) ? [] : [field]
  )

const rank = (name: OperationName) =>
  Math.max(-1, ...requiredFields(name).map((field) => Object.keys(missingIds).indexOf(field)))

/** The operations in an order in which each gets its ids from those before it. */
export const checkedOperations: ReadonlyArray<OperationName> = Array.sort(
  operationNames.filter((name) => operations[name].isSafe && requiredFields(name).every(isId)),
  Order.mapInput(Order.Number, rank)
)

/** The specifics of checking one operation. */
interface Probe<Name extends OperationName> {
  readonly describe?: (response: Success<Name>, ids: Ids) => string
  /** Returns the ids in a response. */
  readonly idsIn?: (response: Success<Name>) => Ids
  /** Describes a failure that says nothing bad about the service. */
  readonly expected?: (error: Failure<Name>, ids: Ids) => string | undefined
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`

const ofRoom = (_: unknown, { roomId }: Ids) => `room ${roomId}`

const byStart = Order.mapInput(DateTime.Order, ({ startTime }: { readonly startTime: DateTime.Utc }) => startTime)

const probes: { readonly [Name in OperationName]?: Probe<Name> } = {
  listRooms: {
    describe: ({ count, rooms }) =>
      [
        `${counted(rooms.length, "room")} on the first page`,
        ...Option.toArray(Option.map(count, (count) => `${count} in total`))
      ].join(", "),
    idsIn: ({ rooms: [first] }) => (first === undefined ? {} : { roomId: first.roomId })
  },
  metrics: { describe: ({ totalSessions }) => `${counted(totalSessions, "session")} in total` },
  listRecordings: { describe: ({ recordings }) => `${counted(recordings.length, "recording")} on the first page` },
  roomDetails: { describe: ofRoom },
  roomMetadata: { describe: ofRoom },
  liveParticipants: {
    describe: ({ participants }, { roomId }) => `${counted(participants.length, "participant")} in room ${roomId}`,
    expected: ({ _tag }, { roomId }) => (_tag === "NoLiveSession" ? `nobody is in room ${roomId}` : undefined)
  },
  listSessions: {
    describe: ({ sessions }, { roomId }) =>
      `${counted(sessions.length, "session")} on the first page of room ${roomId}`,
    idsIn: ({ sessions }) =>
      Array.isReadonlyArrayNonEmpty(sessions) ? { sessionId: Array.max(sessions, byStart).sessionId } : {},
    // A service may respond like this if a room has never been used.
    expected: ({ _tag }, { roomId }) => (_tag === "RoomNotFound" ? `room ${roomId} has had no sessions` : undefined)
  },
  sessionParticipants: {
    describe: ({ participants }, { sessionId }) =>
      `${counted(participants.length, "participant")} in session ${sessionId}`
  }
}

const slowMillis = 2_000

const responded = (finding: string, millis: number): Finding =>
  millis > slowMillis
    ? warn(`${finding}; slow`, "run it again, and from another network, to see whether it is always this slow")
    : ok(finding)

/** Describes an error as a failed check. */
export const failedWith = (error: CommandError): Finding => fail(exitCodeOf(error), error.message, hintOf(error, {}))

/** Requests one operation and reports it. Returns the ids in its response. */
const checkOperation = Effect.fnUntraced(function* <Name extends OperationName>(
  name: Name,
  backend: Operations,
  { check, skip }: CheckRunner,
  ids: Ids
) {
  const missing = requiredFields(name).find((field) => isId(field) && ids[field] === undefined)
  if (missing !== undefined && isId(missing)) {
    yield* skip([name], missingIds[missing])
    return ids
  }
  // The schema in the table is that of this operation.
  const request = Schema.decodeUnknownSync(operations[name].request)(ids) as Request<Name>
  const probe: Probe<Name> = probes[name] ?? {}
  let found = ids
  yield* check(
    name,
    Effect.gen(function* () {
      const start = yield* Clock.currentTimeMillis
      const result = yield* Effect.result(backend[name](request))
      const millis = (yield* Clock.currentTimeMillis) - start
      if (Result.isFailure(result)) {
        const expected = probe.expected?.(result.failure, ids)
        return expected === undefined ? failedWith(result.failure) : responded(expected, millis)
      }
      found = { ...ids, ...probe.idsIn?.(result.success) }
      return responded(probe.describe?.(result.success, ids) ?? "the service responds", millis)
    })
  )
  return found
})

/** Requests every operation once. */
export const checkOperations = Effect.fnUntraced(function* (backend: Operations, runner: CheckRunner) {
  let ids: Ids = {}
  for (const name of checkedOperations) ids = yield* checkOperation(name, backend, runner, ids)
})
