/**
 * The five services, their errors, and the schemas of their results.
 *
 * Everything else has an entry named after its module, such as `@effect-rooms/core/RoomsApi` for the HTTP contract, or
 * `@effect-rooms/core/ServiceError` for the reasons of a `ServiceError`.
 *
 * @module
 */
export * as Attendance from "./Attendance.ts"
export * from "./Backend.ts"
export * from "./DomainError.ts"
export { Evidence } from "./Evidence.ts"
export * from "./Identifier.ts"
export * from "./LiveParticipant.ts"
export * from "./LiveRooms.ts"
export {
  JsonMetadata,
  type KnownRoomMetadata,
  type Metadata,
  metadataLimit,
  nameOf,
  type RoomMetadataInput,
  titleOf,
  type WithMetadata
} from "./Metadata.ts"
export * from "./Metrics.ts"
export * from "./Page.ts"
export { PaginationError, PaginationErrorReason } from "./PaginationError.ts"
export * from "./PresenceEvent.ts"
export * from "./Recording.ts"
export * from "./Recordings.ts"
export * from "./Room.ts"
export * as RoomServices from "./RoomServices.ts"
export * from "./Rooms.ts"
export * from "./RoomsError.ts"
export { ServiceError, ServiceErrorReason } from "./ServiceError.ts"
export * from "./Session.ts"
export * from "./Sessions.ts"
export * from "./UsageMetrics.ts"
