/**
 * Errors about rooms, sessions and requests. They are flat, so `Effect.catchTag("RoomNotFound", …)` handles one. Sending the
 * same request again doesn't help with any of them.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { Evidence } from "./Evidence.ts"
import { RoomId, SessionId } from "./Identifier.ts"
import { metadataSizeProblem } from "./operations/metadataSizeProblem.ts"
import { PermanentError } from "./PermanentError.ts"
import { ServiceErrorReason } from "./ServiceError.ts"

const serverMessage = Schema.optionalKey(Schema.String)

const quoted = (message: string | undefined) => (message === undefined ? "" : ` (the service says: ${message})`)

/** The API key has no room with this id. */
export class RoomNotFound extends PermanentError.extend<RoomNotFound>("RoomNotFound")({
  _tag: Schema.tag("RoomNotFound"),
  roomId: RoomId,
  serverMessage,
  evidence: Evidence
}) {
  override get message(): string {
    return `no room "${this.roomId}" belongs to this API key${quoted(this.serverMessage)}`
  }
}

/** The API key has no session with this id. */
export class SessionNotFound extends PermanentError.extend<SessionNotFound>("SessionNotFound")({
  _tag: Schema.tag("SessionNotFound"),
  sessionId: SessionId,
  serverMessage,
  evidence: Evidence
}) {
  override get message(): string {
    return `no session "${this.sessionId}" belongs to this API key${quoted(this.serverMessage)}`
  }
}

/** The room is empty or doesn't exist: the service doesn't distinguish the two. */
export class NoLiveSession extends PermanentError.extend<NoLiveSession>("NoLiveSession")({
  _tag: Schema.tag("NoLiveSession"),
  roomId: RoomId,
  serverMessage,
  evidence: Evidence
}) {
  override get message(): string {
    return `room "${this.roomId}" has no ongoing session${quoted(this.serverMessage)}`
  }
}

/** The service rejected the API key (401), or doesn't allow it to do this (403). */
export class Unauthorized extends PermanentError.extend<Unauthorized>("Unauthorized")({
  _tag: Schema.tag("Unauthorized"),
  serverMessage,
  evidence: Evidence
}) {
  override get message(): string {
    return `the service does not accept the API key for ${this.evidence.operation}${quoted(this.serverMessage)}`
  }
}

/** The metadata of a new room is too large. Nothing was sent. */
export class MetadataTooLarge extends PermanentError.extend<MetadataTooLarge>("MetadataTooLarge")({
  _tag: Schema.tag("MetadataTooLarge"),
  /** The size of the metadata as JSON text in UTF-8. */
  bytes: Schema.Int,
  limit: Schema.Int,
  evidence: Evidence
}) {
  override get message(): string {
    return metadataSizeProblem(this)
  }
}

/** The request is invalid. It was rejected before anything was sent, or by the service (400, 413, 422). */
export class InvalidRequest extends PermanentError.extend<InvalidRequest>("InvalidRequest")({
  _tag: Schema.tag("InvalidRequest"),
  /** The field of the input, such as `metadata.title`; empty if the service doesn't name one. */
  field: Schema.String,
  problem: Schema.String,
  evidence: Evidence
}) {
  override get message(): string {
    return `${this.evidence.operation}: ${this.field === "" ? "" : `${this.field}: `}${this.problem}`
  }
}

/**
 * A create was sent and its response was lost, so the room may or may not exist. `create` doesn't send it again, because that
 * could create a second room. `createOnce` looks for the room first.
 */
export class CreateOutcomeUnknown extends PermanentError.extend<CreateOutcomeUnknown>("CreateOutcomeUnknown")({
  _tag: Schema.tag("CreateOutcomeUnknown"),
  /** Why there is no usable response. */
  reason: ServiceErrorReason,
  /** The key of a `createOnce`. If the room exists, its metadata has the key. */
  idempotencyKey: Schema.optionalKey(Schema.String),
  /** Why `createOnce` could not find out whether the room exists. */
  lookUp: Schema.optionalKey(Schema.String),
  evidence: Evidence
}) {
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
