/**
 * One deterministic world of rooms and sessions, behind every door of this package.
 *
 * It runs on the `Clock` of whoever calls it and on randomness from a seed: under `TestClock`, ids and times are exact.
 *
 * @module
 */

import type { Operations } from "@effect-rooms/core/Backend"
import type {
  InvalidRequest,
  NoLiveSession,
  RoomNotFound,
  SessionNotFound,
  Unauthorized
} from "@effect-rooms/core/DomainError"
import type { PeerId, RoomId, SessionId } from "@effect-rooms/core/Identifier"
import type { LiveParticipants } from "@effect-rooms/core/LiveParticipant"
import type { JsonMetadata } from "@effect-rooms/core/Metadata"
import type { ListRecordingsRequest, Recording, RecordingsPage } from "@effect-rooms/core/Recording"
import type {
  CreatedRoom,
  CreateRoomRequest,
  ListRoomsRequest,
  RoomDetails,
  RoomMetadata,
  RoomRequest,
  RoomsPage
} from "@effect-rooms/core/Room"
import type { ListSessionsRequest, Participants, SessionRequest, SessionsPage } from "@effect-rooms/core/Session"
import type { UsageMetrics } from "@effect-rooms/core/UsageMetrics"
import type { OperationName } from "@effect-rooms/core/unstable"
import type * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type { Fault, FaultAction, FaultRequest, InvalidFault } from "./Fault.ts"
import type { Met } from "./faults/Faults.ts"
import type { InvalidScenario } from "./InvalidScenario.ts"
import type { LogEntry } from "./LogEntry.ts"
import type { Quirks } from "./Quirks.ts"
import type { Scenario } from "./Scenario.ts"
import type { PeerAbsent, PeerPresent, RoomIdle, RoomLocked, RoomUnknown, SessionUnknown } from "./WorldError.ts"
import type { InvalidSnapshot, WorldSnapshot } from "./WorldSnapshot.ts"
import { makeWorld } from "./world/makeWorld.ts"

export type { Met } from "./faults/Faults.ts"
export { defaultApiKey } from "./world/makeWorld.ts"

/** What a world begins with. */
export interface WorldOptions {
  /** The tenants. Default: one, with `defaultApiKey`. */
  readonly apiKeys?: ReadonlyArray<Redacted.Redacted<string>>
  /** The same seed gives the same ids. Default: `"effect-rooms"`. */
  readonly seed?: string | number
  /** What has happened before the world begins, for the first tenant. Default: nothing. */
  readonly scenario?: Scenario | Effect.Effect<Scenario>
  /** How the world reads what the contract leaves open. Default: `Quirks.defaults`. */
  readonly quirks?: Partial<Quirks>
  /** Tells the time of the world. Default: the clock of whoever calls. */
  readonly clock?: Pick<Clock.Clock, "currentTimeMillisUnsafe">
  /** What requests meet from the beginning. Default: nothing. */
  readonly faults?: ReadonlyArray<Fault>
}

/** Why a world could not be made as it was described. */
export type WorldOptionsError = InvalidScenario | InvalidFault

/** Who joins a room. */
export interface Joining {
  /** Default: a new one. */
  readonly peerId?: PeerId
  /** What the peer's access token holds, such as `{ displayName: "Ada" }`. */
  readonly metadata?: JsonMetadata
}

/** A fault at work. */
export interface InjectedFault {
  /** Such as `fault-1`. */
  readonly id: string
  /** How many requests have met it. */
  readonly met: Effect.Effect<number>
  /** Takes it away. */
  readonly remove: Effect.Effect<void>
}

/** The nine operations, with exactly the errors that a world answers them with. */
export interface WorldOperations extends Operations {
  readonly createRoom: (request: CreateRoomRequest) => Effect.Effect<CreatedRoom, Unauthorized | InvalidRequest>
  readonly listRooms: (request: ListRoomsRequest) => Effect.Effect<RoomsPage, Unauthorized>
  readonly roomDetails: (request: RoomRequest) => Effect.Effect<RoomDetails, Unauthorized | RoomNotFound>
  readonly roomMetadata: (request: RoomRequest) => Effect.Effect<RoomMetadata, Unauthorized | RoomNotFound>
  readonly listSessions: (request: ListSessionsRequest) => Effect.Effect<SessionsPage, Unauthorized | RoomNotFound>
  readonly sessionParticipants: (request: SessionRequest) => Effect.Effect<Participants, Unauthorized | SessionNotFound>
  readonly liveParticipants: (request: RoomRequest) => Effect.Effect<LiveParticipants, Unauthorized | NoLiveSession>
  readonly listRecordings: (request: ListRecordingsRequest) => Effect.Effect<RecordingsPage, Unauthorized>
  readonly metrics: (request: Record<never, never>) => Effect.Effect<UsageMetrics, Unauthorized>
}

/**
 * Drives a world as people in rooms do, breaks it, and tells what was asked of it.
 *
 * @example
 * ```ts
 * import { assert, it } from "@effect/vitest"
 * import { LiveRooms, Rooms } from "@effect-rooms/core"
 * import { FakeRooms, World } from "@effect-rooms/testing"
 * import { Effect } from "effect"
 *
 * it.effect("knows who is in a room", () =>
 *   Effect.gen(function* () {
 *     const world = yield* World
 *     const { roomId } = yield* Rooms.use((rooms) => rooms.create({}))
 *     yield* world.join(roomId, { metadata: { displayName: "Ada" } })
 *     const { count } = yield* LiveRooms.use((live) => live.participants(roomId))
 *     assert.strictEqual(count, 1)
 *   }).pipe(Effect.provide(FakeRooms.layer()))
 * )
 * ```
 */
