/**
 * How rooms, sessions, participants and recordings are shown.
 */
import { LiveParticipant } from "@effect-rooms/core/LiveParticipant"
import { Recording } from "@effect-rooms/core/Recording"
import { Room } from "@effect-rooms/core/Room"
import { Participant, Session } from "@effect-rooms/core/Session"
import type { RoomSession } from "@effect-rooms/core/Sessions"
import { duration, metadataText, optionalTime } from "./Cells.ts"
import * as Fields from "./Fields.ts"
import { encodeWith, type ListView } from "./Output.ts"
import type { Column } from "./Table.ts"

export const rooms: ListView<Room> = {
  key: "rooms",
  encode: encodeWith(Room),
  fields: Fields.roomFields,
  columns: [
    { header: "ROOM", cell: (room) => room.roomId },
    { header: "CREATED", cell: (room, timeText) => timeText(room.createdAt) },
    { header: "LOCKED", cell: (room) => (room.roomLocked ? "yes" : "no") },
    { header: "TITLE", cell: (room) => metadataText(room.metadata, "title"), elastic: true }
  ]
}

const sessionColumns: ReadonlyArray<Column<Session>> = [
  { header: "SESSION", cell: (session) => session.sessionId },
  { header: "START", cell: (session, timeText) => timeText(session.startTime) },
  { header: "END", cell: (session, timeText) => optionalTime(session.endTime, "running", timeText) },
  { header: "DURATION", cell: (session) => duration(session.startTime, session.endTime) }
]

export const sessions: ListView<Session> = {
  key: "sessions",
  encode: encodeWith(Session),
  fields: Fields.sessionFields,
  columns: sessionColumns
}

const encodeSession = Session.pipe(encodeWith)

export const roomSessions: ListView<RoomSession> = {
  key: "sessions",
  encode: ({ room, session }) => Object.assign({ roomId: room.roomId }, encodeSession(session)),
  fields: Fields.roomSessionFields,
  columns: [
    { header: "ROOM", cell: ({ room }) => room.roomId },
    ...sessionColumns.map(
      (column): Column<RoomSession> => ({ ...column, cell: ({ session }, timeText) => column.cell(session, timeText) })
    )
  ]
}

export const participants: ListView<Participant> = {
  key: "participants",
  encode: encodeWith(Participant),
  fields: Fields.participantFields,
  columns: [
    { header: "PEER", cell: (participant) => participant.peerId },
    { header: "JOINED", cell: (participant, timeText) => timeText(participant.joinTime) },
    { header: "LEFT", cell: (participant, timeText) => optionalTime(participant.exitTime, "", timeText) },
    { header: "STAYED", cell: (participant) => duration(participant.joinTime, participant.exitTime) },
    { header: "NAME", cell: (participant) => metadataText(participant.metadata, "displayName"), elastic: true }
  ]
}

export const liveParticipants: ListView<LiveParticipant> = {
  key: "participants",
  encode: encodeWith(LiveParticipant),
  fields: Fields.liveParticipantFields,
  columns: [
    { header: "PEER", cell: (participant) => participant.peerId },
    { header: "JOINED", cell: (participant, timeText) => optionalTime(participant.joinTime, "", timeText) },
    { header: "NAME", cell: (participant) => metadataText(participant.metadata, "displayName"), elastic: true }
  ]
}

export const recordings: ListView<Recording> = {
  key: "recordings",
  encode: encodeWith(Recording),
  fields: Fields.recordingFields,
  columns: [
    { header: "RECORDING", cell: (recording) => recording.id },
    { header: "SIZE", cell: (recording) => String(recording.recordingSize) },
    { header: "URL", cell: (recording) => recording.recordingUrl, elastic: true }
  ]
}
