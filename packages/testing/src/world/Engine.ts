/**
 * The state of the world: tenants, their rooms, and what happened in them. Synchronous, and the only place that changes
 * it; times and randomness come from outside. Lists are kept in order of age, so that a page is a slice, and totals are
 * kept as they change: no operation looks through a list.
 */
import { PeerId, RecordingId, RoomId, SessionId } from "@effect-rooms/core/Identifier"
import type { LiveParticipants } from "@effect-rooms/core/LiveParticipant"
import type { JsonMetadata } from "@effect-rooms/core/Metadata"
import type { ListRecordingsRequest, Recording, RecordingsPage } from "@effect-rooms/core/Recording"
import type { CreateRoomRequest, ListRoomsRequest, Room, RoomsPage } from "@effect-rooms/core/Room"
import type { ListSessionsRequest, Participants, Session, SessionsPage } from "@effect-rooms/core/Session"
import type { UsageMetrics } from "@effect-rooms/core/UsageMetrics"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { Quirks } from "../Quirks.ts"
import { PeerAbsent, PeerPresent, RoomIdle, RoomLocked, RoomUnknown, SessionUnknown } from "../WorldError.ts"
import { storedMetadata } from "./cloneMetadata.ts"
import type { SeededRandom } from "./SeededRandom.ts"

export interface Stay {
  readonly peerId: PeerId
  readonly metadata: JsonMetadata | undefined
  readonly joinTime: number
  exitTime: number | undefined
}

export interface SessionState {
  readonly sessionId: SessionId
  readonly room: RoomState
  readonly startTime: number
  endTime: number | undefined
  /** Never empty: a session begins with a join. */
  stays: [Stay, ...Array<Stay>]
  /** Most sessions have none, and there may be a million sessions. */
  recordings: Array<RecordingState> | undefined
}

export interface RecordingState {
  readonly recording: Recording
  readonly session: SessionState
}

/** A session that runs, and who is in it. */
interface Running {
  readonly session: SessionState
  readonly present: Map<PeerId, Stay>
  /** When something happened in it last. Nothing happens before that, even where the clock is put back. */
  latest: number
}

export interface RoomState {
  readonly roomId: RoomId
  readonly tenant: TenantState
  readonly createdAt: DateTime.Utc
  /** Which of the rooms of the same moment came first. */
  readonly sequence: number
  readonly metadata: Option.Option<JsonMetadata>
  locked: boolean
  readonly sessions: Array<SessionState>
  running: Running | undefined
}

export interface TenantState {
  /** Oldest first. */
  readonly rooms: Array<RoomState>
  /** Rooms that were deleted: what happened in them still counts. */
  readonly deletedRooms: Array<RoomState>
  /** Oldest first. */
  readonly recordings: Array<RecordingState>
  readonly peers: Set<PeerId>
  sessionCount: number
  livestreamCount: number
  /** The lengths of the sessions that have ended. */
  endedMillis: number
  runningCount: number
  /** The sum of the start times of the sessions that run. */
  runningStarts: number
}

/** How many rooms a page of the list has, by the contract. */
// mutant: `const roomsPageSize = 10` -> `const roomsPageSize = 11`
const roomsPageSize = 10
/** How many rows are given where a request names no limit. The contract does not say. */
const defaultLimit = 20

const time = (millis: number) => DateTime.makeUnsafe(millis)
const optionalTime = (millis: number | undefined) => Option.map(Option.fromUndefinedOr(millis), time)

/** `count` rows of a list kept oldest first, read newest first, behind `skip` rows. */
const newestFirst = <A, B>(oldestFirst: ReadonlyArray<A>, skip: number, count: number, f: (row: A) => B): Array<B> => {
  const rows: Array<B> = []
  // mutant: `oldestFirst.length - skip - count)` -> `oldestFirst.length - skip - count + 1)`
  const last = Math.max(0, oldestFirst.length - skip - count)
  for (let index = oldestFirst.length - 1 - skip; index >= last; index--) rows.push(f(oldestFirst[index] as A))
  return rows
}

