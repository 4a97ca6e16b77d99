/**
 * Rooms: what is sent to create one, and what the service answers about them.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { Cursor, OptionalCursor } from "./Cursor.ts"
import { RoomId } from "./Identifier.ts"
import { JsonMetadata, OptionalMetadata, type RoomMetadataInput } from "./Metadata.ts"
import { Timestamp } from "./Timestamp.ts"
import { optional } from "./wire/optional.ts"

/** A room as the list of rooms has it. */
export const Room = Schema.Struct({
  roomId: RoomId,
  createdAt: Timestamp,
  roomLocked: Schema.Boolean,
  metadata: OptionalMetadata
}).annotate({ identifier: "Room" })
export interface Room extends Schema.Schema.Type<typeof Room> {}

/** One page of the list of rooms, newest room first. */
export const RoomsPage = Schema.Struct({
  rooms: Schema.Array(Room),
  /** How many rooms this page has: not the size of the next one. */
  pageSize: Schema.Int,
  /** The number of this page. Services count from 0 or from 1. */
  current: Schema.Int,
  nextCursor: OptionalCursor,
  prevCursor: OptionalCursor,
  /** How many rooms the list has; `Option.none` where the service does not say. */
  count: optional(Schema.Int, "absent")
}).annotate({ identifier: "RoomsPage" })
export interface RoomsPage extends Schema.Schema.Type<typeof RoomsPage> {}

/** One room in detail. The contract calls `roomLocked` optional here. */
export const RoomDetails = Schema.Struct({
  roomId: RoomId,
  roomLocked: Schema.optionalKey(Schema.Boolean),
  metadata: OptionalMetadata
}).annotate({ identifier: "RoomDetails" })
export interface RoomDetails extends Schema.Schema.Type<typeof RoomDetails> {}

/** The metadata of one room. */
export const RoomMetadata = Schema.Struct({ metadata: OptionalMetadata }).annotate({ identifier: "RoomMetadata" })
export interface RoomMetadata extends Schema.Schema.Type<typeof RoomMetadata> {}

/** What the service needs to create a room. `metadata` is at most 10 240 bytes of UTF-8 JSON. */
export const CreateRoomRequest = Schema.Struct({
  roomLocked: Schema.Boolean,
  metadata: Schema.optionalKey(JsonMetadata)
}).annotate({ identifier: "CreateRoomRequest" })
export interface CreateRoomRequest extends Schema.Schema.Type<typeof CreateRoomRequest> {}

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

/** The service's answer to a create. */
export const CreatedRoom = Schema.Struct({
  message: Schema.String,
  data: Schema.Struct({ roomId: RoomId })
}).annotate({ identifier: "CreatedRoom" })
export interface CreatedRoom extends Schema.Schema.Type<typeof CreatedRoom> {}

/** Which page of the rooms is asked for. Without `cursor`, the first one. */
export const ListRoomsRequest = Schema.Struct({ cursor: Schema.optionalKey(Cursor) })
export interface ListRoomsRequest extends Schema.Schema.Type<typeof ListRoomsRequest> {}

/** Which room is asked for. */
export const RoomRequest = Schema.Struct({ roomId: RoomId })
export interface RoomRequest extends Schema.Schema.Type<typeof RoomRequest> {}
