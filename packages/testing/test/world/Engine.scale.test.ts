/**
 * The operations read a page, no matter how long the lists are. The test counts every row that the engine reads, so it detects
 * a scan of a list without measuring time.
 */
import { assert, describe, it } from "@effect/vitest"
import { PeerId } from "@effect-rooms/core/Identifier"
import * as Result from "effect/Result"
import { defaults, type Quirks } from "../../src/Quirks.ts"
import { drift, driftSessions } from "../../src/world/drift.ts"
import { Engine } from "../../src/world/Engine.ts"
import { metricsOf, participantsOf, recordingsPage, roomsPage, sessionsPage } from "../../src/world/pages.ts"
import { SeededRandom } from "../../src/world/SeededRandom.ts"
import type { RoomState, SessionState, TenantState } from "../../src/world/WorldState.ts"

const rows = 5_000

/** The reads of a page of 10 and a binary search, with a margin. */
const fewRows = 64

let read = 0

/** Returns the same list, which counts reads of its rows. */
const watched = <A extends object>(list: A): A =>
  new Proxy(list, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (typeof key === "string" && /^\d+$/.test(key)) read++
      // An insertion or removal moves the following rows as one block of memory, without reading them.
      return key === "splice" && typeof value === "function" ? value.bind(target) : value
    }
  })

/** Returns the number of rows that a function reads. */
const rowsRead = (run: () => unknown): number => {
  read = 0
  run()
  return read
}

interface Large {
  readonly engine: Engine
  readonly tenant: TenantState
  readonly oldest: RoomState
  /** Has many sessions. */
  readonly room: RoomState
  /** Has many live participants. */
  readonly session: SessionState
  /** Has many recordings. */
  readonly recorded: SessionState
}

const at = rows + 10

/** An engine with long lists only. All rooms but the oldest were created at the same moment. */
const makeLarge = (quirks: Partial<Quirks>): Large => {
  const engine = new Engine(new SeededRandom([1, 2, 3, 4]), { ...defaults, ...quirks })
  const tenant = engine.addTenant("key")
  const create = (at: number) => engine.createRoom(tenant, { roomLocked: false }, at)
  const oldest = create(0)
  for (let index = 1; index < rows; index++) create(1)
  const room = create(1)
  driftSessions(engine, room, rows, 2)
  const [recorded] = room.sessions
  assert(recorded !== undefined)
  for (let index = 0; index < rows; index++) engine.record(recorded.sessionId, index)
  for (let index = 0; index < rows; index++) engine.join(room.room.roomId, {}, 3)
  const session = room.running?.session
  assert(session !== undefined)
  Object.assign(room, { sessions: watched(room.sessions) })
  Object.assign(session, { stays: watched(session.stays) })
  Object.assign(recorded, { recordings: watched(recorded.recordings ?? []) })
  Object.assign(tenant, {
    rooms: watched(tenant.rooms),
    deletedRooms: watched(tenant.deletedRooms),
    recordings: watched(tenant.recordings)
  })
  return { engine, tenant, oldest, room, session, recorded }
}

const peerId = PeerId.make("ada")

