/**
 * The state of a world: its tenants, their rooms, and what has happened in them. It is synchronous, and nothing else changes the
 * state; times and randomness come from outside. Totals are kept as they change, so that no operation looks through a list.
 */
import { PeerId, RecordingId, type RoomId, SessionId } from "@effect-rooms/core/Identifier"
import type { JsonMetadata } from "@effect-rooms/core/Metadata"
import type { Recording } from "@effect-rooms/core/Recording"
import type { CreateRoomRequest, Room } from "@effect-rooms/core/Room"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { Quirks } from "../Quirks.ts"
import { PeerAbsent, PeerPresent, RoomIdle, RoomLocked, RoomUnknown, SessionUnknown } from "../WorldError.ts"
import { cloneMetadata } from "./cloneMetadata.ts"
import { newId, newRoomId } from "./newId.ts"
import type { SeededRandom } from "./SeededRandom.ts"
import type { RoomState, RunningSession, SessionState, Stay, TenantState } from "./WorldState.ts"

/** Counts the rooms that are older: the index of the room among them, because they are in order of age. */
const countOlder = (rooms: ReadonlyArray<RoomState>, { room: { createdAt }, sequence }: RoomState): number => {
  let low = 0
  let high = rooms.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = rooms[middle] as RoomState
    const millis = DateTime.toEpochMillis(other.room.createdAt) - DateTime.toEpochMillis(createdAt)
    const isOlder = millis === 0 ? other.sequence < sequence : millis < 0
    if (isOlder) low = middle + 1
    else high = middle
  }
  return low
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

  /** Creates a room for a request, at a time. */
  createRoom(tenant: TenantState, { metadata, roomLocked, ...others }: CreateRoomRequest, at: number): RoomState {
    return this.addRoom(tenant, {
      roomId: newRoomId(this.random, (roomId) => this.#rooms.has(roomId)),
      // mutant: `DateTime.makeUnsafe(at)` -> `DateTime.makeUnsafe(0)`
      createdAt: DateTime.makeUnsafe(at),
      // mutant: `roomLocked,` -> `roomLocked: false,`
      roomLocked,
      // mutant: `Option.map(Option.fromUndefinedOr(metadata), cloneMetadata)` -> `Option.none()`
      metadata: Option.map(Option.fromUndefinedOr(metadata), cloneMetadata),
      ...others
    })
  }

  /** Adds a room to the list of a tenant, at the place of its age. */
  addRoom(tenant: TenantState, room: Room): RoomState {
    const state: RoomState = { room, tenant, sequence: this.#roomCount++, sessions: [], running: undefined }
    // Rooms arrive in order of age, unless a scenario is seeded into a world that already has rooms.
    const index = countOlder(tenant.rooms, state)
    if (index === tenant.rooms.length) tenant.rooms.push(state)
    else tenant.rooms.splice(index, 0, state)
    this.#rooms.set(room.roomId, state)
    return state
  }

  room(tenant: TenantState, roomId: string): RoomState | undefined {
    const room = this.#rooms.get(roomId)
    // mutant: `return room?.tenant === tenant ? room : undefined` -> `return room`
    return room?.tenant === tenant ? room : undefined
  }

  session(tenant: TenantState, sessionId: SessionId): SessionState | undefined {
    const session = this.#sessions.get(sessionId)
    // mutant: `return session?.room.tenant === tenant ? session : undefined` -> `return session`
    return session?.room.tenant === tenant ? session : undefined
  }

  #known(roomId: RoomId): Result.Result<RoomState, RoomUnknown> {
    const room = this.#rooms.get(roomId)
    return room === undefined ? Result.fail(new RoomUnknown({ roomId })) : Result.succeed(room)
  }

  #busy(roomId: RoomId): Result.Result<RunningSession, RoomUnknown | RoomIdle> {
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
      const peerId = peer.peerId ?? PeerId.make(newId(this.random, "peer_"))
      // mutant: remove `if (room.room.roomLocked) return Result.fail(new RoomLocked({ roomId }))`
      if (room.room.roomLocked) return Result.fail(new RoomLocked({ roomId }))
      // mutant: remove `if (room.running?.present.has(peerId)) return Result.fail(new PeerPresent({ roomId, peerId }))`
      if (room.running?.present.has(peerId)) return Result.fail(new PeerPresent({ roomId, peerId }))
      const joinTime = Math.max(at, room.running?.latest ?? at)
      const stay: Stay = { peerId, metadata: peer.metadata, joinTime, exitTime: undefined }
      if (room.running === undefined) {
        // mutant: `const { session } = this.begin(room, SessionId.make(newId(this.random, "session_")), at, stay)` -> `const { session } = this.begin(room, SessionId.make(newId(this.random, "session_")), at + 1, stay)`
        const { session } = this.begin(room, SessionId.make(newId(this.random, "session_")), at, stay)
        return Result.succeed({ sessionId: session.sessionId, peerId })
      }
      this.enter(room.running, stay)
      return Result.succeed({ sessionId: room.running.session.sessionId, peerId })
    })
  }

  begin(room: RoomState, sessionId: SessionId, startTime: number, stay: Stay): RunningSession {
    const session: SessionState = {
      sessionId,
      room,
      startTime,
      endTime: undefined,
      stays: [stay],
      recordings: undefined
    }
    const running: RunningSession = { session, present: new Map(), latest: startTime }
    this.#admit(running, stay)
    room.sessions.push(session)
    room.running = running
    room.tenant.sessionCount++
    room.tenant.runningCount++
    room.tenant.runningStarts += startTime
    this.#sessions.set(sessionId, session)
    return running
  }

  enter(running: RunningSession, stay: Stay): void {
    // mutant: `running.session.stays.push(stay)` -> `if (!running.session.stays.some(({ peerId }) => peerId === stay.peerId)) running.session.stays.push(stay)`
    // mutant: `running.session.stays.push(stay)` -> `running.session.stays.push(stay); running.session.room.tenant.sessionCount++`
    running.session.stays.push(stay)
    this.#admit(running, stay)
  }

  #admit(running: RunningSession, stay: Stay): void {
    const { latest, present, session } = running
    if (stay.exitTime === undefined) present.set(stay.peerId, stay)
    running.latest = Math.max(latest, stay.exitTime ?? stay.joinTime)
    // mutant: `session.room.tenant.peers.add(stay.peerId)` -> `session.room.tenant.peers.add(PeerId.make(stay.peerId + session.sessionId))`
    session.room.tenant.peers.add(stay.peerId)
  }

  end({ latest, present, session }: RunningSession, at: number): void {
    const { room, startTime, stays } = session
    const endTime = Math.max(at, latest)
    // mutant: remove `for (const stay of present.values()) stay.exitTime = endTime`
    for (const stay of present.values()) stay.exitTime = endTime
    session.endTime = endTime
    // An array that grew has spare capacity, which adds up over a million ended sessions.
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
      room.room = { ...room.room, roomLocked: locked }
    })
  }

  /** Removes a room from the list and ends its session. Its sessions and recordings remain. */
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
    this.#rooms.delete(room.room.roomId)
  }

  record(sessionId: SessionId, recordingSize: number): Result.Result<Recording, SessionUnknown> {
    const session = this.#sessions.get(sessionId)
    if (session === undefined) return Result.fail(new SessionUnknown({ sessionId }))
    const id = RecordingId.make(newId(this.random, "recording_"))
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
}
