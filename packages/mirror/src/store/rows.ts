/**
 * Turns what the service sent into rows. Nothing that a service can send stops a sync: what a column can't hold is replaced,
 * and `raw` keeps the original as JSON text, in which NUL characters and lone surrogates are escaped.
 */
import {
  type Metadata,
  nameOf,
  Participant,
  Recording,
  Room,
  type RoomDetails,
  type RoomId,
  Session,
  type SessionId,
  titleOf,
  type UsageMetrics
} from "@effect-rooms/core"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { makeOriginal } from "./original.ts"
import type { Row } from "./tables.ts"

const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD")

// The years that both databases and ISO 8601 without a sign can hold.
const firstStorable = new Date("0001-01-01T00:00:00.000Z").getTime()
const lastStorable = new Date("9999-12-31T23:59:59.999Z").getTime()

/** Collects the columns of one row, and remembers if one of them couldn't hold its value. */
class RowBuilder {
  private isAltered = false

  text(value: string): string {
    const kept = storable(value)
    if (kept !== value) this.isAltered = true
    return kept
  }

  optionalText(value: Option.Option<string>): string | null {
    return Option.isNone(value) ? null : this.text(value.value)
  }

  json(value: Option.Option<Metadata>): string | null {
    if (Option.isNone(value)) return null
    return JSON.stringify(this.storableJson(value.value))
  }

  // Members are in the order of their names, so that equal values are equal texts.
  private storableJson(value: unknown): unknown {
    if (typeof value === "string") return this.text(value)
    if (Array.isArray(value)) return value.map((member) => this.storableJson(member))
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .toSorted(([left], [right]) => (left < right ? -1 : 1))
        .map(([name, member]) => [this.text(name), this.storableJson(member)])
    )
  }

  time(value: DateTime.Utc): string | null {
    const millis = DateTime.toEpochMillis(value)
    if (millis >= firstStorable && millis <= lastStorable) return new Date(millis).toISOString()
    this.isAltered = true
    return null
  }

  optionalTime(value: Option.Option<DateTime.Utc>): string | null {
    return Option.isNone(value) ? null : this.time(value.value)
  }

  /** The value for `raw`. */
  raw<A>(original: (value: A, isAltered: boolean) => string | null, value: A): string | null {
    return original(value, this.isAltered)
  }
}

const millisOrNull = (time: Option.Option<DateTime.Utc>) => Option.getOrNull(Option.map(time, DateTime.toEpochMillis))

// A field that a schema gets later and that has no column is kept in `raw`.
const originalRoom = makeOriginal(Room, ["roomId", "roomLocked", "metadata", "createdAt"])
const originalSession = makeOriginal(Session, ["sessionId", "startTime", "endTime"])
const originalParticipant = makeOriginal(Participant, ["peerId", "joinTime", "exitTime", "metadata"])
const originalRecording = makeOriginal(Recording, ["id", "recordingUrl", "recordingSize"])

/** A row of `rooms` from the list of rooms. */
export const roomRow = (room: Room): Row => {
  const build = new RowBuilder()
  const row = {
    room_id: build.text(room.roomId),
    title: build.optionalText(titleOf(room)),
    locked: room.roomLocked,
    metadata: build.json(room.metadata),
    created_at: build.time(room.createdAt),
    gone_at: null
  }
  return {
    ...row,
    raw: build.raw(originalRoom, room)
  }
}

/** The columns of `rooms` that the details of one room tell. */
export const roomDetailsRow = (room: RoomDetails): Row => {
  const build = new RowBuilder()
  return {
    room_id: build.text(room.roomId),
    title: build.optionalText(titleOf(room)),
    ...(room.roomLocked === undefined ? {} : { locked: room.roomLocked }),
    metadata: build.json(room.metadata),
    gone_at: null
  }
}

/** A row of `sessions`. */
export const sessionRow = (roomId: RoomId, session: Session): Row => {
  const build = new RowBuilder()
  const start = DateTime.toEpochMillis(session.startTime)
  const end = millisOrNull(session.endTime)
  const row = {
    session_id: build.text(session.sessionId),
    room_id: build.text(roomId),
    started_at: build.time(session.startTime),
    ended_at: build.optionalTime(session.endTime),
    duration_seconds: end === null ? null : (end - start) / 1000
  }
  return { ...row, raw: build.raw(originalSession, session) }
}

const byTime = (left: Participant, right: Participant): number =>
  DateTime.toEpochMillis(left.joinTime) - DateTime.toEpochMillis(right.joinTime) ||
  (millisOrNull(left.exitTime) ?? Number.MAX_VALUE) - (millisOrNull(right.exitTime) ?? Number.MAX_VALUE)

/** The rows of `stays` of one session. The stays of a participant are counted by the time they joined. */
export const stayRows = (sessionId: SessionId, participants: ReadonlyArray<Participant>): ReadonlyArray<Row> => {
  const counts = new Map<string, number>()
  return participants.toSorted(byTime).map((participant) => {
    const build = new RowBuilder()
    const peerId = build.text(participant.peerId)
    const stay = (counts.get(peerId) ?? 0) + 1
    counts.set(peerId, stay)
    const row = {
      session_id: storable(sessionId),
      peer_id: peerId,
      stay,
      display_name: build.optionalText(nameOf(participant)),
      joined_at: build.time(participant.joinTime),
      left_at: build.optionalTime(participant.exitTime),
      metadata: build.json(participant.metadata)
    }
    return {
      ...row,
      raw: build.raw(originalParticipant, participant)
    }
  })
}

/** A row of `recordings`. The list of all recordings doesn't say which session was recorded. */
export const recordingRow = (recording: Recording, sessionId: Option.Option<SessionId>): Row => {
  const build = new RowBuilder()
  const row = {
    recording_id: build.text(recording.id),
    ...(Option.isSome(sessionId) ? { session_id: build.text(sessionId.value) } : {}),
    url: build.text(recording.recordingUrl),
    size_bytes: recording.recordingSize,
    gone_at: null
  }
  return { ...row, raw: build.raw(originalRecording, recording) }
}

/** A row of `metrics_samples`. */
export const metricsRow = (sampledAt: string, metrics: UsageMetrics): Row => ({
  sampled_at: sampledAt,
  total_sessions: metrics.totalSessions,
  total_duration: metrics.totalDuration,
  total_users: metrics.totalUsers,
  recording_count: metrics.recordingCount,
  livestream_count: metrics.livestreamCount
})
