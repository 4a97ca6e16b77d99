/**
 * Converts the state of an engine to JSON and back. An impossible snapshot is rejected as a whole.
 */
import { fromSchemaError } from "@effect-rooms/core/unstable"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Quirks } from "../Quirks.ts"
import {
  InvalidSnapshot,
  OtherRoomFields,
  type RoomSnapshot,
  type SessionSnapshot,
  type TenantSnapshot,
  WorldSnapshot
} from "../WorldSnapshot.ts"
import { cloneMetadata } from "./cloneMetadata.ts"
import { Engine } from "./Engine.ts"
import { SeededRandom } from "./SeededRandom.ts"
import type { RoomState, SessionState, Stay, TenantState } from "./WorldState.ts"

const encodeOtherFields = Schema.encodeSync(OtherRoomFields)
const decodeOtherFields = Schema.decodeSync(OtherRoomFields)

const staySnapshot = ({ exitTime, joinTime, metadata, peerId }: Stay): SessionSnapshot["stays"][number] => ({
  peerId,
  joinTime,
  ...(exitTime === undefined ? {} : { exitTime }),
  ...(metadata === undefined ? {} : { metadata: cloneMetadata(metadata) })
})

const sessionSnapshot = ({
  endTime,
  sessionId,
  startTime,
  stays: [first, ...others]
}: SessionState): SessionSnapshot => ({
  sessionId,
  startTime,
  ...(endTime === undefined ? {} : { endTime }),
  stays: [staySnapshot(first), ...others.map(staySnapshot)]
})

const roomSnapshot = ({
  room: { createdAt, metadata, roomId, roomLocked, ...others },
  sessions
}: RoomState): RoomSnapshot => ({
  ...encodeOtherFields(others),
  roomId,
  createdAt: DateTime.toEpochMillis(createdAt),
  locked: roomLocked,
  ...(Option.isNone(metadata) ? {} : { metadata: cloneMetadata(metadata.value) }),
  sessions: sessions.map(sessionSnapshot)
})

const tenantSnapshot = ({ deletedRooms, livestreamCount, recordings, rooms }: TenantState): TenantSnapshot => ({
  rooms: rooms.map(roomSnapshot),
  deletedRooms: deletedRooms.map(roomSnapshot),
  recordings: recordings.map(({ recording, session: { sessionId } }) => ({ ...recording, sessionId })),
  livestreamCount
})

/** Returns the whole state as a snapshot. */
export const takeSnapshot = (engine: Engine): WorldSnapshot => ({
  format: "effect-rooms/world",
  version: 1,
  random: engine.random.state,
  tenants: Array.from(engine.tenants.values(), tenantSnapshot)
})

type Checked = Result.Result<void, InvalidSnapshot>

const refuse = (path: string, problem: string): Checked => Result.fail(new InvalidSnapshot({ path, problem }))

const Tenant = WorldSnapshot.fields.tenants.value
const Rooms = Schema.Array(Schema.Unknown)

/** A snapshot without its rooms, which are decoded one by one so that a large world isn't in memory twice. */
const Outline = Schema.Struct({
  ...WorldSnapshot.fields,
  tenants: Schema.Array(Schema.Struct({ ...Tenant.fields, rooms: Rooms, deletedRooms: Rooms }))
})
type TenantOutline = (typeof Outline.Type)["tenants"][number]

const decodeOutline = Schema.decodeUnknownResult(Outline)
const decodeRoom = Schema.decodeUnknownResult(Tenant.fields.rooms.value)

const invalid = (at: string, error: Schema.SchemaError): InvalidSnapshot => {
  const { path, problem } = fromSchemaError(error)
  return new InvalidSnapshot({ path: [at, path].filter((part) => part !== "").join("."), problem })
}

/** Checks that stays are within their session, and that stays of one peer don't overlap. */
const checkStays = ({ endTime, startTime, stays }: SessionSnapshot, path: string): Checked => {
  const present = new Map<string, number>()
  let isAnybodyThere = false
  for (const [index, { exitTime, joinTime, peerId }] of stays.entries()) {
    const at = `${path}.stays[${index}]`
    if (joinTime < startTime) return refuse(`${at}.joinTime`, "is before the session began")
    if (joinTime < (present.get(peerId) ?? joinTime)) return refuse(`${at}.peerId`, "is in the session already")
    if (exitTime === undefined) {
      if (endTime !== undefined) return refuse(`${at}.exitTime`, "is missing: the session has ended")
      isAnybodyThere = true
    } else {
      if (exitTime < joinTime) return refuse(`${at}.exitTime`, "is before joinTime")
      if (endTime !== undefined && exitTime > endTime) return refuse(`${at}.exitTime`, "is after the session ended")
    }
    present.set(peerId, exitTime ?? Number.POSITIVE_INFINITY)
  }
  return endTime === undefined && !isAnybodyThere
    ? refuse(`${path}.endTime`, "is missing: everybody has left")
    : Result.void
}

