/**
 * Errors of the Effect services as the promise client throws them.
 */
import type * as CoreEvidence from "@effect-rooms/core/Evidence"
import type { PaginationErrorReason } from "@effect-rooms/core/PaginationError"
import type { RoomsError } from "@effect-rooms/core/RoomsError"
import type { ServiceError, ServiceErrorReason } from "@effect-rooms/core/ServiceError"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Errors from "./errors.ts"
import type * as Plain from "./evidence.ts"

const toEvidence = (evidence: CoreEvidence.Evidence): Plain.Evidence => ({
  operation: evidence.operation,
  method: evidence.method,
  urlTemplate: evidence.urlTemplate,
  status: evidence.status ?? null,
  requestId: evidence.requestId ?? null,
  attempts: evidence.attempts.map(({ cause, status, waitedMillis }) => ({
    status: status ?? null,
    cause: cause ?? null,
    waitedMillis
  })),
  elapsedMillis: evidence.elapsedMillis
})

const toMillisOrNull = (duration: Option.Option<Duration.Duration>) =>
  Option.isSome(duration) ? Duration.toMillis(duration.value) : null

const toServiceErrorReason = (reason: ServiceErrorReason): Plain.ServiceErrorReason => {
  const { message } = reason
  switch (reason._tag) {
    case "Transport":
      return { _tag: reason._tag, message, description: reason.description, requestSent: reason.requestSent }
    case "Timeout":
      return { _tag: reason._tag, message, limit: reason.limit, limitMillis: reason.limitMillis }
    case "RateLimited":
    case "CircuitOpen":
      return { _tag: reason._tag, message, retryAfterMillis: toMillisOrNull(reason.retryAfter) }
    case "UnexpectedStatus":
      return {
        _tag: reason._tag,
        message,
        status: reason.status,
        serverMessage: reason.serverMessage ?? null,
        excerpt: reason.excerpt,
        location: reason.location ?? null,
        retryAfterMillis: toMillisOrNull(reason.retryAfter)
      }
    case "InvalidResponse":
      return { _tag: reason._tag, message, path: reason.path, problem: reason.problem, excerpt: reason.excerpt }
  }
}

const toPaginationErrorReason = (reason: PaginationErrorReason): Plain.PaginationErrorReason => {
  const { message } = reason
  switch (reason._tag) {
    case "StuckCursor":
      return { _tag: reason._tag, message, asked: reason.asked ?? null, next: reason.next }
    case "WrongPage":
      return { _tag: reason._tag, message, asked: reason.asked, answered: reason.answered }
    case "RepeatedPage":
      return { _tag: reason._tag, message, firstRow: reason.firstRow }
    case "BoundaryLost":
      return { _tag: reason._tag, message, pagesSearched: reason.pagesSearched }
    case "RowsMissing":
      return { _tag: reason._tag, message, count: reason.count, emitted: reason.emitted }
    case "CountUnreliable":
      return { _tag: reason._tag, message, count: reason.count, rows: reason.rows }
    case "NoProgress":
      return { _tag: reason._tag, message, requests: reason.requests }
    case "RoomGone":
      return { _tag: reason._tag, message, roomId: reason.roomId }
  }
}

export const toServiceError = ({ evidence, isRetryable, message, reason }: ServiceError): Errors.ServiceError =>
  new Errors.ServiceError(message, {
    reason: toServiceErrorReason(reason),
    isRetryable,
    evidence: toEvidence(evidence)
  })

export const toError = (error: RoomsError): Errors.RoomsError => {
  const { message } = error
  const evidence = toEvidence(error.evidence)
  switch (error._tag) {
    case "RoomNotFound":
      return new Errors.RoomNotFound(message, {
        roomId: error.roomId,
        serverMessage: error.serverMessage ?? null,
        evidence
      })
    case "SessionNotFound":
      return new Errors.SessionNotFound(message, {
        sessionId: error.sessionId,
        serverMessage: error.serverMessage ?? null,
        evidence
      })
    case "NoLiveSession":
      return new Errors.NoLiveSession(message, {
        roomId: error.roomId,
        serverMessage: error.serverMessage ?? null,
        evidence
      })
    case "Unauthorized":
      return new Errors.Unauthorized(message, { serverMessage: error.serverMessage ?? null, evidence })
    case "MetadataTooLarge":
      return new Errors.MetadataTooLarge(message, { bytes: error.bytes, limit: error.limit, evidence })
    case "InvalidRequest":
      return new Errors.InvalidRequest(message, { field: error.field, problem: error.problem, evidence })
    case "CreateOutcomeUnknown":
      return new Errors.CreateOutcomeUnknown(message, {
        reason: toServiceErrorReason(error.reason),
        idempotencyKey: error.idempotencyKey ?? null,
        lookUp: error.lookUp ?? null,
        evidence
      })
    case "ServiceError":
      return toServiceError(error)
    case "PaginationError":
      return new Errors.PaginationError(message, {
        reason: toPaginationErrorReason(error.reason),
        emitted: error.emitted,
        evidence
      })
  }
}
