/** Lists that change while a client reads them: the fault `Drift`. */
import { PeerId, SessionId } from "@effect-rooms/core/Identifier"
import type { FaultAction, FaultRequest } from "../Fault.ts"
import type { Engine } from "./Engine.ts"
import { newId } from "./newId.ts"
import type { RecordingState, RoomState, Stay, TenantState } from "./WorldState.ts"

type Drift = Extract<FaultAction, { readonly _tag: "Drift" }>
type Change = Required<Omit<Drift, "_tag">>

/** Deletes rooms at the beginning and the end of the list, then creates new ones. */
const driftRooms = (engine: Engine, tenant: TenantState, change: Change, at: number): void => {
  const { added, removed, removedAtEnd } = change
  const { rooms } = tenant
  const isNewestFirst = engine.quirks.roomsOrder === "newestFirst"
  const [oldest, newest] = isNewestFirst ? [removedAtEnd, removed] : [removed, removedAtEnd]
  const gone = new Set([...rooms.slice(0, oldest), ...rooms.slice(Math.max(0, rooms.length - newest))])
  for (const { room } of gone) engine.deleteRoom(room.roomId, at)
  for (let index = 0; index < added; index++) engine.createRoom(tenant, { roomLocked: false }, at)
}

/** Adds sessions that end as soon as they begin. A running session keeps running. */
export const driftSessions = (engine: Engine, room: RoomState, added: number, at: number): void => {
  const { running } = room
  const { random } = engine
  for (let index = 0; index < added; index++) {
    const stay: Stay = { peerId: PeerId.make(newId(random, "peer_")), metadata: undefined, joinTime: at, exitTime: at }
    engine.end(engine.begin(room, SessionId.make(newId(random, "session_")), at, stay), at)
  }
  room.running = running
}

/** Adds recordings to the session that was recorded last. */
const driftRecordings = (engine: Engine, recordings: ReadonlyArray<RecordingState>, added: number): void => {
  const last = recordings.at(-1)
  for (let index = 0; last !== undefined && index < added; index++) engine.record(last.session.sessionId, 0)
}

/** Changes the list that a request is about to read. */
export const drift = (
  engine: Engine,
  tenant: TenantState,
  { input, operation }: FaultRequest,
  { added = 0, removed = 0, removedAtEnd = 0 }: Drift,
  at: number
): void => {
  // mutant: `if (operation === "listRooms") driftRooms` -> `if (added < 0) driftRooms`
  if (operation === "listRooms") driftRooms(engine, tenant, { added, removed, removedAtEnd }, at)
  // mutant: `if (operation === "listRecordings") driftRecordings` -> `if (added < 0) driftRecordings`
  if (operation === "listRecordings") driftRecordings(engine, tenant.recordings, added)
  const room = operation === "listSessions" ? engine.room(tenant, input.roomId ?? "") : undefined
  if (room !== undefined) driftSessions(engine, room, added, at)
}
