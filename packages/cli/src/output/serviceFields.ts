/**
 * The fields of the service's rows and answers, from core's schemas, and those that the command adds.
 *
 * @module
 */
import { LiveParticipant } from "@effect-rooms/core/LiveParticipant"
import { Recording } from "@effect-rooms/core/Recording"
import { CreatedRoom, CreateRoomRequest, Room, RoomDetails, RoomMetadata } from "@effect-rooms/core/Room"
import { Participant, Session } from "@effect-rooms/core/Session"
import { UsageMetrics } from "@effect-rooms/core/UsageMetrics"
import { type Field, fieldsOf } from "./Field.ts"

export const roomFields = fieldsOf(Room)
export const roomDetailsFields = fieldsOf(RoomDetails)
export const roomMetadataFields = fieldsOf(RoomMetadata)
export const createdRoomFields = fieldsOf(CreatedRoom)
export const liveParticipantFields = fieldsOf(LiveParticipant)
export const recordingFields = fieldsOf(Recording)
export const usageMetricsFields = fieldsOf(UsageMetrics)

/** The fields of the request that `rooms create --dry-run` prints. */
export const createRequestFields = fieldsOf(CreateRoomRequest)

/** In seconds. The command computes it. */
const duration: Field = { path: "duration", kind: "value" }

export const sessionFields = [...fieldsOf(Session), duration]
export const participantFields = [...fieldsOf(Participant), duration]

/** The fields of the room, next to a session or a participant. Only `--all-rooms` prints them. */
export const roomContextFields: ReadonlyArray<Field> = [
  { path: "roomId", kind: "id" },
  { path: "room.title", kind: "value" }
]

/** The fields of room and session, next to a participant. Only `--all-rooms` prints them. */
export const sessionContextFields: ReadonlyArray<Field> = [
  ...roomContextFields,
  { path: "sessionId", kind: "id" },
  { path: "name", kind: "value" }
]

export const roomSessionFields = [...roomContextFields, ...sessionFields]
export const roomParticipantFields = [...sessionContextFields, ...participantFields]
