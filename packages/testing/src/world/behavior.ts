/** The behavior of each operation, as one tenant sees it. */
import { metadataBytes } from "@effect-rooms/core/Metadata"
import type { OperationName, Request, Success } from "@effect-rooms/core/unstable"
import * as Result from "effect/Result"
import type { Engine } from "./Engine.ts"
import { liveParticipantsOf, metricsOf, participantsOf, recordingsPage, roomsPage, sessionsPage } from "./pages.ts"
import type { RoomState, TenantState } from "./WorldState.ts"

/** A request that the service refuses. */
export interface Refusal {
  /** The tag of the error that a client makes of it. */
  readonly _tag: "Unauthorized" | "RoomNotFound" | "SessionNotFound" | "NoLiveSession" | "InvalidRequest"
  readonly status: number
  readonly message: string
}

export const unknownApiKey: Refusal = { _tag: "Unauthorized", status: 401, message: "unknown API key" }
const roomNotFound: Refusal = { _tag: "RoomNotFound", status: 404, message: "room not found" }
// mutant: `status: 404, message: "session not found"` -> `status: 400, message: "session not found"`
const sessionNotFound: Refusal = { _tag: "SessionNotFound", status: 404, message: "session not found" }
const noLiveSession: Refusal = { _tag: "NoLiveSession", status: 404, message: "no ongoing session" }

/** The success of a request, or the reason to refuse it. */
export type Answer<A> = Result.Result<A, Refusal>

const withRoom = <A>(
  engine: Engine,
  tenant: TenantState,
  { roomId }: Request<"roomDetails">,
  answer: (room: RoomState) => Answer<A>
): Answer<A> => {
  const room = engine.room(tenant, roomId)
  return room === undefined ? Result.fail(roomNotFound) : answer(room)
}

/** One function per operation: from a request at a time to its success, or to the reason to refuse it. */
export const behavior: {
  readonly [Name in OperationName]: (
    engine: Engine,
    tenant: TenantState,
    request: Request<Name>,
    at: number
  ) => Answer<Success<Name>>
} = {
  createRoom: (engine, tenant, request, at) => {
    const bytes = request.metadata === undefined ? 0 : metadataBytes(request.metadata)
    const limit = engine.quirks.metadataLimit
    // mutant: `if (bytes > limit)` -> `if (bytes >= limit)`
    if (bytes > limit) {
      const message = `metadata has ${bytes} bytes as UTF-8 JSON; the limit is ${limit}`
      return Result.fail({ _tag: "InvalidRequest", status: 413, message })
    }
    const { roomId } = engine.createRoom(tenant, request, at).room
    return Result.succeed({ message: "room created successfully", data: { roomId } })
  },
  listRooms: (engine, tenant, request) =>
    // mutant: `roomsPage(engine.quirks, tenant, request)` -> `roomsPage(engine.quirks, [...engine.tenants.values()][0] ?? tenant, request)`
    Result.succeed(roomsPage(engine.quirks, tenant, request)),
  roomDetails: (engine, tenant, request) =>
    withRoom(engine, tenant, request, ({ room: { createdAt: _, ...details } }) => Result.succeed(details)),
  roomMetadata: (engine, tenant, request) =>
    withRoom(engine, tenant, request, ({ room: { metadata } }) => Result.succeed({ metadata })),
  listSessions: (engine, tenant, request) =>
    withRoom(engine, tenant, request, (room) =>
      // mutant: `engine.quirks.neverMet === "notFound"` -> `false`
      room.sessions.length === 0 && engine.quirks.neverMet === "notFound"
        ? Result.fail(roomNotFound)
        : Result.succeed(sessionsPage(engine.quirks, room, request))
    ),
  sessionParticipants: (engine, tenant, { sessionId }) => {
    const session = engine.session(tenant, sessionId)
    return session === undefined ? Result.fail(sessionNotFound) : Result.succeed(participantsOf(session))
  },
  liveParticipants: (engine, tenant, { roomId }) => {
    const room = engine.room(tenant, roomId)
    // mutant: remove `|| engine.quirks.idleRoom === "empty"`
    const isAnswered = room?.running !== undefined || engine.quirks.idleRoom === "empty"
    return room === undefined || !isAnswered
      ? Result.fail(noLiveSession)
      : Result.succeed(liveParticipantsOf(engine.quirks, room))
  },
  listRecordings: (engine, tenant, request) => {
    const { sessionId } = request
    // An unknown session has no recordings: the contract has no status for it.
    const recordings =
      // mutant: `sessionId === undefined ? tenant.recordings` -> `sessionId === undefined ? [...engine.tenants.values()].flatMap(({ recordings }) => recordings)`
      // mutant: `?.recordings ?? [])` -> `?.recordings ?? tenant.recordings)`
      sessionId === undefined ? tenant.recordings : (engine.session(tenant, sessionId)?.recordings ?? [])
    return Result.succeed(recordingsPage(engine.quirks, recordings, request))
  },
  metrics: (_engine, tenant, _request, at) =>
    // mutant: `metricsOf(tenant, at)` -> `metricsOf([...engine.tenants.values()][0] ?? tenant, at)`
    Result.succeed(metricsOf(tenant, at))
}
