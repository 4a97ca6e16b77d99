/**
 * The nine operations over HTTP: requests as the contract has them, answers through the schemas, failures as the typed
 * errors of the operation.
 */
import type {
  CreateRoomError,
  LiveError,
  Operations,
  RequestError,
  RoomError,
  SessionError
} from "@effect-rooms/core/Backend"
import {
  CreateOutcomeUnknown,
  InvalidRequest,
  NoLiveSession,
  RoomNotFound,
  SessionNotFound,
  Unauthorized
} from "@effect-rooms/core/DomainError"
import { type Evidence, makeEvidence } from "@effect-rooms/core/Evidence"
import { LiveParticipants } from "@effect-rooms/core/LiveParticipant"
import { type OperationName, operations } from "@effect-rooms/core/Operation"
import { RecordingsPage } from "@effect-rooms/core/Recording"
import { CreatedRoom, RoomDetails, RoomMetadata, RoomsPage } from "@effect-rooms/core/Room"
import { fromSchemaError } from "@effect-rooms/core/SchemaProblem"
import { InvalidResponse, ServiceError, type ServiceErrorReason } from "@effect-rooms/core/ServiceError"
import { Participants, SessionsPage } from "@effect-rooms/core/Session"
import { UsageMetrics } from "@effect-rooms/core/UsageMetrics"
import * as Effect from "effect/Effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { CheckedOptions } from "../RoomsHttpOptions.ts"
import { type Answer, type AttemptFailure, excerptOf } from "./attempt.ts"
import { createWasRefused } from "./createWasRefused.ts"
import type { Execute } from "./execute.ts"
import { parseJson } from "./json.ts"
import type { Mask } from "./mask.ts"

/** A failed operation, before it is known what the failure means for it. */
interface Failure extends AttemptFailure {
  readonly evidence: Evidence
}

const serverMessageOf = (reason: ServiceErrorReason): string | undefined =>
  reason._tag === "UnexpectedStatus" ? reason.serverMessage : undefined

const serverMessageField = (failure: Failure) => {
  const serverMessage = serverMessageOf(failure.reason)
  return serverMessage === undefined ? {} : { serverMessage }
}

const requestError = (failure: Failure): RequestError => {
  const { evidence, reason } = failure
  switch (failure.status) {
    case 401:
    case 403:
      return new Unauthorized({ evidence, ...serverMessageField(failure) })
    case 400:
    case 413:
    case 422:
      return new InvalidRequest({
        field: "",
        problem: serverMessageOf(reason) ?? `the service refused it with status ${failure.status}`,
        evidence
      })
    default:
      return new ServiceError({ reason, evidence })
  }
}

const orNotFound =
  <E>(notFound: (failure: Failure) => E) =>
  (failure: Failure): RequestError | E =>
    failure.status === 404 ? notFound(failure) : requestError(failure)

const createRoomError = (failure: Failure): CreateRoomError =>
  createWasRefused(failure) ? requestError(failure) : new CreateOutcomeUnknown(failure)

const decodeAnswer = <A>(schema: Schema.Codec<A, unknown>, mask: Mask) => {
  const decode = Schema.decodeUnknownResult(schema)
  const invalid = (answer: Answer, path: string, problem: string): AttemptFailure => ({
    reason: new InvalidResponse({ path, problem: mask(problem), excerpt: excerptOf(answer.text, mask) }),
    status: answer.status,
    ...(answer.requestId === undefined ? {} : { requestId: answer.requestId })
  })
  return (answer: Answer): Result.Result<A, AttemptFailure> => {
    const body = parseJson(answer.text)
    if (Option.isNone(body)) {
      return Result.fail(invalid(answer, "", answer.text === "" ? "the body is empty" : "the body is not JSON"))
    }
    return Result.mapError(decode(body.value), (error) => {
      const { path, problem } = fromSchemaError(error)
      return invalid(answer, path, problem)
    })
  }
}

type Query = Readonly<Record<string, string | number | undefined>>

