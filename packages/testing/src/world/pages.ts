/**
 * The lists of the service, read from the state of a world. Lists are kept oldest first, so that a page is a slice and no
 * operation looks through a list.
 */
import type { LiveParticipants } from "@effect-rooms/core/LiveParticipant"
import type { ListRecordingsRequest, RecordingsPage } from "@effect-rooms/core/Recording"
import type { ListRoomsRequest, RoomsPage } from "@effect-rooms/core/Room"
import type { ListSessionsRequest, Participants, Session, SessionsPage } from "@effect-rooms/core/Session"
import type { UsageMetrics } from "@effect-rooms/core/UsageMetrics"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import type { Quirks } from "../Quirks.ts"
import type { RecordingState, RoomState, SessionState, TenantState } from "./WorldState.ts"

/** The number of rooms on a page. The contract fixes it. */
// mutant: `const roomsPageSize = 10` -> `const roomsPageSize = 11`
const roomsPageSize = 10
/** The number of rows if a request names no `limit`. The contract leaves it open. */
const defaultLimit = 20

const time = (millis: number) => DateTime.makeUnsafe(millis)
const optionalTime = (millis: number | undefined) => Option.map(Option.fromUndefinedOr(millis), time)

/** Takes `count` rows from a list that is kept oldest first, newest first, after skipping `skip` rows. */
const newestFirst = <A, B>(oldestFirst: ReadonlyArray<A>, skip: number, count: number, f: (row: A) => B): Array<B> => {
  const rows: Array<B> = []
  // mutant: `oldestFirst.length - skip - count)` -> `oldestFirst.length - skip - count + 1)`
  const last = Math.max(0, oldestFirst.length - skip - count)
  for (let index = oldestFirst.length - 1 - skip; index >= last; index--) rows.push(f(oldestFirst[index] as A))
  return rows
}

/** The cursor that a page names as the next one, kept small enough for JSON to hold it exactly. */
const nextCursor = (end: Quirks["roomsEnd"], isLast: boolean, next: number, current: number): Option.Option<number> => {
  // mutant: `if (!isLast || end === "next") return` -> `if (!isLast) return`
  if (!isLast || end === "next") return Option.some(Math.min(next, Number.MAX_SAFE_INTEGER))
  switch (end) {
    case "null":
    case "absent":
      return Option.none()
    case "zero":
      return Option.some(0)
    case "current":
      return Option.some(current)
  }
}

type RoomsQuirks = Pick<Quirks, "firstPage" | "pageSize" | "roomsBeginning" | "roomsCount" | "roomsEnd" | "roomsOrder">

/** Reads one page of a tenant's rooms. */
export const roomsPage = (
  { firstPage, pageSize, roomsBeginning, roomsCount, roomsEnd, roomsOrder }: RoomsQuirks,
  { rooms: oldestFirst }: TenantState,
  { cursor }: ListRoomsRequest
): RoomsPage => {
  // mutant: `cursor ?? firstPage)` -> `cursor ?? 1)`
  const current = Math.max(firstPage, cursor ?? firstPage)
  // mutant: `const skip = (current - firstPage) * roomsPageSize` -> `const skip = (current - firstPage) * (roomsPageSize + 1)`
  const skip = (current - firstPage) * roomsPageSize
  const roomOf = ({ room }: RoomState) => room
  const rooms =
    // mutant: `roomsOrder === "newestFirst" ?` -> `roomsOrder !== "newestFirst" ?`
    roomsOrder === "newestFirst"
      ? newestFirst(oldestFirst, skip, roomsPageSize, roomOf)
      : oldestFirst.slice(skip, skip + roomsPageSize).map(roomOf)
  const beginning = roomsBeginning === "zero" ? Option.some(0) : Option.none()
  return {
    rooms,
    // mutant: `pageSize === "rows" ? rooms.length : roomsPageSize` -> `roomsPageSize`
    pageSize: pageSize === "rows" ? rooms.length : roomsPageSize,
    current,
    // mutant: `skip + roomsPageSize >= oldestFirst.length` -> `skip + roomsPageSize > oldestFirst.length`
    nextCursor: nextCursor(roomsEnd, skip + roomsPageSize >= oldestFirst.length, current + 1, current),
    // mutant: `Option.some(current - 1)` -> `Option.some(current)`
    prevCursor: current === firstPage ? beginning : Option.some(current - 1),
    // mutant: `Option.some(oldestFirst.length)` -> `Option.some(rooms.length)`
    count: roomsCount === "total" ? Option.some(oldestFirst.length) : Option.none()
  }
}

const toSession = ({ endTime, sessionId, startTime }: SessionState): Session => ({
  sessionId,
  startTime: time(startTime),
  endTime: optionalTime(endTime)
})

