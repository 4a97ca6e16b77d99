/**
 * How rooms, sessions, participants and recordings are shown.
 */
import { LiveParticipant } from "@effect-rooms/core/LiveParticipant"
import { Room } from "@effect-rooms/core/Room"
import { Participant, Session } from "@effect-rooms/core/Session"
import type { RoomSession } from "@effect-rooms/core/Sessions"
import * as Option from "effect/Option"
import { durationText, nameText, optionalTime, secondsOf, titleText } from "./cells.ts"
import * as Fields from "./fields.ts"
import { encodeWith, type ListView } from "./print.ts"
import type { Column } from "./table.ts"

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
    { header: "TITLE", cell: titleText, cut: "text" }
  ]
}

const encodeStored = encodeWith(Session)

const encodeSession = (session: Session): object =>
  Object.assign({}, encodeStored(session), { duration: secondsOf(session) })

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
    { header: "DURATION", cell: (session) => durationText(session) }
  ]
}

const ofSession = (column: Column<Session>): Column<RoomSession> => ({
  ...column,
  cell: ({ session }, timeText) => column.cell(session, timeText),
  color: ({ session }) => column.color?.(session)
})

const ofRoom = (room: Room): object => ({
  roomId: room.roomId,
  room: { title: titleText(room) || null }
})

const roomColumns: ReadonlyArray<Column<{ readonly room: Room }>> = [
  { header: "ROOM", cell: ({ room }) => room.roomId, cut: "id" },
  { header: "TITLE", cell: ({ room }) => titleText(room), cut: "text" }
]

// With two ids and a title, a line of 80 columns has no room for the end, which start and duration imply.
export const roomSessions: ListView<RoomSession> = {
  key: "sessions",
  empty: "no sessions yet",
  encode: ({ room, session }) => Object.assign(ofRoom(room), encodeSession(session)),
  fields: Fields.roomSessionFields,
  columns: [
    ...roomColumns,
    ofSession(idColumn),
    ofSession(startColumn),
    ofSession({
      header: "DURATION",
      cell: (session) => durationText(session, "running"),
      color: colorOf
    })
  ]
}

const encodeParticipant = encodeWith(Participant)

const encodeStay = (participant: Participant): object =>
  Object.assign({}, encodeParticipant(participant), { duration: secondsOf(participant) })

const peerColumn: Column<Participant> = { header: "PEER", cell: ({ peerId }) => peerId, cut: "id" }
const joinedColumn: Column<Participant> = { header: "JOINED", cell: ({ joinTime }, timeText) => timeText(joinTime) }
const nameColumn: Column<Participant> = { header: "NAME", cell: nameText, cut: "text" }

export const participants: ListView<Participant> = {
  key: "participants",
  empty: "nobody took part",
  encode: encodeStay,
  fields: Fields.participantFields,
  columns: [
    peerColumn,
    joinedColumn,
    { header: "LEFT", cell: ({ exitTime }, timeText) => optionalTime(exitTime, "", timeText) },
    { header: "STAYED", cell: (participant) => durationText(participant) },
    nameColumn
  ]
}

/** One stay, with the session and the room that it was in. */
export interface RoomParticipant extends Omit<RoomSession, "_tag"> {
  readonly participant: Participant
}

const ofStay = (column: Column<Participant>): Column<RoomParticipant> => ({
  ...column,
  cell: ({ participant }, timeText) => column.cell(participant, timeText),
  color: undefined
})

// As above, a line has no room for when somebody left.
export const roomParticipants: ListView<RoomParticipant> = {
  key: "participants",
  empty: "nobody took part",
  encode: ({ participant, room, session }) =>
    Object.assign(
      ofRoom(room),
      { sessionId: session.sessionId, name: nameText(participant) || null },
      encodeStay(participant)
    ),
  fields: Fields.roomParticipantFields,
  columns: [
    ...roomColumns,
    { header: "SESSION", cell: ({ session }) => session.sessionId, cut: "id" },
    ...[peerColumn, nameColumn, joinedColumn].map(ofStay),
    {
      header: "STAYED",
      cell: ({ participant, session }) =>
        durationText(participant, Option.isNone(session.endTime) ? "present" : "unknown")
    }
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
    { header: "NAME", cell: nameText, cut: "text" }
  ]
}
