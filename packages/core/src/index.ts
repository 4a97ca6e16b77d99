/**
 * Everything a program needs: the five services, their errors, and the schemas of what they give.
 * The HTTP contract is an entry of its own: `@effect-rooms/core/RoomsApi`.
 *
 * @module
 */
export * as Attendance from "./Attendance.ts"
export * from "./Backend.ts"
export * from "./Cursor.ts"
export * from "./DomainError.ts"
export * from "./Evidence.ts"
export * from "./Identifier.ts"
export * from "./LiveParticipant.ts"
export * from "./LiveRooms.ts"
export * from "./Metadata.ts"
export * from "./Metrics.ts"
export * from "./Page.ts"
export * from "./PaginationError.ts"
export * from "./PresenceEvent.ts"
export * from "./Recording.ts"
export * from "./Recordings.ts"
export * from "./Room.ts"
export * as RoomServices from "./RoomServices.ts"
export * from "./Rooms.ts"
export * from "./RoomsError.ts"
export * from "./ServiceError.ts"
export * from "./Session.ts"
export * from "./Sessions.ts"
export * from "./Timestamp.ts"
export * from "./UsageMetrics.ts"
