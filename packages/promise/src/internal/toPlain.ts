/**
 * Values of the Effect services as the promise client gives them: `Date` for `DateTime`, `null` for `Option.none`.
 */
import type * as Core from "@effect-rooms/core/LiveParticipant"
import type * as CorePage from "@effect-rooms/core/Page"
import type * as CoreEvent from "@effect-rooms/core/PresenceEvent"
import type * as CoreRecording from "@effect-rooms/core/Recording"
import type * as CoreRoom from "@effect-rooms/core/Room"
import type * as CoreSession from "@effect-rooms/core/Session"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import type * as Plain from "./values.ts"

const orNull = Option.getOrNull

const toDateOrNull = (time: Option.Option<DateTime.Utc>) =>
  Option.isSome(time) ? DateTime.toDateUtc(time.value) : null

export const toRoom = ({ createdAt, metadata, roomId, roomLocked }: CoreRoom.Room): Plain.Room => ({
  roomId,
  createdAt: DateTime.toDateUtc(createdAt),
  roomLocked,
  metadata: orNull(metadata)
})

export const toRoomDetails = ({ metadata, roomId, roomLocked }: CoreRoom.RoomDetails): Plain.RoomDetails => ({
  roomId,
  roomLocked: roomLocked ?? null,
  metadata: orNull(metadata)
})

export const toRoomsPage = (page: CoreRoom.RoomsPage): Plain.RoomsPage => ({
  rooms: page.rooms.map(toRoom),
  pageSize: page.pageSize,
  current: page.current,
  nextCursor: orNull(page.nextCursor),
  prevCursor: orNull(page.prevCursor),
  count: orNull(page.count)
})

export const toSession = ({ endTime, sessionId, startTime }: CoreSession.Session): Plain.Session => ({
  sessionId,
  startTime: DateTime.toDateUtc(startTime),
  endTime: toDateOrNull(endTime)
})

export const toSessionsPage = ({ sessions }: CoreSession.SessionsPage): Plain.SessionsPage => ({
  sessions: sessions.map(toSession)
})

export const toParticipant = (participant: CoreSession.Participant): Plain.Participant => ({
  peerId: participant.peerId,
  joinTime: DateTime.toDateUtc(participant.joinTime),
  exitTime: toDateOrNull(participant.exitTime),
  metadata: orNull(participant.metadata)
})

const toLiveParticipant = ({ joinTime, metadata, peerId }: Core.LiveParticipant): Plain.LiveParticipant => ({
  peerId,
  joinTime: toDateOrNull(joinTime),
  metadata: orNull(metadata)
})

export const toLiveParticipants = ({ count, participants }: Core.LiveParticipants): Plain.LiveParticipants => ({
  count,
  participants: participants.map(toLiveParticipant)
})

export const toPresenceEvent = (event: CoreEvent.PresenceEvent): Plain.PresenceEvent =>
  event._tag === "Snapshot"
    ? { _tag: event._tag, participants: event.participants.map(toLiveParticipant) }
    : { _tag: event._tag, participant: toLiveParticipant(event.participant) }

export const toRecording = ({ id, recordingSize, recordingUrl }: CoreRecording.Recording): Plain.Recording => ({
  id,
  recordingUrl,
  recordingSize
})

export const toRecordingsPage = (page: CoreRecording.RecordingsPage): Plain.RecordingsPage => ({
  nextCursor: orNull(page.nextCursor),
  recordings: page.recordings.map(toRecording)
})

/** A page of a walk, with each of its rows made plain. */
export const toPage =
  <Row, PlainRow>(toPlainRow: (row: Row) => PlainRow) =>
  <Position>({ count, items, next }: CorePage.Page<Row, Position>): Plain.Page<PlainRow, Position> => ({
    items: items.map(toPlainRow),
    next: orNull(next),
    count: orNull(count)
  })
