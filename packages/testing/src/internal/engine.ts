/**
 * The state of the world: tenants, their rooms, and what happened in them. Synchronous, and the only place that changes
 * it; times and randomness come from outside. Lists are kept in order of age, so that a page is a slice.
 */
import { PeerId, RecordingId, RoomId, SessionId } from "@effect-rooms/core/Identifier"
import type { LiveParticipants } from "@effect-rooms/core/LiveParticipant"
import type { Metadata } from "@effect-rooms/core/Metadata"
import type { Recording, RecordingsPage } from "@effect-rooms/core/Recording"
import type { CreateRoomRequest, ListRoomsRequest, RoomsPage } from "@effect-rooms/core/Room"
import type { ListSessionsRequest, Participants, Session, SessionsPage } from "@effect-rooms/core/Session"
import type { UsageMetrics } from "@effect-rooms/core/UsageMetrics"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import type * as Random from "effect/Random"
import * as Result from "effect/Result"
import { PeerAbsent, PeerPresent, RoomIdle, RoomLocked, RoomUnknown, SessionUnknown } from "../WorldError.ts"

interface Stay {
  readonly peerId: PeerId
  readonly metadata: Option.Option<Metadata>
  readonly joinTime: number
  exitTime: number | undefined
}

interface SessionState {
  readonly sessionId: SessionId
  readonly room: RoomState
  readonly startTime: number
  endTime: number | undefined
  readonly stays: Array<Stay>
  readonly present: Map<PeerId, Stay>
  readonly recordings: Array<Recording>
}

export interface RoomState {
  readonly roomId: RoomId
  readonly tenant: TenantState
  readonly createdAt: number
  readonly metadata: Option.Option<Metadata>
  locked: boolean
  readonly sessions: Array<SessionState>
  running: SessionState | undefined
}

export interface TenantState {
  readonly rooms: Array<RoomState>
  readonly recordings: Array<Recording>
  readonly running: Set<SessionState>
  readonly peers: Set<PeerId>
  sessionCount: number
  endedMillis: number
  livestreamCount: number
}

/** How many rooms a page of the list has, by the contract. */
const roomsPageSize = 10
/** How many rows are given where a request names no limit. The contract does not say. */
const defaultLimit = 20

const time = (millis: number) => DateTime.makeUnsafe(millis)
const optionalTime = (millis: number | undefined) => Option.map(Option.fromUndefinedOr(millis), time)

/** `count` rows of a list kept oldest first, read newest first, behind `skip` rows. */
const newestFirst = <A, B>(oldestFirst: ReadonlyArray<A>, skip: number, count: number, f: (row: A) => B): Array<B> => {
  const rows: Array<B> = []
  const last = Math.max(0, oldestFirst.length - skip - count)
  for (let index = oldestFirst.length - 1 - skip; index >= last; index--) rows.push(f(oldestFirst[index] as A))
  return rows
}

const toSession = ({ endTime, sessionId, startTime }: SessionState): Session => ({
  sessionId,
  startTime: time(startTime),
  endTime: optionalTime(endTime)
})

export class Engine {
  readonly #tenants = new Map<string, TenantState>()
  readonly #rooms = new Map<RoomId, RoomState>()
  readonly #sessions = new Map<SessionId, SessionState>()
  readonly #random: Random.Random

  constructor(random: Random.Random) {
    this.#random = random
  }

  #letters(length: number, alphabet: string): string {
    let text = ""
    for (let i = 0; i < length; i++) text += alphabet[Math.floor(this.#random.nextDoubleUnsafe() * alphabet.length)]
    return text
  }

  #id(prefix: string): string {
    return prefix + this.#letters(16, "0123456789abcdefghijklmnopqrstuvwxyz")
  }

