/**
 * A world as plain JSON: everything that has happened in it, to save and to restore. It has no API keys: tenants are in the order of
 * the world's keys.
 *
 * @module
 */
import { PeerId, RecordingId, RoomId, SessionId } from "@effect-rooms/core/Identifier"
import { JsonMetadata } from "@effect-rooms/core/Metadata"
import { Room as CoreRoom } from "@effect-rooms/core/Room"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

/** Epoch milliseconds, in the range of a date. */
const Time = Schema.Int.check(Schema.isBetween({ minimum: -8.64e15, maximum: 8.64e15 }))

const Stay = Schema.Struct({
  peerId: PeerId,
  joinTime: Time,
  /** Absent while the peer is in the room. */
  exitTime: Schema.optionalKey(Time),
  metadata: Schema.optionalKey(JsonMetadata)
})

const Session = Schema.Struct({
  sessionId: SessionId,
  startTime: Time,
  /** Absent while the session runs. */
  endTime: Schema.optionalKey(Time),
  /** In the order in which they began. */
  stays: Schema.NonEmptyArray(Stay)
})

/** The fields of a room that snapshots keep just as the service sends them. */
export const OtherRoomFields = Schema.Struct(
  Struct.omit(CoreRoom.fields, ["roomId", "createdAt", "roomLocked", "metadata"])
)

const Room = Schema.Struct({
  ...Struct.map(OtherRoomFields.fields, Schema.toEncoded),
  roomId: RoomId,
  createdAt: Time,
  locked: Schema.Boolean,
  metadata: Schema.optionalKey(JsonMetadata),
  /** Oldest first. */
  sessions: Schema.Array(Session)
})

const Recording = Schema.Struct({
  id: RecordingId,
  sessionId: SessionId,
  recordingUrl: Schema.String,
  recordingSize: Schema.Finite
})

const Tenant = Schema.Struct({
  /** Oldest first. */
  rooms: Schema.Array(Room),
  /** Their past still counts, and their sessions can still be read by their ids. */
  deletedRooms: Schema.Array(Room),
  /** Oldest first. */
  recordings: Schema.Array(Recording),
  livestreamCount: Schema.Natural
})

/** The state of a world, version 1. */
export const WorldSnapshot = Schema.Struct({
  format: Schema.Literal("effect-rooms/world"),
  version: Schema.Literal(1),
  /** The state of the random numbers, so that a restored world continues with the same ids. */
  random: Schema.Tuple([Schema.Int, Schema.Int, Schema.Int, Schema.Int]),
  /** One for each API key of the world, in order. */
  tenants: Schema.Array(Tenant)
}).annotate({ identifier: "WorldSnapshot" })
export interface WorldSnapshot extends Schema.Schema.Type<typeof WorldSnapshot> {}
/** The state of one tenant. */
export interface TenantSnapshot extends Schema.Schema.Type<typeof Tenant> {}
/** The state of one room. */
export interface RoomSnapshot extends Schema.Schema.Type<typeof Room> {}
/** The state of one session. */
export interface SessionSnapshot extends Schema.Schema.Type<typeof Session> {}

/** The value isn't a snapshot, or describes an impossible past. The world is unchanged. */
export class InvalidSnapshot extends Schema.TaggedError<InvalidSnapshot>()("InvalidSnapshot", {
  /** The path of the problem, such as `tenants[0].rooms[3].sessions[1].endTime`; empty for the snapshot as a whole. */
  path: Schema.String,
  problem: Schema.String
}) {
  override get message(): string {
    return `the snapshot cannot be restored: ${this.path === "" ? "" : `${this.path}: `}${this.problem}`
  }
}
