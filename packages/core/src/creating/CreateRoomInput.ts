/**
 * The input of a create, and its result.
 */
import type { RoomId } from "../Identifier.ts"
import type { RoomMetadataInput } from "../Metadata.ts"
import type { CreateRoomRequest } from "../Room.ts"

/** The input for a new room. Every field may be left out. */
export interface CreateRoomInput extends Partial<Omit<CreateRoomRequest, "metadata">> {
  /** Whether the room refuses joins. Default: `false`. */
  readonly roomLocked?: boolean
  /** Stored with the room: `title`, `hostWallets` and any other JSON, at most 10 240 bytes of UTF-8 JSON. */
  readonly metadata?: RoomMetadataInput
}

/** A room that was created. */
export interface NewRoom {
  readonly roomId: RoomId
  /** The message of the service. */
  readonly message: string
}

/** Returns the request for an input: rooms are unlocked unless the input says otherwise. */
// mutant: `roomLocked: false` -> `roomLocked: true`
export const createRequest = (input: CreateRoomInput): CreateRoomRequest => ({ roomLocked: false, ...input })
