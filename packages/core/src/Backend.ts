/**
 * The nine operations in. A backend answers them, over HTTP or from memory; everything else in this package is derived
 * from a backend and therefore the same on all of them.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type {
  CreateOutcomeUnknown,
  InvalidRequest,
  MetadataTooLarge,
  NoLiveSession,
  RoomNotFound,
  SessionNotFound,
  Unauthorized
} from "./DomainError.ts"
import type { LiveParticipants } from "./LiveParticipant.ts"
import {
  checkCreateRoom,
  checkListRecordings,
  checkListRooms,
  checkListSessions,
  checkLiveParticipants,
  checkRoomDetails,
  checkRoomMetadata,
  checkSessionParticipants
} from "./operations/validate.ts"
import type { ListRecordingsRequest, RecordingsPage } from "./Recording.ts"
import type {
  CreatedRoom,
  CreateRoomRequest,
  ListRoomsRequest,
  RoomDetails,
  RoomMetadata,
  RoomRequest,
  RoomsPage
} from "./Room.ts"
import type { ServiceError } from "./ServiceError.ts"
import type { ListSessionsRequest, Participants, SessionRequest, SessionsPage } from "./Session.ts"
import type { UsageMetrics } from "./UsageMetrics.ts"

/** What every operation can fail with. */
export type RequestError = Unauthorized | InvalidRequest | ServiceError

/** What creating a room can fail with. */
export type CreateRoomError = RequestError | MetadataTooLarge | CreateOutcomeUnknown
/** What an operation on one room can fail with. */
export type RoomError = RequestError | RoomNotFound
/** What an operation on one session can fail with. */
export type SessionError = RequestError | SessionNotFound
/** What reading who is in a room can fail with. */
export type LiveError = RequestError | NoLiveSession

/** The nine operations, each one request to the service. */
export interface Operations {
  /** Creates a room. It is not sent again where the answer is lost: that is `CreateOutcomeUnknown`. */
  readonly createRoom: (request: CreateRoomRequest) => Effect.Effect<CreatedRoom, CreateRoomError>
  /** One page of the rooms, newest first. */
  readonly listRooms: (request: ListRoomsRequest) => Effect.Effect<RoomsPage, RequestError>
  /** One room: whether it is locked, and its metadata. */
  readonly roomDetails: (request: RoomRequest) => Effect.Effect<RoomDetails, RoomError>
  /** The metadata of one room. */
  readonly roomMetadata: (request: RoomRequest) => Effect.Effect<RoomMetadata, RoomError>
  /** One page of the sessions of a room, newest first. */
  readonly listSessions: (request: ListSessionsRequest) => Effect.Effect<SessionsPage, RoomError>
  /** Who took part in a session, one row for each stay. */
  readonly sessionParticipants: (request: SessionRequest) => Effect.Effect<Participants, SessionError>
  /** Who is in the room now. */
  readonly liveParticipants: (request: RoomRequest) => Effect.Effect<LiveParticipants, LiveError>
  /** One page of the recordings: of one session, or of all. */
  readonly listRecordings: (request: ListRecordingsRequest) => Effect.Effect<RecordingsPage, RequestError>
  /** The totals over everything that belongs to the API key. */
  readonly metrics: Effect.Effect<UsageMetrics, RequestError>
}

const whenFine =
  <I, EI, A, E>(check: (input: I) => Result.Result<I, EI>, run: (input: I) => Effect.Effect<A, E>) =>
  (input: I): Effect.Effect<A, E | EI> => {
    const checked = check(input)
    return Result.isFailure(checked) ? Effect.fail(checked.failure) : run(checked.success)
  }

/** The service that answers the nine operations. */
export class Backend extends Context.Service<Backend, Operations>()("@effect-rooms/core/Backend") {
  /**
   * A backend whose operations refuse bad input before `operations` see it: with `InvalidRequest`, which names the
   * field, or `MetadataTooLarge`.
   */
  static readonly make = (operations: Operations): Operations => ({
    createRoom: whenFine(checkCreateRoom, operations.createRoom),
    listRooms: whenFine(checkListRooms, operations.listRooms),
    roomDetails: whenFine(checkRoomDetails, operations.roomDetails),
    roomMetadata: whenFine(checkRoomMetadata, operations.roomMetadata),
    listSessions: whenFine(checkListSessions, operations.listSessions),
    sessionParticipants: whenFine(checkSessionParticipants, operations.sessionParticipants),
    liveParticipants: whenFine(checkLiveParticipants, operations.liveParticipants),
    listRecordings: whenFine(checkListRecordings, operations.listRecordings),
    metrics: operations.metrics
  })
}