/** How many of the rooms are older: the place of the room among them. They are in order of age. */
const countOlder = (rooms: ReadonlyArray<RoomState>, { createdAt, sequence }: RoomState): number => {
  let low = 0
  let high = rooms.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = rooms[middle] as RoomState
    const millis = DateTime.toEpochMillis(other.createdAt) - DateTime.toEpochMillis(createdAt)
    const isOlder = millis === 0 ? other.sequence < sequence : millis < 0
    if (isOlder) low = middle + 1
    else high = middle
  }
  return low
}

const toSession = ({ endTime, sessionId, startTime }: SessionState): Session => ({
  sessionId,
  startTime: time(startTime),
  endTime: optionalTime(endTime)
})

const toRoom = ({ createdAt, locked, metadata, roomId }: RoomState): Room => ({
  roomId,
  createdAt,
  roomLocked: locked,
  metadata
})

/** How many rows a page of sessions has at most. */
const mostOnPage = (pages: Quirks["sessionsPages"], cursor: number, limit: number): number =>
  // mutant: `Math.ceil(limit / 2) : limit` -> `limit : limit`
  pages === "short" && cursor % 2 === 1 ? Math.ceil(limit / 2) : limit

/** The cursor that a page names as the next one: however far it is, an integer that JSON keeps. */
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

/** Where a cursor of recordings points, and which one points somewhere. */
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

export class Engine {
  readonly tenants = new Map<string, TenantState>()
  readonly #rooms = new Map<string, RoomState>()
  readonly #sessions = new Map<SessionId, SessionState>()
  #roomCount = 0
  readonly random: SeededRandom
  quirks: Quirks

  constructor(random: SeededRandom, quirks: Quirks) {
    this.random = random
    this.quirks = quirks
  }

