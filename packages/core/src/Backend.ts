/**
 * The nine operations in. A backend answers them, over HTTP or from memory; everything else in this package is derived
 * from a backend and therefore the same on all of them.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import {
  type CreateOutcomeUnknown,
  InvalidRequest,
  MetadataTooLarge,
  type NoLiveSession,
  type RoomNotFound,
  type SessionNotFound,
  type Unauthorized
} from "./DomainError.ts"
import { makeEvidence } from "./Evidence.ts"
import type { LiveParticipants } from "./LiveParticipant.ts"
import { metadataBytes, metadataLimit } from "./Metadata.ts"
import type { OperationName } from "./Operation.ts"
import { ListRecordingsRequest, type RecordingsPage } from "./Recording.ts"
import {
  type CreatedRoom,
  CreateRoomRequest,
  ListRoomsRequest,
  type RoomDetails,
  type RoomMetadata,
  RoomRequest,
  type RoomsPage
} from "./Room.ts"
import { fromSchemaError } from "./SchemaProblem.ts"
import type { ServiceError } from "./ServiceError.ts"
import { ListSessionsRequest, type Participants, SessionRequest, type SessionsPage } from "./Session.ts"
import type { UsageMetrics } from "./UsageMetrics.ts"

/** What every operation can fail with. */
export type RequestError = Unauthorized | InvalidRequest | ServiceError

export type CreateRoomError = RequestError | MetadataTooLarge | CreateOutcomeUnknown
export type RoomError = RequestError | RoomNotFound
export type SessionError = RequestError | SessionNotFound
export type LiveError = RequestError | NoLiveSession

/** The nine operations, each one request to the service. */
export interface Operations {
  readonly createRoom: (request: CreateRoomRequest) => Effect.Effect<CreatedRoom, CreateRoomError>
  readonly listRooms: (request: ListRoomsRequest) => Effect.Effect<RoomsPage, RequestError>
  readonly roomDetails: (request: RoomRequest) => Effect.Effect<RoomDetails, RoomError>
  readonly roomMetadata: (request: RoomRequest) => Effect.Effect<RoomMetadata, RoomError>
  readonly listSessions: (request: ListSessionsRequest) => Effect.Effect<SessionsPage, RoomError>
  readonly sessionParticipants: (request: SessionRequest) => Effect.Effect<Participants, SessionError>
  readonly liveParticipants: (request: RoomRequest) => Effect.Effect<LiveParticipants, LiveError>
  readonly listRecordings: (request: ListRecordingsRequest) => Effect.Effect<RecordingsPage, RequestError>
  readonly metrics: Effect.Effect<UsageMetrics, RequestError>
}

const checkInput = <A, I>(
  operation: OperationName,
  schema: Schema.Codec<A, I>
): ((input: A) => Result.Result<A, InvalidRequest>) => {
  const decode = Schema.decodeUnknownResult(Schema.toType(schema))
  return (input) =>
    Result.mapError(decode(input), (error) => {
      const { path, problem } = fromSchemaError(error)
      return new InvalidRequest({ field: path, problem, evidence: makeEvidence(operation) })
    })
}

const checkCreateRoom = checkInput("createRoom", CreateRoomRequest)
const checkListRooms = checkInput("listRooms", ListRoomsRequest)
const checkRoomDetails = checkInput("roomDetails", RoomRequest)
const checkRoomMetadata = checkInput("roomMetadata", RoomRequest)
const checkListSessions = checkInput("listSessions", ListSessionsRequest)
const checkSessionParticipants = checkInput("sessionParticipants", SessionRequest)
const checkLiveParticipants = checkInput("liveParticipants", RoomRequest)
const checkListRecordings = checkInput("listRecordings", ListRecordingsRequest)

const checkMetadataSize = (request: CreateRoomRequest): Result.Result<CreateRoomRequest, MetadataTooLarge> => {
  const bytes = request.metadata === undefined ? 0 : metadataBytes(request.metadata)
  return bytes > metadataLimit
    ? Result.fail(new MetadataTooLarge({ bytes, limit: metadataLimit, evidence: makeEvidence("createRoom") }))
    : Result.succeed(request)
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
    createRoom: whenFine(
      (request) => Result.flatMap(checkCreateRoom(request), checkMetadataSize),
      operations.createRoom
    ),
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