  #newRoomId(): RoomId {
    const part = (length: number) => this.#letters(length, "abcdefghijklmnopqrstuvwxyz")
    const roomId = RoomId.make(`${part(3)}-${part(4)}-${part(3)}`)
    return this.#rooms.has(roomId) ? this.#newRoomId() : roomId
  }

  addTenant(apiKey: string): void {
    if (this.#tenants.has(apiKey)) return
    this.#tenants.set(apiKey, {
      rooms: [],
      recordings: [],
      running: new Set(),
      peers: new Set(),
      sessionCount: 0,
      endedMillis: 0,
      livestreamCount: 0
    })
  }

  tenant(apiKey: string): TenantState | undefined {
    return this.#tenants.get(apiKey)
  }

  // The nine operations, for one tenant. Nothing of another tenant is ever found.

  createRoom(tenant: TenantState, request: CreateRoomRequest, at: number): RoomState {
    const room: RoomState = {
      roomId: this.#newRoomId(),
      tenant,
      createdAt: at,
      // What is stored does not change with what was given.
      metadata: Option.map(Option.fromUndefinedOr(request.metadata), structuredClone),
      locked: request.roomLocked,
      sessions: [],
      running: undefined
    }
    // Rooms come in order of age, unless a past is made for a world that has rooms already.
    let index = tenant.rooms.length
    while (index > 0 && (tenant.rooms[index - 1]?.createdAt ?? 0) > at) index--
    tenant.rooms.splice(index, 0, room)
    this.#rooms.set(room.roomId, room)
    return room
  }

  listRooms(tenant: TenantState, { cursor }: ListRoomsRequest): RoomsPage {
    const current = Math.max(1, cursor ?? 1)
    const rooms = newestFirst(tenant.rooms, (current - 1) * roomsPageSize, roomsPageSize, (room) => ({
      roomId: room.roomId,
      createdAt: time(room.createdAt),
      roomLocked: room.locked,
      metadata: room.metadata
    }))
    return {
      rooms,
      pageSize: rooms.length,
      current,
      nextCursor: current * roomsPageSize < tenant.rooms.length ? Option.some(current + 1) : Option.none(),
      prevCursor: Option.some(current - 1),
      count: Option.some(tenant.rooms.length)
    }
  }

  room(tenant: TenantState, roomId: RoomId): RoomState | undefined {
    const room = this.#rooms.get(roomId)
    return room?.tenant === tenant ? room : undefined
  }

  listSessions(room: RoomState, { cursor = 0, limit = defaultLimit }: ListSessionsRequest): SessionsPage {
    return { sessions: newestFirst(room.sessions, cursor * limit, limit, toSession) }
  }

  session(tenant: TenantState, sessionId: SessionId): SessionState | undefined {
    const session = this.#sessions.get(sessionId)
    return session?.room.tenant === tenant ? session : undefined
  }

  participants(session: SessionState): Participants {
    return {
      participants: session.stays.map((stay) => ({
        peerId: stay.peerId,
        joinTime: time(stay.joinTime),
        exitTime: optionalTime(stay.exitTime),
        metadata: stay.metadata
      }))
    }
  }

  liveParticipants(session: SessionState): LiveParticipants {
    const participants = Array.from(session.present.values(), ({ joinTime, metadata, peerId }) => ({
      peerId,
      joinTime: Option.some(time(joinTime)),
      metadata
    }))
    return { count: participants.length, participants }
  }

  /** The cursor of recordings is how many rows to skip. */
  listRecordings(recordings: ReadonlyArray<Recording>, cursor = 0, limit = defaultLimit): RecordingsPage {
    const next = cursor + limit
    return {
      nextCursor: next < recordings.length ? Option.some(next) : Option.none(),
      recordings: newestFirst(recordings, cursor, limit, (recording) => recording)
    }
  }

  metrics(tenant: TenantState, at: number): UsageMetrics {
    let millis = tenant.endedMillis
    for (const { startTime } of tenant.running) millis += at - startTime
    return {
      totalSessions: tenant.sessionCount,
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

  #busy(roomId: RoomId): Result.Result<SessionState, RoomUnknown | RoomIdle> {
    return Result.flatMap(this.#known(roomId), ({ running }) =>
      running === undefined ? Result.fail(new RoomIdle({ roomId })) : Result.succeed(running)
    )
  }

  join(
    roomId: RoomId,
    peer: { readonly peerId?: PeerId | undefined; readonly metadata?: Metadata | undefined },
    at: number
  ): Result.Result<{ readonly sessionId: SessionId; readonly peerId: PeerId }, RoomUnknown | RoomLocked | PeerPresent> {
    type Joined = ReturnType<Engine["join"]>
    return Result.flatMap(this.#known(roomId), (room): Joined => {
      const peerId = peer.peerId ?? PeerId.make(this.#id("peer_"))
      if (room.locked) return Result.fail(new RoomLocked({ roomId }))
      if (room.running?.present.has(peerId)) return Result.fail(new PeerPresent({ roomId, peerId }))
      const session = room.running ?? this.#begin(room, at)
      const stay: Stay = {
        peerId,
        metadata: Option.fromUndefinedOr(peer.metadata),
        joinTime: at,
        exitTime: undefined
      }
      session.stays.push(stay)
      session.present.set(peerId, stay)
      room.tenant.peers.add(peerId)
      return Result.succeed({ sessionId: session.sessionId, peerId })
    })
  }

  #begin(room: RoomState, at: number): SessionState {
    const session: SessionState = {
      sessionId: SessionId.make(this.#id("session_")),
      room,
      startTime: at,
      endTime: undefined,
      stays: [],
      present: new Map(),
      recordings: []
    }
    room.sessions.push(session)
    room.running = session
    room.tenant.sessionCount++
    room.tenant.running.add(session)
    this.#sessions.set(session.sessionId, session)
    return session
  }

  #end(session: SessionState, at: number): void {
    for (const stay of session.present.values()) stay.exitTime = at
    session.present.clear()
    session.endTime = at
    session.room.running = undefined
    session.room.tenant.running.delete(session)
    session.room.tenant.endedMillis += at - session.startTime
  }

  leave(roomId: RoomId, peerId: PeerId, at: number): Result.Result<void, RoomUnknown | RoomIdle | PeerAbsent> {
    return Result.flatMap(this.#busy(roomId), (session): Result.Result<void, PeerAbsent> => {
      const stay = session.present.get(peerId)
      if (stay === undefined) return Result.fail(new PeerAbsent({ roomId, peerId }))
      stay.exitTime = at
      session.present.delete(peerId)
      if (session.present.size === 0) this.#end(session, at)
      return Result.void
    })
  }

  endSession(roomId: RoomId, at: number): Result.Result<SessionId, RoomUnknown | RoomIdle> {
    return Result.map(this.#busy(roomId), (session) => {
      this.#end(session, at)
      return session.sessionId
    })
  }

  lock(roomId: RoomId, locked: boolean): Result.Result<void, RoomUnknown> {
    return Result.map(this.#known(roomId), (room) => {
      room.locked = locked
    })
  }

  record(sessionId: SessionId, recordingSize: number): Result.Result<Recording, SessionUnknown> {
    const session = this.#sessions.get(sessionId)
    if (session === undefined) return Result.fail(new SessionUnknown({ sessionId }))
    const id = RecordingId.make(this.#id("recording_"))
    const recording: Recording = { id, recordingUrl: `https://recordings.invalid/${id}.mp4`, recordingSize }
    session.recordings.push(recording)
    session.room.tenant.recordings.push(recording)
    return Result.succeed(recording)
  }

  livestream(roomId: RoomId): Result.Result<void, RoomUnknown> {
    return Result.map(this.#known(roomId), (room) => {
      room.tenant.livestreamCount++
    })
  }
}
