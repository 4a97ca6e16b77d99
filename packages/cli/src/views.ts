/**
 * How rooms, sessions, participants and recordings are shown.
 */
import { LiveParticipant } from "@effect-rooms/core/LiveParticipant"
import { Recording } from "@effect-rooms/core/Recording"
import { Room } from "@effect-rooms/core/Room"
import { Participant, Session } from "@effect-rooms/core/Session"
import type { RoomSession } from "@effect-rooms/core/Sessions"
import { encodeWith, type ListView } from "./Output.ts"
import { type Column, duration, localTime, metadataText, optionalTime } from "./Table.ts"

export const rooms: ListView<Room> = {
  key: "rooms",
  encode: encodeWith(Room),
  columns: [
    { header: "ROOM", cell: (room) => room.roomId },
    { header: "CREATED", cell: (room) => localTime(room.createdAt) },
    { header: "LOCKED", cell: (room) => (room.roomLocked ? "yes" : "no") },
    { header: "TITLE", cell: (room) => metadataText(room.metadata, "title") }
  ]
}

const sessionColumns: ReadonlyArray<Column<Session>> = [
  { header: "SESSION", cell: (session) => session.sessionId },
  { header: "START", cell: (session) => localTime(session.startTime) },
  { header: "END", cell: (session) => optionalTime(session.endTime, "running") },
  { header: "DURATION", cell: (session) => duration(session.startTime, session.endTime) }
]

export const sessions: ListView<Session> = {
  key: "sessions",
  encode: encodeWith(Session),
  columns: sessionColumns
}

const encodeSession = Session.pipe(encodeWith)

export const roomSessions: ListView<RoomSession> = {
  key: "sessions",
  encode: ({ room, session }) => Object.assign({ roomId: room.roomId }, encodeSession(session)),
  columns: [
    { header: "ROOM", cell: ({ room }) => room.roomId },
    ...sessionColumns.map(({ cell, header }) => ({ header, cell: ({ session }: RoomSession) => cell(session) }))
  ]
}

export const participants: ListView<Participant> = {
  key: "participants",
  encode: encodeWith(Participant),
  columns: [
    { header: "PEER", cell: (participant) => participant.peerId },
    { header: "JOINED", cell: (participant) => localTime(participant.joinTime) },
    { header: "LEFT", cell: (participant) => optionalTime(participant.exitTime, "") },
    { header: "STAYED", cell: (participant) => duration(participant.joinTime, participant.exitTime) },
    { header: "NAME", cell: (participant) => metadataText(participant.metadata, "displayName") }
  ]
}

export const liveParticipants: ListView<LiveParticipant> = {
  key: "participants",
  encode: encodeWith(LiveParticipant),
  columns: [
    { header: "PEER", cell: (participant) => participant.peerId },
    { header: "JOINED", cell: (participant) => optionalTime(participant.joinTime, "") },
    { header: "NAME", cell: (participant) => metadataText(participant.metadata, "displayName") }
  ]
}

export const recordings: ListView<Recording> = {
  key: "recordings",
  encode: encodeWith(Recording),
  columns: [
    { header: "RECORDING", cell: (recording) => recording.id },
    { header: "SIZE", cell: (recording) => String(recording.recordingSize) },
    { header: "URL", cell: (recording) => recording.recordingUrl }
  ]
}