  #id(prefix: string): string {
    const digits = (count: number) =>
      this.random
        .below(36 ** count)
        .toString(36)
        .padStart(count, "0")
    // One number has 32 bits: enough for six digits. Strings put together with `+` keep their parts, in three times the memory.
    return [prefix, digits(6), digits(6), digits(4)].join("")
  }

  #newRoomId(): RoomId {
    const letters = (count: number) =>
      Array.from({ length: count }, () => String.fromCharCode(97 + this.random.below(26))).join("")
    const roomId = RoomId.make(`${letters(3)}-${letters(4)}-${letters(3)}`)
    return this.#rooms.has(roomId) ? this.#newRoomId() : roomId
  }

  addTenant(apiKey: string): TenantState {
    const known = this.tenants.get(apiKey)
    if (known !== undefined) return known
    const tenant: TenantState = {
      rooms: [],
      deletedRooms: [],
      recordings: [],
      peers: new Set(),
      sessionCount: 0,
      livestreamCount: 0,
      endedMillis: 0,
      runningCount: 0,
      runningStarts: 0
    }
    this.tenants.set(apiKey, tenant)
    return tenant
  }

  tenant(apiKey: string): TenantState | undefined {
    return this.tenants.get(apiKey)
  }

  // The nine operations, for one tenant. Nothing of another tenant is ever found.

  createRoom(tenant: TenantState, request: CreateRoomRequest, at: number): RoomState {
    // mutant: `Option.map(Option.fromUndefinedOr(request.metadata), storedMetadata)` -> `Option.none()`
    const metadata = Option.map(Option.fromUndefinedOr(request.metadata), storedMetadata)
    // mutant: `locked: request.roomLocked })` -> `locked: false })`
    // mutant: `createdAt: at, metadata` -> `createdAt: 0, metadata`
    return this.addRoom(tenant, { roomId: this.#newRoomId(), createdAt: at, metadata, locked: request.roomLocked })
  }

  addRoom(
    tenant: TenantState,
    { createdAt, ...given }: Pick<RoomState, "roomId" | "metadata" | "locked"> & { readonly createdAt: number }
  ): RoomState {
    const room: RoomState = {
      ...given,
      createdAt: time(createdAt),
      tenant,
      sequence: this.#roomCount++,
      sessions: [],
      running: undefined
    }
    // Rooms come in order of age, unless a past is made for a world that has rooms already.
    const index = countOlder(tenant.rooms, room)
    if (index === tenant.rooms.length) tenant.rooms.push(room)
    else tenant.rooms.splice(index, 0, room)
    this.#rooms.set(room.roomId, room)
    return room
  }

  listRooms({ rooms: oldestFirst }: TenantState, { cursor }: ListRoomsRequest): RoomsPage {
    const { firstPage, pageSize, roomsBeginning, roomsCount, roomsEnd, roomsOrder } = this.quirks
    // mutant: `cursor ?? firstPage)` -> `cursor ?? 1)`
    const current = Math.max(firstPage, cursor ?? firstPage)
    // mutant: `const skip = (current - firstPage) * roomsPageSize` -> `const skip = (current - firstPage) * (roomsPageSize + 1)`
    const skip = (current - firstPage) * roomsPageSize
    const rooms =
      // mutant: `roomsOrder === "newestFirst" ?` -> `roomsOrder !== "newestFirst" ?`
      roomsOrder === "newestFirst"
        ? newestFirst(oldestFirst, skip, roomsPageSize, toRoom)
        : oldestFirst.slice(skip, skip + roomsPageSize).map(toRoom)
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

  room(tenant: TenantState, roomId: string): RoomState | undefined {
    const room = this.#rooms.get(roomId)
    // mutant: `return room?.tenant === tenant ? room : undefined` -> `return room`
    return room?.tenant === tenant ? room : undefined
  }

  listSessions(room: RoomState, { cursor = 0, limit = defaultLimit }: ListSessionsRequest): SessionsPage {
    const { mostSessions, sessionsPages, sessionsSkip } = this.quirks
    // mutant: `Math.min(limit, mostSessions)` -> `limit`
    const given = mostSessions === "asked" ? limit : Math.min(limit, mostSessions)
    // mutant: `const skip = cursor * (` -> `const skip = Math.max(0, cursor - 1) * (`
    // mutant: `sessionsSkip === "asked" ? limit : given` -> `given`
    const skip = cursor * (sessionsSkip === "asked" ? limit : given)
    return { sessions: newestFirst(room.sessions, skip, mostOnPage(sessionsPages, cursor, given), toSession) }
  }

  session(tenant: TenantState, sessionId: SessionId): SessionState | undefined {
    const session = this.#sessions.get(sessionId)
    // mutant: `return session?.room.tenant === tenant ? session : undefined` -> `return session`
    return session?.room.tenant === tenant ? session : undefined
  }

  participants(session: SessionState): Participants {
    return {
      participants: session.stays.map((stay) => ({
        peerId: stay.peerId,
        joinTime: time(stay.joinTime),
        exitTime: optionalTime(stay.exitTime),
        metadata: Option.fromUndefinedOr(stay.metadata)
      }))
    }
  }

  liveParticipants(room: RoomState): LiveParticipants {
    const participants = Array.from(room.running?.present.values() ?? [], ({ joinTime, metadata, peerId }) => ({
      peerId,
      joinTime: this.quirks.liveJoinTime === "known" ? Option.some(time(joinTime)) : Option.none(),
      metadata: Option.fromUndefinedOr(metadata)
    }))
    // mutant: `count: participants.length, participants` -> `count: participants.length + 1, participants`
    return { count: participants.length, participants }
  }

  listRecordings(
    recordings: ReadonlyArray<RecordingState>,
    { cursor, limit = defaultLimit }: ListRecordingsRequest
  ): RecordingsPage {
    const { mostRecordings, recordingsCursor, recordingsEnd } = this.quirks
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

  metrics(tenant: TenantState, at: number): UsageMetrics {
    const runningMillis = tenant.runningCount * at - tenant.runningStarts
    // A clock that was put back may stand before a session that runs.
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

  // The media plane, which the contract leaves out.

  #known(roomId: RoomId): Result.Result<RoomState, RoomUnknown> {
    const room = this.#rooms.get(roomId)
    return room === undefined ? Result.fail(new RoomUnknown({ roomId })) : Result.succeed(room)
  }

  #busy(roomId: RoomId): Result.Result<Running, RoomUnknown | RoomIdle> {
    return Result.flatMap(this.#known(roomId), ({ running }) =>
      running === undefined ? Result.fail(new RoomIdle({ roomId })) : Result.succeed(running)
    )
  }

  join(
    roomId: RoomId,
    peer: { readonly peerId?: PeerId | undefined; readonly metadata?: JsonMetadata | undefined },
    at: number
  ): Result.Result<{ readonly sessionId: SessionId; readonly peerId: PeerId }, RoomUnknown | RoomLocked | PeerPresent> {
    type Joined = ReturnType<Engine["join"]>
    return Result.flatMap(this.#known(roomId), (room): Joined => {
      const peerId = peer.peerId ?? PeerId.make(this.#id("peer_"))
      // mutant: remove `if (room.locked) return Result.fail(new RoomLocked({ roomId }))`
      if (room.locked) return Result.fail(new RoomLocked({ roomId }))
      // mutant: remove `if (room.running?.present.has(peerId)) return Result.fail(new PeerPresent({ roomId, peerId }))`
      if (room.running?.present.has(peerId)) return Result.fail(new PeerPresent({ roomId, peerId }))
      const joinTime = Math.max(at, room.running?.latest ?? at)
      const stay: Stay = { peerId, metadata: peer.metadata, joinTime, exitTime: undefined }
      if (room.running === undefined) {
        // mutant: `const { session } = this.begin(room, SessionId.make(this.#id("session_")), at, stay)` -> `const { session } = this.begin(room, SessionId.make(this.#id("session_")), at + 1, stay)`
        const { session } = this.begin(room, SessionId.make(this.#id("session_")), at, stay)
        return Result.succeed({ sessionId: session.sessionId, peerId })
      }
      this.enter(room.running, stay)
      return Result.succeed({ sessionId: room.running.session.sessionId, peerId })
    })
  }

  begin(room: RoomState, sessionId: SessionId, startTime: number, stay: Stay): Running {
    const session: SessionState = {
      sessionId,
      room,
      startTime,
      endTime: undefined,
      stays: [stay],
      recordings: undefined
    }
    const running: Running = { session, present: new Map(), latest: startTime }
    this.#admit(running, stay)
    room.sessions.push(session)
    room.running = running
    room.tenant.sessionCount++
    room.tenant.runningCount++
    room.tenant.runningStarts += startTime
    this.#sessions.set(sessionId, session)
    return running
  }

  enter(running: Running, stay: Stay): void {
    // mutant: `running.session.stays.push(stay)` -> `if (!running.session.stays.some(({ peerId }) => peerId === stay.peerId)) running.session.stays.push(stay)`
    // mutant: `running.session.stays.push(stay)` -> `running.session.stays.push(stay); running.session.room.tenant.sessionCount++`
    running.session.stays.push(stay)
    this.#admit(running, stay)
  }

  #admit(running: Running, stay: Stay): void {
    const { latest, present, session } = running
    if (stay.exitTime === undefined) present.set(stay.peerId, stay)
    running.latest = Math.max(latest, stay.exitTime ?? stay.joinTime)
    // mutant: `session.room.tenant.peers.add(stay.peerId)` -> `session.room.tenant.peers.add(PeerId.make(stay.peerId + session.sessionId))`
    session.room.tenant.peers.add(stay.peerId)
  }

  end({ latest, present, session }: Running, at: number): void {
    const { room, startTime, stays } = session
    const endTime = Math.max(at, latest)
    // mutant: remove `for (const stay of present.values()) stay.exitTime = endTime`
    for (const stay of present.values()) stay.exitTime = endTime
    session.endTime = endTime
    // A list that grew has room for more, which a million sessions that are over do not need.
    session.stays = [...stays]
    room.running = undefined
    room.tenant.runningCount--
    room.tenant.runningStarts -= startTime
    // mutant: `room.tenant.endedMillis += endTime - startTime` -> `room.tenant.endedMillis += 0`
    room.tenant.endedMillis += endTime - startTime
  }

  leave(roomId: RoomId, peerId: PeerId, at: number): Result.Result<void, RoomUnknown | RoomIdle | PeerAbsent> {
    return Result.flatMap(this.#busy(roomId), (running): Result.Result<void, PeerAbsent> => {
      const stay = running.present.get(peerId)
      if (stay === undefined) return Result.fail(new PeerAbsent({ roomId, peerId }))
      stay.exitTime = Math.max(at, running.latest)
      running.latest = stay.exitTime
      // mutant: `running.present.delete(peerId)` -> `running.present.size`
      running.present.delete(peerId)
      // mutant: `if (running.present.size === 0)` -> `if (running.present.size < 0)`
      // mutant: `if (running.present.size === 0)` -> `if (running.present.size >= 0)`
      if (running.present.size === 0) this.end(running, at)
      return Result.void
    })
  }

  endSession(roomId: RoomId, at: number): Result.Result<SessionId, RoomUnknown | RoomIdle> {
    return Result.map(this.#busy(roomId), (running) => {
      this.end(running, at)
      return running.session.sessionId
    })
  }

  lock(roomId: RoomId, locked: boolean): Result.Result<void, RoomUnknown> {
    return Result.map(this.#known(roomId), (room) => {
      room.locked = locked
    })
  }

  /** The room leaves the list, and its session ends. Its sessions and recordings have been, and stay. */
  deleteRoom(roomId: RoomId, at: number): Result.Result<void, RoomUnknown> {
    return Result.map(this.#known(roomId), (room) => {
      if (room.running !== undefined) this.end(room.running, at)
      this.forgetRoom(room)
    })
  }

  forgetRoom(room: RoomState): void {
    const { deletedRooms, rooms } = room.tenant
    // mutant: `rooms.splice(countOlder(rooms, room), 1)` -> `countOlder(rooms, room)`
    rooms.splice(countOlder(rooms, room), 1)
    deletedRooms.push(room)
    this.#rooms.delete(room.roomId)
  }

  record(sessionId: SessionId, recordingSize: number): Result.Result<Recording, SessionUnknown> {
    const session = this.#sessions.get(sessionId)
    if (session === undefined) return Result.fail(new SessionUnknown({ sessionId }))
    const id = RecordingId.make(this.#id("recording_"))
    const recording: Recording = { id, recordingUrl: `https://recordings.invalid/${id}.mp4`, recordingSize }
    this.addRecording(session, recording)
    return Result.succeed(recording)
  }

  addRecording(session: SessionState, recording: Recording): void {
    const state = { recording, session }
    session.recordings ??= []
    // mutant: `session.recordings.push(state)` -> `session.recordings.at(-1)`
    session.recordings.push(state)
    // mutant: `session.room.tenant.recordings.push(state)` -> `session.room.tenant.recordings.at(-1)`
    session.room.tenant.recordings.push(state)
  }

  livestream(roomId: RoomId): Result.Result<void, RoomUnknown> {
    return Result.map(this.#known(roomId), (room) => {
      // mutant: `room.tenant.livestreamCount++` -> `room.tenant.livestreamCount`
      room.tenant.livestreamCount++
    })
  }

  // Lists that change on their own, to be met by who is reading them.

  /** Deletes rooms at the beginning and the end of the list, and then creates new ones. */
  driftRooms(
    tenant: TenantState,
    {
      added,
      removed,
      removedAtEnd
    }: { readonly added: number; readonly removed: number; readonly removedAtEnd: number },
    at: number
  ): void {
    const { rooms } = tenant
    const isNewestFirst = this.quirks.roomsOrder === "newestFirst"
    const [oldest, newest] = isNewestFirst ? [removedAtEnd, removed] : [removed, removedAtEnd]
    const gone = new Set([...rooms.slice(0, oldest), ...rooms.slice(Math.max(0, rooms.length - newest))])
    for (const { roomId } of gone) this.deleteRoom(roomId, at)
    for (let index = 0; index < added; index++) this.createRoom(tenant, { roomLocked: false }, at)
  }

  /** Sessions that are over as soon as they began, beside the one that runs. */
  driftSessions(room: RoomState, added: number, at: number): void {
    const { running } = room
    for (let index = 0; index < added; index++) {
      const stay: Stay = { peerId: PeerId.make(this.#id("peer_")), metadata: undefined, joinTime: at, exitTime: at }
      this.end(this.begin(room, SessionId.make(this.#id("session_")), at, stay), at)
    }
    room.running = running
  }

  /** More recordings of the session that was recorded last. */
  driftRecordings(recordings: ReadonlyArray<RecordingState>, added: number): void {
    const last = recordings.at(-1)
    for (let index = 0; last !== undefined && index < added; index++) this.record(last.session.sessionId, 0)
  }
}