const checkSession = (session: SessionSnapshot, path: string, mayRun: boolean, ids: Set<string>): Checked => {
  const { endTime, sessionId, startTime } = session
  if (ids.has(sessionId)) return refuse(`${path}.sessionId`, "is already the id of something else")
  ids.add(sessionId)
  if (endTime === undefined && !mayRun)
    return refuse(`${path}.endTime`, "is missing: only the newest session of a room can be running")
  if (endTime !== undefined && endTime < startTime) return refuse(`${path}.endTime`, "is before startTime")
  return checkStays(session, path)
}

const checkRoom = (room: RoomSnapshot, path: string, isDeleted: boolean, ids: Set<string>): Checked => {
  if (ids.has(room.roomId)) return refuse(`${path}.roomId`, "is already the id of something else")
  ids.add(room.roomId)
  // At most one session is running, and none in a deleted room.
  let mayRun = !isDeleted
  for (const [index, session] of room.sessions.entries()) {
    const checked = checkSession(session, `${path}.sessions[${index}]`, mayRun, ids)
    if (Result.isFailure(checked)) return checked
    mayRun = mayRun && session.endTime !== undefined
  }
  return Result.void
}

const toStay = ({ exitTime, metadata, ...stay }: SessionSnapshot["stays"][number]): Stay => ({
  ...stay,
  exitTime,
  metadata: metadata === undefined ? undefined : cloneMetadata(metadata)
})

const restoreRoom = (
  engine: Engine,
  tenant: TenantState,
  { createdAt, locked, metadata, roomId, sessions, ...others }: RoomSnapshot
): RoomState => {
  const state = engine.addRoom(tenant, {
    roomId,
    createdAt: DateTime.toUtc(DateTime.makeUnsafe(createdAt)),
    roomLocked: locked,
    metadata: Option.map(Option.fromUndefinedOr(metadata), cloneMetadata),
    ...decodeOtherFields(others)
  })
  for (const { endTime, sessionId, startTime, stays } of sessions) {
    const [first, ...others] = stays
    const before = state.running
    const running = engine.begin(state, sessionId, startTime, toStay(first))
    for (const stay of others) engine.enter(running, toStay(stay))
    if (endTime === undefined) continue
    engine.end(running, endTime)
    state.running = before
  }
  return state
}

/** Restores a tenant. Fails if an id is taken, or if a recording belongs to no session of the tenant. */
const restoreTenant = (
  engine: Engine,
  tenant: TenantState,
  outline: TenantOutline,
  path: string,
  ids: Set<string>
): Checked => {
  for (const list of ["deletedRooms", "rooms"] as const) {
    const isDeleted = list === "deletedRooms"
    for (const [index, input] of outline[list].entries()) {
      const at = `${path}.${list}[${index}]`
      const room = decodeRoom(input)
      if (Result.isFailure(room)) return Result.fail(invalid(at, room.failure))
      const checked = checkRoom(room.success, at, isDeleted, ids)
      if (Result.isFailure(checked)) return checked
      const state = restoreRoom(engine, tenant, room.success)
      if (isDeleted) engine.forgetRoom(state)
    }
  }
  for (const [index, { sessionId, ...recording }] of outline.recordings.entries()) {
    const at = `${path}.recordings[${index}]`
    if (ids.has(recording.id)) return refuse(`${at}.id`, "is already the id of something else")
    ids.add(recording.id)
    const session = engine.session(tenant, sessionId)
    if (session === undefined) return refuse(`${at}.sessionId`, "isn't a session of this tenant")
    engine.addRecording(session, recording)
  }
  tenant.livestreamCount = outline.livestreamCount
  return Result.void
}

/** Returns an engine in the state of a snapshot, with tenants assigned to API keys in order. */
export const restoreSnapshot = (
  input: unknown,
  apiKeys: ReadonlyArray<string>,
  quirks: Quirks
): Result.Result<Engine, InvalidSnapshot> =>
  Result.gen(function* () {
    const { random, tenants } = yield* Result.mapError(decodeOutline(input), (error) => invalid("", error))
    if (tenants.length > apiKeys.length) {
      yield* refuse(
        "tenants",
        `has ${tenants.length}, but the world has ${apiKeys.length} API keys: there must be one tenant per key, in the same order`
      )
    }
    const engine = new Engine(new SeededRandom(random), quirks)
    const ids = new Set<string>()
    for (const [index, apiKey] of apiKeys.entries()) {
      const tenant = engine.addTenant(apiKey)
      const outline = tenants[index]
      if (outline !== undefined) yield* restoreTenant(engine, tenant, outline, `tenants[${index}]`, ids)
    }
    return engine
  })
