/**
 * Answers of the world as responses, without the codecs: what comes out of the engine is right already, and a list is the
 * work of most requests.
 */
import type { LiveParticipants } from "@effect-rooms/core/LiveParticipant"
import type { RecordingsPage } from "@effect-rooms/core/Recording"
import type { CreatedRoom, RoomDetails, RoomMetadata, RoomsPage } from "@effect-rooms/core/Room"
import type { Participants, SessionsPage } from "@effect-rooms/core/Session"
import type { UsageMetrics } from "@effect-rooms/core/UsageMetrics"
import * as DateTime from "effect/DateTime"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"

const millis = DateTime.toEpochMillis
const optionalMillis = (time: Option.Option<DateTime.Utc>) => (Option.isSome(time) ? millis(time.value) : null)

const json = (body: object, status = 200) => HttpServerResponse.jsonUnsafe(body, { status })

export const createdRoom = (created: CreatedRoom) => json(created satisfies typeof CreatedRoom.Encoded, 201)

export const roomsPage = ({ count, current, nextCursor, pageSize, prevCursor, rooms }: RoomsPage) =>
  json({
    rooms: rooms.map(({ createdAt, metadata, roomId, roomLocked }) => ({
      roomId,
      createdAt: millis(createdAt),
      roomLocked,
      metadata: Option.getOrNull(metadata)
    })),
    pageSize,
    current,
    nextCursor: Option.getOrNull(nextCursor),
    prevCursor: Option.getOrNull(prevCursor),
    ...(Option.isSome(count) ? { count: count.value } : {})
  } satisfies typeof RoomsPage.Encoded)

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
