/**
 * What each of the nine operations gives, and which of its typed errors a failed request is. For those who write a backend.
 *
 * @module
 */
import type * as Schema from "effect/Schema"
import type { RequestFailure } from "./Answer.ts"
import type { CreateRoomError, LiveError, RequestError, RoomError, SessionError } from "./Backend.ts"
import {
  CreateOutcomeUnknown,
  InvalidRequest,
  NoLiveSession,
  RoomNotFound,
  SessionNotFound,
  Unauthorized
} from "./DomainError.ts"
import type { Evidence } from "./Evidence.ts"
import { LiveParticipants } from "./LiveParticipant.ts"
import type { OperationName } from "./Operation.ts"
import { type ListRecordingsRequest, RecordingsPage } from "./Recording.ts"
import {
  CreatedRoom,
  type CreateRoomRequest,
  type ListRoomsRequest,
  RoomDetails,
  RoomMetadata,
  type RoomRequest,
  RoomsPage
} from "./Room.ts"
import { ServiceError } from "./ServiceError.ts"
import { type ListSessionsRequest, Participants, type SessionRequest, SessionsPage } from "./Session.ts"
import { UsageMetrics } from "./UsageMetrics.ts"

/** A failed request with its evidence. */
export interface OperationFailure extends RequestFailure {
  readonly evidence: Evidence
}

/** What one operation can come to. */
export interface Outcome<I, A, E> {
  readonly success: Schema.Codec<A, unknown>
  /** The error that a failed request with this input is. The status decides; the body only informs. */
  readonly error: (failure: OperationFailure, input: I) => E
}

/**
 * Whether the service certainly made no room, so that a create may be sent again or given up.
 *
 * Certain: no connection was made, nothing was sent, the rate limit (429), and a refusal (4xx, but for 408, which may come from
 * a gateway that had passed the request on; and the redirects 307 and 308, which ask for the same request elsewhere).
 */
export const createWasRefused = ({ neverSent, reason, status }: RequestFailure): boolean => {
  if (neverSent === true) return true
  // mutant: `=== "Transport") return !reason.requestSent` -> `=== "Transport") return reason.requestSent || true`
  if (reason._tag === "Transport") return !reason.requestSent
  if (status === 429) return true
  if (status === undefined || reason._tag !== "UnexpectedStatus") return false
  // mutant: `status < 500 && status !== 408` -> `status < 500`
  return status === 307 || status === 308 || (status >= 400 && status < 500 && status !== 408)
}

const serverMessage = ({ reason }: RequestFailure): { readonly serverMessage?: string } =>
  reason._tag === "UnexpectedStatus" && reason.serverMessage !== undefined
    ? { serverMessage: reason.serverMessage }
    : {}

const requestError = (failure: OperationFailure): RequestError => {
  const { evidence, reason, status } = failure
  switch (status) {
    case 401:
    // mutant: remove `case 403:`
    case 403:
      return new Unauthorized({ evidence, ...serverMessage(failure) })
    case 400:
    case 413:
    // mutant: remove `case 422:`
    case 422:
      return new InvalidRequest({
        field: "",
        problem: serverMessage(failure).serverMessage ?? `the service refused it with status ${status}`,
        evidence
      })
    default:
      return new ServiceError({ reason, evidence })
  }
}

const createRoomError = (failure: OperationFailure): CreateRoomError =>
  createWasRefused(failure) ? requestError(failure) : new CreateOutcomeUnknown(failure)

const roomError = (failure: OperationFailure, { roomId }: RoomRequest): RoomError =>
  failure.status === 404
    ? new RoomNotFound({ roomId, evidence: failure.evidence, ...serverMessage(failure) })
    : requestError(failure)

const sessionError = (failure: OperationFailure, { sessionId }: SessionRequest): SessionError =>
  // mutant: `failure.status === 404 ? new SessionNotFound` -> `failure.status === 410 ? new SessionNotFound`
  failure.status === 404
    ? new SessionNotFound({ sessionId, evidence: failure.evidence, ...serverMessage(failure) })
    : requestError(failure)

const liveError = (failure: OperationFailure, { roomId }: RoomRequest): LiveError =>
  failure.status === 404
    ? new NoLiveSession({ roomId, evidence: failure.evidence, ...serverMessage(failure) })
    : requestError(failure)

const outcome =
  <I>() =>
  <A, E>(success: Schema.Codec<A, unknown>, error: Outcome<I, A, E>["error"]): Outcome<I, A, E> => ({
    success,
    error
  })

/** The nine operations. */
export const outcomes = {
  createRoom: outcome<CreateRoomRequest>()(CreatedRoom, createRoomError),
  listRooms: outcome<ListRoomsRequest>()(RoomsPage, requestError),
  roomDetails: outcome<RoomRequest>()(RoomDetails, roomError),
  roomMetadata: outcome<RoomRequest>()(RoomMetadata, roomError),
  listSessions: outcome<ListSessionsRequest>()(SessionsPage, roomError),
  sessionParticipants: outcome<SessionRequest>()(Participants, sessionError),
  liveParticipants: outcome<RoomRequest>()(LiveParticipants, liveError),
  listRecordings: outcome<ListRecordingsRequest>()(RecordingsPage, requestError),
  metrics: outcome<Record<never, never>>()(UsageMetrics, requestError)
} satisfies Record<OperationName, unknown>
