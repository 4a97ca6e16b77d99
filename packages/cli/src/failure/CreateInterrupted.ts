/**
 * A create that was interrupted after its request may have reached the service.
 *
 * @module
 */
import { RoomId } from "@effect-rooms/core/Identifier"
import * as Schema from "effect/Schema"

/** The command was interrupted when the room existed or may have existed. */
export class CreateInterrupted extends Schema.TaggedError<CreateInterrupted>()("CreateInterrupted", {
  /** The room, if the service had responded. */
  roomId: Schema.optionalKey(RoomId)
}) {
  override get message(): string {
    return this.roomId === undefined
      ? "interrupted: the room may or may not have been created; look for it before you create it again"
      : `interrupted: room ${this.roomId} was created`
  }
}
