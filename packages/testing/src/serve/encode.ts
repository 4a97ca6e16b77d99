/**
 * Answers of the world as responses, without the codecs: what comes out of the engine is right already, and a list is the
 * work of most requests.
 */
import type { LiveParticipants } from "@effect-rooms/core/LiveParticipant"
import type { Metadata } from "@effect-rooms/core/Metadata"
import type { RecordingsPage } from "@effect-rooms/core/Recording"
import type { CreatedRoom, Room, RoomDetails, RoomMetadata, RoomsPage } from "@effect-rooms/core/Room"
import type { Participants, SessionsPage } from "@effect-rooms/core/Session"
import type { UsageMetrics } from "@effect-rooms/core/UsageMetrics"
import * as DateTime from "effect/DateTime"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"

const millis = DateTime.toEpochMillis
const optionalMillis = (time: Option.Option<DateTime.Utc>) => (Option.isSome(time) ? millis(time.value) : null)

const json = (body: object, status = 200) => HttpServerResponse.jsonUnsafe(body, { status })

export const createdRoom = (created: CreatedRoom) => json(created satisfies typeof CreatedRoom.Encoded, 201)

const metadataTexts = new WeakMap<Metadata, string>()

/** The JSON of metadata, which never changes and is most of a page, made once. */
const metadataText = (metadata: Option.Option<Metadata>): string => {
  if (Option.isNone(metadata)) return "null"
  const known = metadataTexts.get(metadata.value)
  if (known !== undefined) return known
  const text = JSON.stringify(metadata.value)
  metadataTexts.set(metadata.value, text)
  return text
}

const roomText = ({ createdAt, metadata, roomId, roomLocked }: Room): string => {
  const rest = { roomId, createdAt: millis(createdAt), roomLocked } satisfies Omit<typeof Room.Encoded, "metadata">
  return `${JSON.stringify(rest).slice(0, -1)},"metadata":${metadataText(metadata)}}`
}

export const roomsPage = ({ count, current, nextCursor, pageSize, prevCursor, rooms }: RoomsPage) => {
  const rest = {
    pageSize,
    current,
    nextCursor: Option.getOrNull(nextCursor),
    prevCursor: Option.getOrNull(prevCursor),
    ...(Option.isSome(count) ? { count: count.value } : {})
  } satisfies Omit<typeof RoomsPage.Encoded, "rooms">
  const text = `{"rooms":[${rooms.map(roomText).join()}],${JSON.stringify(rest).slice(1)}`
  return HttpServerResponse.text(text, { contentType: "application/json" })
}

export const roomDetails = ({ metadata, ...room }: RoomDetails) =>
  json({ ...room, metadata: Option.getOrNull(metadata) } satisfies typeof RoomDetails.Encoded)

export const roomMetadata = ({ metadata }: RoomMetadata) =>
  json({ metadata: Option.getOrNull(metadata) } satisfies typeof RoomMetadata.Encoded)

export const sessionsPage = ({ sessions }: SessionsPage) =>
  json({
    sessions: sessions.map(({ endTime, sessionId, startTime }) => ({
      sessionId,
      startTime: millis(startTime),
      endTime: optionalMillis(endTime)
    }))
  } satisfies typeof SessionsPage.Encoded)

export const participants = ({ participants }: Participants) =>
  json({
    participants: participants.map(({ exitTime, joinTime, metadata, peerId }) => ({
      peerId,
      joinTime: millis(joinTime),
      exitTime: optionalMillis(exitTime),
      metadata: Option.getOrNull(metadata)
    }))
  } satisfies typeof Participants.Encoded)

export const liveParticipants = ({ count, participants }: LiveParticipants) =>
  json({
    count,
    participants: participants.map(({ joinTime, metadata, peerId }) => ({
      peerId,
      joinTime: optionalMillis(joinTime),
      metadata: Option.getOrNull(metadata)
    }))
  } satisfies typeof LiveParticipants.Encoded)

export const recordingsPage = ({ nextCursor, recordings }: RecordingsPage) =>
  json({ nextCursor: Option.getOrNull(nextCursor), recordings } satisfies typeof RecordingsPage.Encoded)

export const usageMetrics = (metrics: UsageMetrics) => json(metrics satisfies typeof UsageMetrics.Encoded)
