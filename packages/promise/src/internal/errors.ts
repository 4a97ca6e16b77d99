/**
 * The errors of the promise client: the same tags, messages and evidence as those of the Effect services, as classes of
 * their own. What is not known is `null`.
 */
import type { Evidence, PaginationErrorReason, ServiceErrorReason } from "./evidence.ts"

/** An error with a tag, whose fields are in its JSON. */
abstract class TaggedError extends Error {
  abstract readonly _tag: string

  // A getter of the prototype, so that the stack begins with the tag and the JSON has it once.
  override get name(): string {
    return this._tag
  }

  /** The message and all fields, for a log. */
  toJSON(): object {
    return { ...this, message: this.message }
  }
}

/** An error of a request. */
abstract class RequestError extends TaggedError {
  /** Whether the same request may succeed later. */
  readonly isRetryable: boolean
  /** How long the service asks to wait before the next request, where it says so. */
  readonly retryAfterMillis: number | null
  readonly evidence: Evidence

  constructor(message: string, evidence: Evidence, isRetryable = false, retryAfterMillis: number | null = null) {
    super(message)
    this.isRetryable = isRetryable
    this.retryAfterMillis = retryAfterMillis
    this.evidence = evidence
  }
}

/** The API key has no room with this id. */
export class RoomNotFound extends RequestError {
  readonly _tag = "RoomNotFound"
  readonly roomId: string
  readonly serverMessage: string | null

  constructor(
    message: string,
    fields: { readonly roomId: string; readonly serverMessage: string | null; readonly evidence: Evidence }
  ) {
    super(message, fields.evidence)
    this.roomId = fields.roomId
    this.serverMessage = fields.serverMessage
  }
}

/** The API key has no session with this id. */
export class SessionNotFound extends RequestError {
  readonly _tag = "SessionNotFound"
  readonly sessionId: string
  readonly serverMessage: string | null

  constructor(
    message: string,
    fields: { readonly sessionId: string; readonly serverMessage: string | null; readonly evidence: Evidence }
  ) {
    super(message, fields.evidence)
    this.sessionId = fields.sessionId
    this.serverMessage = fields.serverMessage
  }
}

/** Nobody is in the room now. The service answers the same for a room that it does not know. */
export class NoLiveSession extends RequestError {
  readonly _tag = "NoLiveSession"
  readonly roomId: string
  readonly serverMessage: string | null

  constructor(
    message: string,
    fields: { readonly roomId: string; readonly serverMessage: string | null; readonly evidence: Evidence }
  ) {
    super(message, fields.evidence)
    this.roomId = fields.roomId
    this.serverMessage = fields.serverMessage
  }
}

/** The service does not accept the API key (401), or not for this (403). */
export class Unauthorized extends RequestError {
  readonly _tag = "Unauthorized"
  readonly serverMessage: string | null

  constructor(message: string, fields: { readonly serverMessage: string | null; readonly evidence: Evidence }) {
    super(message, fields.evidence)
    this.serverMessage = fields.serverMessage
  }
}

/** The metadata of a room to be created is larger than what is sent. Nothing was sent. */
export class MetadataTooLarge extends RequestError {
  readonly _tag = "MetadataTooLarge"
  /** The size of the metadata's JSON text in UTF-8. */
  readonly bytes: number
  readonly limit: number

  constructor(
    message: string,
    fields: { readonly bytes: number; readonly limit: number; readonly evidence: Evidence }
  ) {
    super(message, fields.evidence)
    this.bytes = fields.bytes
    this.limit = fields.limit
  }
}

/** Input that is refused: before anything is sent, or by the service (400, 413, 422). */
export class InvalidRequest extends RequestError {
  readonly _tag = "InvalidRequest"
  /** The field of the input, such as `metadata.title`; empty where the service does not name one. */
  readonly field: string
  readonly problem: string

  constructor(
    message: string,
    fields: { readonly field: string; readonly problem: string; readonly evidence: Evidence }
  ) {
    super(message, fields.evidence)
    this.field = fields.field
    this.problem = fields.problem
  }
}

/**
 * A create was sent and its answer was lost, so the room may exist or not. It is not sent again, because that could make a
 * second room. `createOnce` finds out and goes on.
 */
export class CreateOutcomeUnknown extends RequestError {
  readonly _tag = "CreateOutcomeUnknown"
  /** What was met instead of a usable answer. */
  readonly reason: ServiceErrorReason
  /** The key of a `createOnce`. If the room exists, its metadata has the key. */
  readonly idempotencyKey: string | null
  /** Why `createOnce` could not tell whether the room exists. */
  readonly lookUp: string | null

  constructor(
    message: string,
    fields: {
      readonly reason: ServiceErrorReason
      readonly idempotencyKey: string | null
      readonly lookUp: string | null
      readonly evidence: Evidence
    }
  ) {
    super(message, fields.evidence)
    this.reason = fields.reason
    this.idempotencyKey = fields.idempotencyKey
    this.lookUp = fields.lookUp
  }
}

/** Everything that can go wrong with a request and is not about rooms, sessions or their input. */
export class ServiceError extends RequestError {
  readonly _tag = "ServiceError"
  readonly reason: ServiceErrorReason

  constructor(
    message: string,
    fields: { readonly reason: ServiceErrorReason; readonly isRetryable: boolean; readonly evidence: Evidence }
  ) {
    const { evidence, isRetryable, reason } = fields
    super(message, evidence, isRetryable, "retryAfterMillis" in reason ? reason.retryAfterMillis : null)
    this.reason = reason
  }
}

/** A list whose pages do not lead to its end. Every row before this was given. */
export class PaginationError extends RequestError {
  readonly _tag = "PaginationError"
  readonly reason: PaginationErrorReason
  /** How many rows the walk had given. */
  readonly emitted: number

  constructor(
    message: string,
    fields: { readonly reason: PaginationErrorReason; readonly emitted: number; readonly evidence: Evidence }
  ) {
    super(message, fields.evidence)
    this.reason = fields.reason
    this.emitted = fields.emitted
  }
}

/** Everything that a call can be rejected with, but the reason of a signal and `ClientClosed`, which are the caller's own. */
export type RoomsError =
  | RoomNotFound
  | SessionNotFound
  | NoLiveSession
  | Unauthorized
  | MetadataTooLarge
  | InvalidRequest
  | CreateOutcomeUnknown
  | ServiceError
  | PaginationError

/**
 * For `error instanceof RoomsError`, after which TypeScript knows the error by its `_tag`.
 */
export const RoomsError: { readonly [Symbol.hasInstance]: (value: unknown) => value is RoomsError } = {
  [Symbol.hasInstance]: (value): value is RoomsError => value instanceof RequestError
}

/** An option that no client could be made with, thrown before anything is sent. */
export class InvalidConfiguration extends TaggedError {
  readonly _tag = "InvalidConfiguration"
  readonly isRetryable = false
  /** The option, such as `baseUrl`. */
  readonly field: string
  readonly problem: string

  constructor(field: string, problem: string) {
    super(`${field}: ${problem}`)
    this.field = field
    this.problem = problem
  }
}

/** The client was closed: before the call, or while it was in flight. */
export class ClientClosed extends TaggedError {
  readonly _tag = "ClientClosed"
  readonly isRetryable = false

  constructor() {
    super("the client was closed")
  }
}