/** The nine operations, each sent by `execute`. */
export const makeOperations = (options: CheckedOptions, mask: Mask, execute: Execute): Operations => {
  const headers = { accept: "application/json", "x-api-key": Redacted.value(options.apiKey) }

  const url = (operation: OperationName, roomId?: string) => {
    const path: string = operations[operation].path
    return options.baseUrl + (roomId === undefined ? path : path.replace(":roomId", () => encodeURIComponent(roomId)))
  }

  const get = (operation: OperationName, roomId?: string, query?: Query) =>
    HttpClientRequest.get(url(operation, roomId), query === undefined ? { headers } : { headers, urlParams: query })

  const operation = <A, E>(
    name: OperationName,
    schema: Schema.Codec<A, unknown>,
    toError: (failure: Failure) => E
  ): ((request: HttpClientRequest.HttpClientRequest) => Effect.Effect<A, E>) => {
    const decode = decodeAnswer(schema, mask)
    return (request) =>
      Effect.mapError(execute(name, request, decode), ({ attempts, elapsedMillis, failure }) => {
        const { status, requestId } = failure
        const evidence = makeEvidence(name, {
          attempts,
          elapsedMillis,
          ...(status === undefined ? {} : { status }),
          ...(requestId === undefined ? {} : { requestId })
        })
        return toError({ ...failure, evidence })
      })
  }

  const createRoom = operation("createRoom", CreatedRoom, createRoomError)
  const listRooms = operation("listRooms", RoomsPage, requestError)
  const listRecordings = operation("listRecordings", RecordingsPage, requestError)
  const metrics = operation("metrics", UsageMetrics, requestError)

  // What a 404 means depends on the id that was asked for.
  const ofRoom = <A>(name: OperationName, schema: Schema.Codec<A, unknown>) => {
    const run = operation(name, schema, (failure) => failure)
    return (roomId: RoomNotFound["roomId"], request: HttpClientRequest.HttpClientRequest) =>
      Effect.mapError(
        run(request),
        orNotFound(
          (failure) => new RoomNotFound({ roomId, evidence: failure.evidence, ...serverMessageField(failure) })
        )
      ) satisfies Effect.Effect<A, RoomError>
  }
  const roomDetails = ofRoom("roomDetails", RoomDetails)
  const roomMetadata = ofRoom("roomMetadata", RoomMetadata)
  const listSessions = ofRoom("listSessions", SessionsPage)
  const sessionParticipants = operation("sessionParticipants", Participants, (failure) => failure)
  const liveParticipants = operation("liveParticipants", LiveParticipants, (failure) => failure)

  return {
    createRoom: (input) =>
      createRoom(
        HttpClientRequest.post(url("createRoom"), { headers }).pipe(
          HttpClientRequest.bodyText(JSON.stringify(input), "application/json")
        )
      ),
    listRooms: (query) => listRooms(get("listRooms", undefined, query)),
    roomDetails: ({ roomId }) => roomDetails(roomId, get("roomDetails", roomId)),
    roomMetadata: ({ roomId }) => roomMetadata(roomId, get("roomMetadata", roomId)),
    listSessions: (query) => listSessions(query.roomId, get("listSessions", undefined, { ...query })),
    sessionParticipants: ({ sessionId }) =>
      Effect.mapError(
        sessionParticipants(get("sessionParticipants", undefined, { sessionId })),
        orNotFound(
          (failure): SessionError =>
            new SessionNotFound({ sessionId, evidence: failure.evidence, ...serverMessageField(failure) })
        )
      ),
    liveParticipants: ({ roomId }) =>
      Effect.mapError(
        liveParticipants(get("liveParticipants", roomId)),
        orNotFound(
          (failure): LiveError =>
            new NoLiveSession({ roomId, evidence: failure.evidence, ...serverMessageField(failure) })
        )
      ),
    listRecordings: (query) => listRecordings(get("listRecordings", undefined, { ...query })),
    metrics: Effect.suspend(() => metrics(get("metrics")))
  }
}
