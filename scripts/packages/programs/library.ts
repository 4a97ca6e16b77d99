/** A library that exports inferred types: its declarations must be able to name everything that the services return. */
import {
  Backend,
  LiveRooms,
  Metrics,
  Recordings,
  type RoomId,
  Rooms,
  type SessionId,
  Sessions
} from "@effect-rooms/core"
import { Rooms as RoomsEntry } from "@effect-rooms/core/Rooms"
import { Sessions as SessionsEntry } from "@effect-rooms/core/Sessions"
import { RoomsHttp } from "@effect-rooms/http-client"
import * as Effect from "effect/Effect"

export const create = () => Rooms.use((rooms) => rooms.create({ metadata: { title: "Stand-up" } }))
export const createOnce = () => RoomsEntry.use((rooms) => rooms.createOnce({}, { key: "order-1" }))
export const page = () => Rooms.use((rooms) => rooms.page())
export const details = (roomId: RoomId) => Rooms.use((rooms) => rooms.get(roomId))
export const pages = Rooms.useSync((rooms) => rooms.pages())
export const sessions = (roomId: RoomId) => Sessions.useSync((sessions) => sessions.stream(roomId))
export const allSessions = Sessions.useSync((sessions) => sessions.streamAll({ onRoomError: "report" }))
export const allParticipants = SessionsEntry.useSync((sessions) => sessions.participantsAll())
export const participants = (sessionId: SessionId) => Sessions.use((sessions) => sessions.participants(sessionId))
export const present = (roomId: RoomId) => LiveRooms.use((live) => live.participants(roomId))
export const events = (roomId: RoomId) => LiveRooms.useSync((live) => live.watch(roomId, { onError: "report" }))
export const recordings = Recordings.useSync((recordings) => recordings.pages())
export const totals = Metrics.use((metrics) => metrics.get)
export const operations = Effect.map(Backend, (backend) => backend)
export const created = Backend.use((backend) => backend.createRoom({ roomLocked: false }))
export const metricsOf = Backend.useSync((backend) => backend.metrics)
export const statuses = Effect.match(page(), {
  onFailure: (error) => ({
    evidence: error.evidence,
    operation: error.evidence.operation,
    method: error.evidence.method
  }),
  onSuccess: ({ count, rooms }) => ({ count, rooms })
})
export const layer = RoomsHttp.layer
