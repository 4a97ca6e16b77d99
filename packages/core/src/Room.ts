/**
 * Rooms, and the requests to create and read them.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { Cursor, OptionalCursor } from "./Cursor.ts"
import { RoomId } from "./Identifier.ts"
import { JsonMetadata, OptionalMetadata, type RoomMetadataInput } from "./Metadata.ts"
import { Timestamp } from "./Timestamp.ts"
import { optional } from "./wire/optional.ts"

/** A room in the list of rooms. */
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
  /** The number of rooms on this page. The next page may have another size. */
  pageSize: Schema.Int,
  /** The number of this page. Services count from 0 or from 1. */
  current: Schema.Int,
  nextCursor: OptionalCursor,
  prevCursor: OptionalCursor,
  /** The number of rooms in the list. `Option.none` if the service doesn't say. */
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

/** A request to create a room. `metadata` is at most 10 240 bytes of UTF-8 JSON. */
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

/** The response to a create. */
export const CreatedRoom = Schema.Struct({
  message: Schema.String,
  data: Schema.Struct({ roomId: RoomId })
}).annotate({ identifier: "CreatedRoom" })
export interface CreatedRoom extends Schema.Schema.Type<typeof CreatedRoom> {}

/** A request for a page of rooms. Without `cursor`, the first one. */
export const ListRoomsRequest = Schema.Struct({ cursor: Schema.optionalKey(Cursor) })
export interface ListRoomsRequest extends Schema.Schema.Type<typeof ListRoomsRequest> {}

/** A request about one room. */
export const RoomRequest = Schema.Struct({ roomId: RoomId })
export interface RoomRequest extends Schema.Schema.Type<typeof RoomRequest> {}