export class World extends Context.Service<
  World,
  {
    /** A peer enters a room. The first one begins a session. */
    readonly join: (
      roomId: RoomId,
      peer?: Joining
    ) => Effect.Effect<
      { readonly sessionId: SessionId; readonly peerId: PeerId },
      RoomUnknown | RoomLocked | PeerPresent
    >
    /** A peer leaves a room. The last one ends the session. */
    readonly leave: (roomId: RoomId, peerId: PeerId) => Effect.Effect<void, RoomUnknown | RoomIdle | PeerAbsent>
    /** Everybody leaves, and the session ends. */
    readonly endSession: (roomId: RoomId) => Effect.Effect<SessionId, RoomUnknown | RoomIdle>
    /** Locks or unlocks a room. A locked room refuses joins. */
    readonly lock: (roomId: RoomId, locked: boolean) => Effect.Effect<void, RoomUnknown>
    /** Adds a recording to a session. `recordingSize` defaults to 1 048 576. */
    readonly record: (
      sessionId: SessionId,
      options?: { readonly recordingSize?: number }
    ) => Effect.Effect<Recording, SessionUnknown>
    /** Counts a livestream of a room. */
    readonly livestream: (roomId: RoomId) => Effect.Effect<void, RoomUnknown>
    /** Takes a room away. Its session ends; what happened in it still counts, and is found by the ids of its sessions. */
    readonly deleteRoom: (roomId: RoomId) => Effect.Effect<void, RoomUnknown>
    /**
     * Makes a scenario happen, up to now, for one tenant (default: the first), and gives the ids of its rooms in the order of the
     * scenario. A scenario that cannot have happened changes nothing.
     */
    readonly seed: (
      scenario: Scenario,
      apiKey?: Redacted.Redacted<string>
    ) => Effect.Effect<ReadonlyArray<RoomId>, InvalidScenario>

    /** Everything that has happened, as plain JSON. */
    readonly snapshot: Effect.Effect<WorldSnapshot>
    /**
     * Puts a snapshot in place of everything that has happened. What is no snapshot, or cannot have happened, changes nothing.
     * Quirks, faults and the log stay.
     */
    readonly restore: (snapshot: unknown) => Effect.Effect<void, InvalidSnapshot>

    /** Begins again: with the options that the world was made from, at the time that it is now. */
    readonly reset: Effect.Effect<void, WorldOptionsError>
    /** A number that grows whenever what has happened changes: whether a snapshot is still the latest. */
    readonly changes: Effect.Effect<number>

    /** The time of the world, in epoch milliseconds. */
    readonly now: Effect.Effect<number>

    /** How the world reads what the contract leaves open. */
    readonly quirks: Effect.Effect<Quirks>
    /** Changes some of the readings. */
    readonly setQuirks: (quirks: Partial<Quirks>) => Effect.Effect<void>

    /** Lets requests meet a fault, through every door. Faults are asked in the order in which they were injected. */
    readonly inject: (fault: Fault) => Effect.Effect<InjectedFault, InvalidFault>
    /** The faults that are at work, and how many requests have met each. */
    readonly faults: Effect.Effect<ReadonlyArray<{ readonly id: string; readonly fault: Fault; readonly met: number }>>
    /** Takes a fault away. An id that is not known changes nothing. */
    readonly removeFault: (id: string) => Effect.Effect<void>
    /** Takes all faults away. */
    readonly clearFaults: Effect.Effect<void>
    /** Whether requests pass a door as they are: there is no fault, and no quirk that acts on bytes. */
    readonly isPlain: Effect.Effect<boolean>
    /** Whether any fault is there to be met. */
    readonly hasFaults: Effect.Effect<boolean>
    /**
     * What a request meets, for a door to bring about: `undefined` is nothing. Counts the request, changes the lists that are to
     * drift, and logs it where its work is not to be done. `input` is read only where a fault looks at it. `requested` is what the
     * request asks for itself, before any injected fault.
     */
    readonly meet: (
      apiKey: Redacted.Redacted<string>,
      operation: OperationName,
      input: () => FaultRequest["input"],
      requested?: ReadonlyArray<FaultAction>
    ) => Effect.Effect<Met | undefined>

    /** An id for a request, where the quirk `requestId` names a header to carry it. */
    readonly nextRequestId: Effect.Effect<string | undefined>

    /** The nine operations as one API key sees them, without faults. An unknown key is `Unauthorized`. */
    readonly operations: (apiKey: Redacted.Redacted<string>) => WorldOperations
    /** Whether an API key is one of the tenants'. */
    readonly isTenant: (apiKey: Redacted.Redacted<string>) => Effect.Effect<boolean>
    /** Logs a request that a door refused because no tenant has its API key. */
    readonly logUnauthorized: (operation: OperationName, input: FaultRequest["input"]) => Effect.Effect<void>
    /** The newest 10 000 operations, oldest first. */
    readonly log: Effect.Effect<ReadonlyArray<LogEntry>>
  }
>()("@effect-rooms/testing/World") {
  /**
   * Makes a world that nothing else shares.
   *
   * @example
   * ```ts
   * import { Scenario, World } from "@effect-rooms/testing"
   *
   * const layer = World.layer({ scenario: Scenario.office({ rooms: 25 }), quirks: { requestId: "none" } })
   * ```
   */
  static readonly layer = (options?: WorldOptions): Layer.Layer<World, WorldOptionsError> =>
    Layer.effect(World, makeWorld(options))
}
