/**
 * Errors of the control service `World`. The operations of the service fail with the errors of core.
 *
 * @module
 */
import { PeerId, RoomId, SessionId } from "@effect-rooms/core/Identifier"
import * as Schema from "effect/Schema"

/** The world has no room with this id. */
export class RoomUnknown extends Schema.TaggedError<RoomUnknown>()("RoomUnknown", { roomId: RoomId }) {
  override get message(): string {
    return `the world has no room "${this.roomId}"`
  }
}

/** The world has no session with this id. */
export class SessionUnknown extends Schema.TaggedError<SessionUnknown>()("SessionUnknown", { sessionId: SessionId }) {
  override get message(): string {
    return `the world has no session "${this.sessionId}"`
  }
}

/** A locked room refuses joins. */
export class RoomLocked extends Schema.TaggedError<RoomLocked>()("RoomLocked", { roomId: RoomId }) {
  override get message(): string {
    return `room "${this.roomId}" is locked`
  }
}

/** The room is empty, so no session can end. */
export class RoomIdle extends Schema.TaggedError<RoomIdle>()("RoomIdle", { roomId: RoomId }) {
  override get message(): string {
    return `room "${this.roomId}" has no ongoing session`
  }
}

/** A peer cannot join a room that it is in. */
export class PeerPresent extends Schema.TaggedError<PeerPresent>()("PeerPresent", { roomId: RoomId, peerId: PeerId }) {
  override get message(): string {
    return `peer "${this.peerId}" is in room "${this.roomId}" already`
  }
}

/** A peer cannot leave a room that it is not in. */
export class PeerAbsent extends Schema.TaggedError<PeerAbsent>()("PeerAbsent", { roomId: RoomId, peerId: PeerId }) {
  override get message(): string {
    return `peer "${this.peerId}" is not in room "${this.roomId}"`
  }
}
