/**
 * The views of rooms, sessions and participants.
 *
 * @module
 */
import { LiveParticipant } from "@effect-rooms/core/LiveParticipant"
import { Room } from "@effect-rooms/core/Room"
import { Participant, Session } from "@effect-rooms/core/Session"
import type { RoomSession } from "@effect-rooms/core/Sessions"
import * as Option from "effect/Option"
import { durationText, nameText, optionalTime, secondsOf, titleText } from "./cells.ts"
import { columnsFor, type FieldColumn } from "./columns.ts"
import * as fields from "./serviceFields.ts"
import type { Column } from "./table.ts"
import { encodeWith, type ListView } from "./View.ts"

export const rooms: ListView<Room> = {
  key: "rooms",
  encode: encodeWith(Room),
  fields: fields.roomFields,
  columns: columnsFor(Room, [
    { field: "roomId", header: "ROOM", cell: (room) => room.roomId, cut: "id" },
    { field: "createdAt", header: "CREATED", cell: (room, timeText) => timeText(room.createdAt) },
    {
      field: "roomLocked",
      header: "LOCKED",
      cell: (room) => (room.roomLocked ? "yes" : "no"),
      color: (room) => (room.roomLocked ? "yellow" : undefined)
    },
    { field: "metadata", header: "TITLE", cell: titleText, cut: "text" }
  ])
}

const encodeStored = encodeWith(Session)

const encodeSession = (session: Session): object =>
  Object.assign({}, encodeStored(session), { duration: secondsOf(session) })

const sessionColor = ({ endTime }: Session) => (Option.isNone(endTime) ? "green" : undefined)

const sessionIdColumn: FieldColumn<Session> = {
  field: "sessionId",
  header: "SESSION",
  cell: (session) => session.sessionId,
  cut: "id"
}
const startColumn: FieldColumn<Session> = {
  field: "startTime",
  header: "START",
  cell: (session, timeText) => timeText(session.startTime)
}

export const sessions: ListView<Session> = {
  key: "sessions",
  empty: "no sessions yet",
  encode: encodeSession,
  fields: fields.sessionFields,
  columns: columnsFor(Session, [
    sessionIdColumn,
    startColumn,
    {
      field: "endTime",
      header: "END",
      cell: (session, timeText) => optionalTime(session.endTime, "running", timeText),
      color: sessionColor
    },
    { header: "DURATION", cell: (session) => durationText(session) }
  ])
}

const ofSession = (column: Column<Session>): Column<RoomSession> => ({
  ...column,
  cell: ({ session }, timeText) => column.cell(session, timeText),
  color: ({ session }) => column.color?.(session)
})

const encodeContext = (room: Room): object => ({
  roomId: room.roomId,
  room: { title: titleText(room) || null }
})

const roomColumns: ReadonlyArray<Column<{ readonly room: Room }>> = [
  { header: "ROOM", cell: ({ room }) => room.roomId, cut: "id" },
  { header: "TITLE", cell: ({ room }) => titleText(room), cut: "text" }
]

export const roomSessions: ListView<RoomSession> = {
  key: "sessions",
  empty: "no sessions yet",
  encode: ({ room, session }) => Object.assign(encodeContext(room), encodeSession(session)),
  fields: fields.roomSessionFields,
  columns: [
    ...roomColumns,
    // Two ids and a title leave no room for the end in 80 columns. Start and duration imply it.
    ...columnsFor(
      Session,
      [
        sessionIdColumn,
        startColumn,
        { header: "DURATION", cell: (session) => durationText(session, "running"), color: sessionColor }
      ],
      ["endTime"]
    ).map(ofSession)
  ]
}

const encodeParticipant = encodeWith(Participant)

const encodeStay = (participant: Participant): object =>
  Object.assign({}, encodeParticipant(participant), { duration: secondsOf(participant) })

const peerColumn: FieldColumn<Participant> = {
  field: "peerId",
  header: "PEER",
  cell: ({ peerId }) => peerId,
  cut: "id"
}
const joinedColumn: FieldColumn<Participant> = {
  field: "joinTime",
  header: "JOINED",
  cell: ({ joinTime }, timeText) => timeText(joinTime)
}
const nameColumn: FieldColumn<Participant> = { field: "metadata", header: "NAME", cell: nameText, cut: "text" }

export const participants: ListView<Participant> = {
  key: "participants",
  empty: "nobody took part",
  encode: encodeStay,
  fields: fields.participantFields,
  columns: columnsFor(Participant, [
    peerColumn,
    joinedColumn,
    { field: "exitTime", header: "LEFT", cell: ({ exitTime }, timeText) => optionalTime(exitTime, "", timeText) },
    { header: "STAYED", cell: (participant) => durationText(participant) },
    nameColumn
  ])
}

/** One stay, with its session and room. */
export interface RoomParticipant extends Omit<RoomSession, "_tag"> {
  readonly participant: Participant
}

const ofStay = (column: Column<Participant>): Column<RoomParticipant> => ({
  ...column,
  cell: ({ participant }, timeText) => column.cell(participant, timeText),
  color: undefined
})

export const roomParticipants: ListView<RoomParticipant> = {
  key: "participants",
  empty: "nobody took part",
  encode: ({ participant, room, session }) =>
    Object.assign(
      encodeContext(room),
      { sessionId: session.sessionId, name: nameText(participant) || null },
      encodeStay(participant)
    ),
  fields: fields.roomParticipantFields,
  columns: [
    ...roomColumns,
    { header: "SESSION", cell: ({ session }) => session.sessionId, cut: "id" },
    // As above, there is no room for the end.
    ...columnsFor(Participant, [peerColumn, nameColumn, joinedColumn], ["exitTime"]).map(ofStay),
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
  fields: fields.liveParticipantFields,
  columns: columnsFor(LiveParticipant, [
    { field: "peerId", header: "PEER", cell: (participant) => participant.peerId, cut: "id" },
    {
      field: "joinTime",
      header: "JOINED",
      cell: (participant, timeText) => optionalTime(participant.joinTime, "", timeText)
    },
    { field: "metadata", header: "NAME", cell: nameText, cut: "text" }
  ])
}
