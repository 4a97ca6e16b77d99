/**
 * Rows of the services as plain values, which compare by content and read well in a diff.
 */
import type { LiveParticipants } from "@effect-rooms/core/LiveParticipant"
import type { Recording } from "@effect-rooms/core/Recording"
import type { Room, RoomDetails, RoomsPage } from "@effect-rooms/core/Room"
import type { Participant, Session } from "@effect-rooms/core/Session"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

export const millis = DateTime.toEpochMillis

const millisOrNull = (time: Option.Option<DateTime.Utc>) => Option.getOrNull(Option.map(time, millis))

export const room = ({ createdAt, metadata, roomId, roomLocked }: Room) => ({
  roomId,
  createdAt: millis(createdAt),
  roomLocked,
  metadata: Option.getOrNull(metadata)
})

export const details = ({ metadata, roomId, roomLocked }: RoomDetails) => ({
  roomId,
  roomLocked,
  metadata: Option.getOrNull(metadata)
})

export const roomsPage = ({ count, current, nextCursor, pageSize, prevCursor, rooms }: RoomsPage) => ({
  roomIds: rooms.map(({ roomId }) => roomId),
  pageSize,
  current,
  nextCursor: Option.getOrNull(nextCursor),
  prevCursor: Option.getOrNull(prevCursor),
  count: Option.getOrNull(count)
})

export const session = ({ endTime, sessionId, startTime }: Session) => ({
  sessionId,
  startTime: millis(startTime),
  endTime: millisOrNull(endTime)
})

/** Identifies sessions of a scenario by their start times. */
export const startTimes = (sessions: ReadonlyArray<Session>) => sessions.map(({ startTime }) => millis(startTime))

export const participant = ({ exitTime, joinTime, metadata, peerId }: Participant) => ({
  peerId,
  joinTime: millis(joinTime),
  exitTime: millisOrNull(exitTime),
  metadata: Option.getOrNull(metadata)
})

export const live = ({ count, participants }: LiveParticipants) => ({
  count,
  participants: participants.map(({ joinTime, metadata, peerId }) => ({
    peerId,
    joinTime: millisOrNull(joinTime),
    metadata: Option.getOrNull(metadata)
  }))
})

/** Identifies recordings of a scenario by their sizes. */
export const sizes = (recordings: ReadonlyArray<Recording>) => recordings.map(({ recordingSize }) => recordingSize)

/** Collects the rows of a stream as plain values. */
export const collect = <A, B, E, R>(stream: Stream.Stream<A, E, R>, f: (row: A) => B): Effect.Effect<Array<B>, E, R> =>
  Effect.map(Stream.runCollect(stream), (rows) => rows.map((row) => f(row)))

export const roomIds = <E, R>(stream: Stream.Stream<Room, E, R>) => collect(stream, ({ roomId }) => roomId)
