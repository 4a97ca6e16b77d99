/**
 * Errors that read like the domain. They stay flat, so that `Effect.catchTag("RoomNotFound", …)` is all it takes.
 * None of them goes away by sending the same request again.
 *
 * @module
 */
import type * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Evidence } from "./Evidence.ts"
import { RoomId, SessionId } from "./Identifier.ts"
import { ServiceErrorReason } from "./ServiceError.ts"

const serverMessage = Schema.optionalKey(Schema.String)

const said = (message: string | undefined) => (message === undefined ? "" : ` (the service says: ${message})`)

/** The API key has no room with this id. */
export class RoomNotFound extends Schema.TaggedError<RoomNotFound>()("RoomNotFound", {
  roomId: RoomId,
  serverMessage,
  evidence: Evidence
}) {
  get isRetryable(): boolean {
    return false
  }
  get retryAfter(): Option.Option<Duration.Duration> {
    return Option.none()
  }
  override get message(): string {
    return `no room "${this.roomId}" belongs to this API key${said(this.serverMessage)}`
  }
}

/** The API key has no session with this id. */
export class SessionNotFound extends Schema.TaggedError<SessionNotFound>()("SessionNotFound", {
  sessionId: SessionId,
  serverMessage,
  evidence: Evidence
}) {
  get isRetryable(): boolean {
    return false
  }
  get retryAfter(): Option.Option<Duration.Duration> {
    return Option.none()
  }
  override get message(): string {
    return `no session "${this.sessionId}" belongs to this API key${said(this.serverMessage)}`
  }
}

/** Nobody is in the room now. The service answers the same for a room that it does not know. */
export class NoLiveSession extends Schema.TaggedError<NoLiveSession>()("NoLiveSession", {
  roomId: RoomId,
  serverMessage,
  evidence: Evidence
}) {
  get isRetryable(): boolean {
    return false
  }
  get retryAfter(): Option.Option<Duration.Duration> {
    return Option.none()
  }
  override get message(): string {
    return `room "${this.roomId}" has no ongoing session${said(this.serverMessage)}`
  }
}

/** The service does not accept the API key (401), or not for this (403). */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", {
  serverMessage,
  evidence: Evidence
}) {
  get isRetryable(): boolean {
    return false
  }
  get retryAfter(): Option.Option<Duration.Duration> {
    return Option.none()
  }
  override get message(): string {
    return `the service does not accept the API key for ${this.evidence.operation}${said(this.serverMessage)}`
  }
}

/** The metadata of a room to be created is larger than what is sent. Nothing was sent. */
export class MetadataTooLarge extends Schema.TaggedError<MetadataTooLarge>()("MetadataTooLarge", {
  /** The size of the metadata's JSON text in UTF-8. */
  bytes: Schema.Int,
  limit: Schema.Int,
  evidence: Evidence
}) {
  get isRetryable(): boolean {
    return false
  }
  get retryAfter(): Option.Option<Duration.Duration> {
    return Option.none()
  }
  override get message(): string {
    return `metadata has ${this.bytes} bytes as UTF-8 JSON; the limit is ${this.limit}`
  }
}

/** Input that is refused: before anything is sent, or by the service (400, 413, 422). */
export class InvalidRequest extends Schema.TaggedError<InvalidRequest>()("InvalidRequest", {
  /** The field of the input, such as `metadata.title`; empty where the service does not name one. */
  field: Schema.String,
  problem: Schema.String,
  evidence: Evidence
}) {
  get isRetryable(): boolean {
    return false
  }
  get retryAfter(): Option.Option<Duration.Duration> {
    return Option.none()
  }
  override get message(): string {
    return `${this.evidence.operation}: ${this.field === "" ? "" : `${this.field}: `}${this.problem}`
  }
}

/**
 * A create was sent and its answer was lost, so the room may or may not exist. `create` doesn't send it again, because that
 * could make a second room. `createOnce` looks for the room first.
 */
export class CreateOutcomeUnknown extends Schema.TaggedError<CreateOutcomeUnknown>()("CreateOutcomeUnknown", {
  /** What was met instead of a usable answer. */
  reason: ServiceErrorReason,
  /** The key of a `createOnce`. If the room exists, its metadata has the key. */
  idempotencyKey: Schema.optionalKey(Schema.String),
  /** Why `createOnce` could not tell whether the room exists. */
  lookUp: Schema.optionalKey(Schema.String),
  evidence: Evidence
}) {
  get isRetryable(): boolean {
    return false
  }
  get retryAfter(): Option.Option<Duration.Duration> {
    return Option.none()
  }
  override get message(): string {
    const advice =
      this.idempotencyKey === undefined
        ? "look for the room before you create it again, or use createOnce"
        : `once the list is up to date, call createOnce again with the key "${this.idempotencyKey}": ` +
          "it looks among the newest 50 rooms before it sends"
    const lookUp = this.lookUp === undefined ? "" : `; ${this.lookUp}`
    return `the room may or may not have been created: ${this.reason.message}${lookUp}; ${advice}`
  }
}
