/**
 * The values of a client, derived from those of the Effect services.
 */
import type * as Core from "@effect-rooms/core"
import type { Plain, PlainOptions } from "./Plain.ts"

export type { JsonMetadata, KnownRoomMetadata, Metadata, RoomMetadataInput } from "@effect-rooms/core"

/** The settings of a room to create. */
export interface CreateRoomInput extends PlainOptions<Core.CreateRoomInput> {}

/** A room that was created, and the message of the service. */
export interface NewRoom extends Plain<Core.NewRoom> {}

/** A room, as the list of rooms has it. */
export interface Room extends Plain<Core.Room> {}

/** One room in detail. `roomLocked` is absent if the service doesn't report it. */
export interface RoomDetails extends Plain<Core.RoomDetails> {}

/** One page of the list of rooms, as the service returns it. */
export interface RoomsPage extends Plain<Core.RoomsPage> {}

/** One use of a room. `endTime` is `null` while the session runs. */
export interface Session extends Plain<Core.Session> {}

/** One page of the sessions of a room, as the service returns it. */
export interface SessionsPage extends Plain<Core.SessionsPage> {}

/** One stay of a participant in a session. `exitTime` is `null` until it is known. */
export interface Participant extends Plain<Core.Participant> {}

/** A peer that is in a room now. */
export interface LiveParticipant extends Plain<Core.LiveParticipant> {}

/** The peers that are in a room now, and how many there are. */
export interface LiveParticipants extends Plain<Core.LiveParticipants> {}

/** A change in who is in a room. The first event is a `Snapshot`, and so is the last one after each change. */
export type PresenceEvent = Plain<Core.PresenceEvent>

/** A poll that failed and may succeed later. */
export interface PollFailed extends Plain<Core.PollFailed> {}

/** A recording. The contract doesn't name the unit of `recordingSize`. */
export interface Recording extends Plain<Core.Recording> {}

/** One page of recordings, as the service returns it. */
export interface RecordingsPage extends Plain<Core.RecordingsPage> {}

/** Totals over everything that belongs to the API key. */
export interface UsageMetrics extends Plain<Core.UsageMetrics> {}

/** A session and the room that it was held in. */
export interface RoomSession extends Plain<Core.RoomSession> {}

/** A room whose sessions can't be read to the end, and the error. */
export interface RoomFailure extends Plain<Core.RoomFailure> {}

/** A page of the sessions of one room, on a walk over all rooms. `error` is present if the room can't be read to the end. */
export interface RoomSessionsPage extends Plain<Core.RoomSessionsPage> {}

/** A session, the room that it was held in, and its participants: one row for each stay. */
export interface SessionParticipants extends Plain<Core.SessionParticipants> {}

/** A session whose participants can't be read, and the error. */
export interface SessionFailure extends Plain<Core.SessionFailure> {}

/** The position of a walk over the sessions of one room, to be passed as `from`. It is JSON. */
export interface SessionsPosition extends Plain<Core.SessionsPosition> {}

/** The position of a walk over the sessions of all rooms, to be passed as `from`. It is JSON. */
export interface AllSessionsPosition extends Plain<Core.AllSessionsPosition> {}

/** One page of a walk. Pass `next` as `from` to continue after the page; it is `null` at the end of the list. */
export interface Page<Row, Position> extends Omit<Plain<Core.Page<unknown, never>>, "items" | "next"> {
  readonly items: ReadonlyArray<Row>
  readonly next: Position | null
}