const operations: ReadonlyArray<readonly [name: string, run: (large: Large) => unknown]> = [
  ["createRoom", ({ engine, tenant }) => engine.createRoom(tenant, { roomLocked: false }, at)],
  ["the first page of listRooms", ({ engine, tenant }) => roomsPage(engine.quirks, tenant, {})],
  [
    "a page in the middle of listRooms",
    ({ engine, tenant }) => roomsPage(engine.quirks, tenant, { cursor: rows / 20 })
  ],
  ["the last page of listRooms", ({ engine, tenant }) => roomsPage(engine.quirks, tenant, { cursor: rows / 10 })],
  ["a page behind listRooms", ({ engine, tenant }) => roomsPage(engine.quirks, tenant, { cursor: rows })],
  ["a room", ({ engine, oldest, tenant }) => engine.room(tenant, oldest.room.roomId)],
  [
    "the first page of listSessions",
    ({ engine, room }) => sessionsPage(engine.quirks, room, { roomId: room.room.roomId, limit: 10 })
  ],
  [
    "a late page of listSessions",
    ({ engine, room }) =>
      sessionsPage(engine.quirks, room, { roomId: room.room.roomId, limit: 10, cursor: rows / 10 - 2 })
  ],
  ["a session", ({ engine, recorded, tenant }) => engine.session(tenant, recorded.sessionId)],
  ["participants of another session", ({ recorded }) => participantsOf(recorded)],
  ["all recordings", ({ engine, tenant }) => recordingsPage(engine.quirks, tenant.recordings, { limit: 10 })],
  [
    "a late page of recordings",
    ({ engine, tenant }) => recordingsPage(engine.quirks, tenant.recordings, { limit: 10, cursor: rows - 20 })
  ],
  [
    "recordings of a session",
    ({ engine, recorded }) => recordingsPage(engine.quirks, recorded.recordings ?? [], { limit: 10 })
  ],
  ["metrics", ({ tenant }) => metricsOf(tenant, at)],
  ["join", ({ engine, room }) => engine.join(room.room.roomId, { peerId }, at)],
  ["leave", ({ engine, room }) => engine.leave(room.room.roomId, peerId, at)],
  ["a first join", ({ engine, oldest }) => engine.join(oldest.room.roomId, { peerId }, at)],
  ["a last leave", ({ engine, oldest }) => engine.leave(oldest.room.roomId, peerId, at)],
  ["record", ({ engine, session }) => engine.record(session.sessionId, 1)],
  ["livestream", ({ engine, room }) => engine.livestream(room.room.roomId)],
  ["lock", ({ engine, room }) => engine.lock(room.room.roomId, true)],
  ["sessions that drift", ({ engine, room }) => driftSessions(engine, room, 3, at)],
  [
    "recordings that drift",
    ({ engine, tenant }) =>
      drift(engine, tenant, { operation: "listRecordings", input: {} }, { _tag: "Drift", added: 3 }, at)
  ],
  [
    "rooms that drift",
    ({ engine, tenant }) =>
      drift(
        engine,
        tenant,
        { operation: "listRooms", input: {} },
        { _tag: "Drift", added: 1, removed: 1, removedAtEnd: 1 },
        at
      )
  ],
  ["deleteRoom, the oldest", ({ engine, oldest }) => engine.deleteRoom(oldest.room.roomId, at)],
  ["a room of the past", ({ engine, tenant }) => engine.createRoom(tenant, { roomLocked: false }, 0)]
]

describe("an engine with long lists", () => {
  it.each<{ readonly quirks: Partial<Quirks> }>([
    { quirks: {} },
    {
      quirks: {
        roomsOrder: "oldestFirst",
        mostSessions: 7,
        sessionsSkip: "given",
        mostRecordings: 3,
        recordingsCursor: "opaque"
      }
    }
  ])("reads few rows for each operation, with $quirks", ({ quirks }) => {
    const large = makeLarge(quirks)
    for (const [name, run] of operations)
      assert.isAtMost(
        rowsRead(() => run(large)),
        fewRows,
        name
      )
  })

  it("is observed: a test that scans a list is detected", () => {
    const { engine, oldest, room, session, tenant } = makeLarge({})
    assert.isAtLeast(
      rowsRead(() => tenant.rooms.lastIndexOf(oldest)),
      rows
    )
    assert.isAtLeast(
      rowsRead(() => tenant.recordings.reduce((sum) => sum + 1, 0)),
      rows
    )
    assert.isAtLeast(
      rowsRead(() => room.sessions.filter(({ endTime }) => endTime === undefined)),
      rows
    )
    assert.isAtLeast(
      rowsRead(() => [...tenant.rooms]),
      rows
    )
    assert.isAtLeast(
      rowsRead(() => participantsOf(session)),
      rows
    )
    assert.strictEqual(
      rowsRead(() => roomsPage(engine.quirks, tenant, {})),
      10
    )
    assert(Result.isSuccess(engine.endSession(room.room.roomId, at)))
  })
})
