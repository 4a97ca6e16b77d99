/**
 * How rooms, sessions, participants and recordings are shown.
 */
import { LiveParticipant } from "@effect-rooms/core/LiveParticipant"
import { Room } from "@effect-rooms/core/Room"
import { Participant, Session } from "@effect-rooms/core/Session"
import type { RoomSession } from "@effect-rooms/core/Sessions"
import * as Option from "effect/Option"
import { durationText, metadataText, optionalTime, secondsBetween } from "./Cells.ts"
import * as Fields from "./Fields.ts"
import { encodeWith, type ListView } from "./Output.ts"
import type { Column } from "./Table.ts"

export const rooms: ListView<Room> = {
  key: "rooms",
  encode: encodeWith(Room),
  fields: Fields.roomFields,
  columns: [
    { header: "ROOM", cell: (room) => room.roomId, cut: "id" },
    { header: "CREATED", cell: (room, timeText) => timeText(room.createdAt) },
    {
      header: "LOCKED",
      cell: (room) => (room.roomLocked ? "yes" : "no"),
      color: (room) => (room.roomLocked ? "yellow" : undefined)
    },
    { header: "TITLE", cell: (room) => metadataText(room.metadata, "title"), cut: "text" }
  ]
}

const encodeStored = encodeWith(Session)

const encodeSession = (session: Session): object =>
  Object.assign({}, encodeStored(session), { duration: secondsBetween(session.startTime, session.endTime) })

const colorOf = ({ endTime }: Session) => (Option.isNone(endTime) ? "green" : undefined)

const idColumn: Column<Session> = { header: "SESSION", cell: (session) => session.sessionId, cut: "id" }
const startColumn: Column<Session> = { header: "START", cell: (session, timeText) => timeText(session.startTime) }

export const sessions: ListView<Session> = {
  key: "sessions",
  empty: "no sessions yet",
  encode: encodeSession,
  fields: Fields.sessionFields,
  columns: [
    idColumn,
    startColumn,
    {
      header: "END",
      cell: (session, timeText) => optionalTime(session.endTime, "running", timeText),
      color: colorOf
    },
    { header: "DURATION", cell: (session) => durationText(session.startTime, session.endTime) }
  ]
}

const ofSession = (column: Column<Session>): Column<RoomSession> => ({
  ...column,
  cell: ({ session }, timeText) => column.cell(session, timeText),
  color: ({ session }) => column.color?.(session)
})

// With two ids and a title, a line of 80 columns has no room for the end, which start and duration imply.
export const roomSessions: ListView<RoomSession> = {
  key: "sessions",
  empty: "no sessions yet",
  encode: ({ room, session }) =>
    Object.assign(
      { roomId: room.roomId, room: { title: metadataText(room.metadata, "title") || null } },
      encodeSession(session)
    ),
  fields: Fields.roomSessionFields,
  columns: [
    { header: "ROOM", cell: ({ room }) => room.roomId, cut: "id" },
    { header: "TITLE", cell: ({ room }) => metadataText(room.metadata, "title"), cut: "text" },
    ofSession(idColumn),
    ofSession(startColumn),
    ofSession({
      header: "DURATION",
      cell: (session) => durationText(session.startTime, session.endTime, "running"),
      color: colorOf
    })
  ]
}

const encodeParticipant = encodeWith(Participant)

export const participants: ListView<Participant> = {
  key: "participants",
  empty: "nobody took part",
  encode: (participant) =>
    Object.assign({}, encodeParticipant(participant), {
      duration: secondsBetween(participant.joinTime, participant.exitTime)
    }),
  fields: Fields.participantFields,
  columns: [
    { header: "PEER", cell: (participant) => participant.peerId, cut: "id" },
    { header: "JOINED", cell: (participant, timeText) => timeText(participant.joinTime) },
    { header: "LEFT", cell: (participant, timeText) => optionalTime(participant.exitTime, "", timeText) },
    { header: "STAYED", cell: (participant) => durationText(participant.joinTime, participant.exitTime) },
    { header: "NAME", cell: (participant) => metadataText(participant.metadata, "displayName"), cut: "text" }
  ]
}

export const liveParticipants: ListView<LiveParticipant> = {
  key: "participants",
  empty: "nobody is here now",
  encode: encodeWith(LiveParticipant),
  fields: Fields.liveParticipantFields,
  columns: [
    { header: "PEER", cell: (participant) => participant.peerId, cut: "id" },
    { header: "JOINED", cell: (participant, timeText) => optionalTime(participant.joinTime, "", timeText) },
    { header: "NAME", cell: (participant) => metadataText(participant.metadata, "displayName"), cut: "text" }
  ]
}
