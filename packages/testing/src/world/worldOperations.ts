/**
 * The nine operations of the world, as one API key sees them.
 */

import {
  InvalidRequest,
  NoLiveSession,
  RoomNotFound,
  SessionNotFound,
  Unauthorized
} from "@effect-rooms/core/DomainError"
import { metadataBytes } from "@effect-rooms/core/Metadata"
import type { RoomRequest } from "@effect-rooms/core/Room"
import { evidenceFor, metadataSizeProblem, type OperationName } from "@effect-rooms/core/unstable"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { FaultAction } from "../Fault.ts"
import type { WorldOperations } from "../World.ts"
import type { Engine, RoomState, TenantState } from "./Engine.ts"
import type { OperationLog } from "./OperationLog.ts"
import { millisOf } from "./worldMillis.ts"

/** The fault that the work of a request goes on under, for the log. */
export const CurrentFault = Context.Reference<FaultAction["_tag"] | undefined>("@effect-rooms/testing/CurrentFault", {
  defaultValue: () => undefined
})

/** What the operations of all API keys share. The engine is another one after a restore. */
export interface WorldState {
  engine: Engine
  /** How often it has changed. */
  changes: number
  log: OperationLog
  /** Where it is not the clock of whoever calls. */
  readonly clock: Pick<Clock.Clock, "currentTimeMillisUnsafe"> | undefined
}

export const makeWorldOperations = (state: WorldState, apiKey: Redacted.Redacted<string>): WorldOperations => {
  const key = Redacted.value(apiKey)

  const run = <I, A, E extends { readonly _tag: string }>(
    operation: OperationName,
    input: I,
    answer: (engine: Engine, tenant: TenantState, at: number) => Result.Result<A, E>
  ): Effect.Effect<A, E | Unauthorized> =>
    Effect.withFiber((fiber) => {
      const at = millisOf(state.clock ?? fiber.getRef(Clock.Clock))
      const fault = fiber.getRef(CurrentFault)
      // mutant: `const tenant = state.engine.tenant(key)` -> `const tenant = state.engine.addTenant(key)`
      const tenant = state.engine.tenant(key)
      const outcome: Result.Result<A, E | Unauthorized> =
        tenant === undefined
          ? Result.fail(new Unauthorized({ serverMessage: "unknown API key", evidence: evidenceFor(operation, 401) }))
          : answer(state.engine, tenant, at)
      state.log.add({
        at,
        operation,
        input,
        outcome: Result.isSuccess(outcome) ? "Success" : outcome.failure._tag,
        ...(fault === undefined ? {} : { fault })
      })
      return Effect.fromResult(outcome)
    })

  const roomNotFound = (operation: OperationName, { roomId }: RoomRequest) =>
    new RoomNotFound({ roomId, serverMessage: "room not found", evidence: evidenceFor(operation, 404) })

  const ofRoom = <A>(
    operation: OperationName,
    request: RoomRequest,
    answer: (engine: Engine, room: RoomState) => A | undefined
  ) =>
    run(operation, request, (engine, tenant): Result.Result<A, RoomNotFound> => {
      const room = engine.room(tenant, request.roomId)
      const found = room === undefined ? undefined : answer(engine, room)
      return found === undefined ? Result.fail(roomNotFound(operation, request)) : Result.succeed(found)
    })

  return {
    createRoom: (request) =>
      run("createRoom", request, (engine, tenant, at) => {
        const bytes = request.metadata === undefined ? 0 : metadataBytes(request.metadata)
        const limit = engine.quirks.metadataLimit
        // mutant: `if (bytes > limit)` -> `if (bytes >= limit)`
        if (bytes > limit) {
          const problem = metadataSizeProblem({ bytes, limit })
          return Result.fail(new InvalidRequest({ field: "", problem, evidence: evidenceFor("createRoom", 413) }))
        }
        const { roomId } = engine.createRoom(tenant, request, at)
        state.changes++
        return Result.succeed({ message: "room created successfully", data: { roomId } })
      }),
    listRooms: (request) =>
      // mutant: `engine.listRooms(tenant, request)` -> `engine.listRooms([...engine.tenants.values()][0] ?? tenant, request)`
      run("listRooms", request, (engine, tenant) => Result.succeed(engine.listRooms(tenant, request))),
    roomDetails: (request) =>
      ofRoom("roomDetails", request, (_, { locked, metadata, roomId }) => ({ roomId, roomLocked: locked, metadata })),
    roomMetadata: (request) => ofRoom("roomMetadata", request, (_, { metadata }) => ({ metadata })),
    listSessions: (request) =>
      ofRoom("listSessions", request, (engine, room) =>
        // mutant: `engine.quirks.neverMet === "notFound"` -> `false`
        room.sessions.length === 0 && engine.quirks.neverMet === "notFound"
          ? undefined
          : engine.listSessions(room, request)
      ),
    sessionParticipants: (request) =>
      run("sessionParticipants", request, (engine, tenant) => {
        const { sessionId } = request
        const session = engine.session(tenant, sessionId)
        return session === undefined
          ? Result.fail(
              new SessionNotFound({
                sessionId,
                serverMessage: "session not found",
                // mutant: `evidenceFor("sessionParticipants", 404)` -> `evidenceFor("sessionParticipants", 400)`
                evidence: evidenceFor("sessionParticipants", 404)
              })
            )
          : Result.succeed(engine.participants(session))
      }),
    liveParticipants: (request) =>
      run("liveParticipants", request, (engine, tenant) => {
        const { roomId } = request
        const room = engine.room(tenant, roomId)
        // mutant: remove `|| engine.quirks.idleRoom === "empty"`
        const isAnswered = room?.running !== undefined || engine.quirks.idleRoom === "empty"
        return room === undefined || !isAnswered
          ? Result.fail(
              new NoLiveSession({
                roomId,
                serverMessage: "no ongoing session",
                evidence: evidenceFor("liveParticipants", 404)
              })
            )
          : Result.succeed(engine.liveParticipants(room))
      }),
    listRecordings: (request) =>
      run("listRecordings", request, (engine, tenant) => {
        const { sessionId } = request
        // A session that is not known has no recordings: the contract has no status for it.
        const recordings =
          // mutant: `sessionId === undefined ? tenant.recordings` -> `sessionId === undefined ? [...engine.tenants.values()].flatMap(({ recordings }) => recordings)`
          // mutant: `?.recordings ?? [])` -> `?.recordings ?? tenant.recordings)`
          sessionId === undefined ? tenant.recordings : (engine.session(tenant, sessionId)?.recordings ?? [])
        return Result.succeed(engine.listRecordings(recordings, request))
      }),
    // mutant: `engine.metrics(tenant, at)` -> `engine.metrics([...engine.tenants.values()][0] ?? tenant, at)`
    metrics: (request) => run("metrics", request, (engine, tenant, at) => Result.succeed(engine.metrics(tenant, at)))
  }
}