type SessionsQuirks = Pick<Quirks, "mostSessions" | "sessionsPages" | "sessionsSkip">

/** Reads one page of a room's sessions, newest first. */
export const sessionsPage = (
  { mostSessions, sessionsPages, sessionsSkip }: SessionsQuirks,
  { sessions }: RoomState,
  { cursor = 0, limit = defaultLimit }: ListSessionsRequest
): SessionsPage => {
  // mutant: `Math.min(limit, mostSessions)` -> `limit`
  const size = mostSessions === "asked" ? limit : Math.min(limit, mostSessions)
  // mutant: `const skip = cursor * (` -> `const skip = Math.max(0, cursor - 1) * (`
  // mutant: `sessionsSkip === "asked" ? limit : size` -> `size`
  const skip = cursor * (sessionsSkip === "asked" ? limit : size)
  const isShort = sessionsPages === "short" && cursor % 2 === 1
  // mutant: `Math.ceil(size / 2) : size` -> `size : size`
  return { sessions: newestFirst(sessions, skip, isShort ? Math.ceil(size / 2) : size, toSession) }
}

/** Lists the stays of a session in the order in which they began. */
export const participantsOf = ({ stays }: SessionState): Participants => ({
  participants: stays.map((stay) => ({
    peerId: stay.peerId,
    joinTime: time(stay.joinTime),
    exitTime: optionalTime(stay.exitTime),
    metadata: Option.fromUndefinedOr(stay.metadata)
  }))
})

/** Lists the peers in a room now. */
export const liveParticipantsOf = (
  { liveJoinTime }: Pick<Quirks, "liveJoinTime">,
  { running }: RoomState
): LiveParticipants => {
  const participants = Array.from(running?.present.values() ?? [], ({ joinTime, metadata, peerId }) => ({
    peerId,
    joinTime: liveJoinTime === "known" ? Option.some(time(joinTime)) : Option.none(),
    metadata: Option.fromUndefinedOr(metadata)
  }))
  // mutant: `count: participants.length, participants` -> `count: participants.length + 1, participants`
  return { count: participants.length, participants }
}

/** How a cursor of recordings counts: the first cursor, and the way from a cursor to the rows to skip and back. */
const recordingsCursors: Record<
  Quirks["recordingsCursor"],
  { readonly first: number; skip(cursor: number, size: number): number; at(skip: number, size: number): number }
> = {
  offset: { first: 0, skip: (cursor) => cursor, at: (skip) => skip },
  page: {
    first: 1,
    skip: (cursor, size) => Math.max(0, cursor - 1) * size,
    at: (skip, size) => Math.floor(skip / size) + 1
  },
  opaque: {
    first: 0,
    skip: (cursor) => Math.max(0, Math.floor((cursor - 3) / 7)),
    at: (skip) => 7 * skip + 3
  }
}

type RecordingsQuirks = Pick<Quirks, "mostRecordings" | "recordingsCursor" | "recordingsEnd">

/** Reads one page of recordings, newest first. */
export const recordingsPage = (
  { mostRecordings, recordingsCursor, recordingsEnd }: RecordingsQuirks,
  recordings: ReadonlyArray<RecordingState>,
  { cursor, limit = defaultLimit }: ListRecordingsRequest
): RecordingsPage => {
  const { at, first, skip } = recordingsCursors[recordingsCursor]
  const current = cursor ?? first
  // mutant: `Math.min(limit, mostRecordings)` -> `limit`
  const size = mostRecordings === "asked" ? limit : Math.min(limit, mostRecordings)
  const before = skip(current, size)
  // mutant: `const next = before + size` -> `const next = before + size + 1`
  const next = before + size
  return {
    // mutant: `next >= recordings.length` -> `next > recordings.length`
    nextCursor: nextCursor(recordingsEnd, next >= recordings.length, at(next, size), current),
    recordings: newestFirst(recordings, before, size, ({ recording }) => recording)
  }
}

/** Returns the usage totals of a tenant. Running sessions count up to now. */
export const metricsOf = (tenant: TenantState, at: number): UsageMetrics => {
  const runningMillis = tenant.runningCount * at - tenant.runningStarts
  // A clock that was set back can be earlier than the start of a running session.
  // mutant: `Math.max(0, runningMillis)` -> `Math.min(0, runningMillis)`
  const millis = tenant.endedMillis + Math.max(0, runningMillis)
  return {
    totalSessions: tenant.sessionCount,
    // mutant: `Math.floor(millis / 60_000)` -> `Math.ceil(millis / 60_000)`
    totalDuration: Math.floor(millis / 60_000),
    totalUsers: tenant.peers.size,
    recordingCount: tenant.recordings.length,
    livestreamCount: tenant.livestreamCount
  }
}
