/** The types of the control service. */
import type { PeerId, RoomId, SessionId } from "@effect-rooms/core/Identifier"
import type { JsonMetadata } from "@effect-rooms/core/Metadata"
import type { Recording } from "@effect-rooms/core/Recording"
import type * as Clock from "effect/Clock"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { Fault, InvalidFault } from "../Fault.ts"
import type { InvalidScenario } from "../InvalidScenario.ts"
import type { LogEntry } from "../LogEntry.ts"
import type { Quirks } from "../Quirks.ts"
import type { Scenario } from "../scenario/schema.ts"
import type { PeerAbsent, PeerPresent, RoomIdle, RoomLocked, RoomUnknown, SessionUnknown } from "../WorldError.ts"
import type { InvalidSnapshot, WorldSnapshot } from "../WorldSnapshot.ts"

/** The initial state of a world. */
export interface WorldOptions {
  /** The API keys of the tenants. Default: one tenant, with `defaultApiKey`. */
  readonly apiKeys?: ReadonlyArray<Redacted.Redacted<string>>
  /** The same seed gives the same ids. Default: `"effect-rooms"`. */
  readonly seed?: string | number
  /** The past of the first tenant. Default: none. */
  readonly scenario?: Scenario | Effect.Effect<Scenario>
  /** How the world behaves where the contract leaves a choice. Default: `Quirks.defaults`. */
  readonly quirks?: Partial<Quirks>
  /** The clock of the world. Default: the clock of the caller. */
  readonly clock?: Pick<Clock.Clock, "currentTimeMillisUnsafe">
  /** The faults to inject from the start. Default: none. */
  readonly faults?: ReadonlyArray<Fault>
}

/** The options don't describe a possible world. */
export type WorldOptionsError = InvalidScenario | InvalidFault

/** The peer that joins a room. */
export interface Joining {
  /** Default: a new id. */
  readonly peerId?: PeerId
  /** The metadata of the peer's access token, such as `{ displayName: "Ada" }`. */
  readonly metadata?: JsonMetadata
}

/** A fault that is in effect. */
export interface InjectedFault {
  /** For example `fault-1`. */
  readonly id: string
  /** The number of requests it has applied to. */
  readonly applied: Effect.Effect<number>
  /** Removes the fault. */
  readonly remove: Effect.Effect<void>
}

/** Controls a world: lets people come and go, breaks things, and tells which requests arrived. */
export interface WorldControl {
  /** Lets a peer join a room. The first peer starts a session. */
  readonly join: (
    roomId: RoomId,
    peer?: Joining
  ) => Effect.Effect<{ readonly sessionId: SessionId; readonly peerId: PeerId }, RoomUnknown | RoomLocked | PeerPresent>
  /** Lets a peer leave a room. When the last peer leaves, the session ends. */
  readonly leave: (roomId: RoomId, peerId: PeerId) => Effect.Effect<void, RoomUnknown | RoomIdle | PeerAbsent>
  /** Ends the session of a room: every peer leaves. */
  readonly endSession: (roomId: RoomId) => Effect.Effect<SessionId, RoomUnknown | RoomIdle>
  /** Locks or unlocks a room. Nobody can join a locked room. */
  readonly lock: (roomId: RoomId, locked: boolean) => Effect.Effect<void, RoomUnknown>
  /** Adds a recording to a session. `recordingSize` defaults to 1 048 576. */
  readonly record: (
    sessionId: SessionId,
    options?: { readonly recordingSize?: number }
  ) => Effect.Effect<Recording, SessionUnknown>
  /** Counts a livestream of a room. */
  readonly livestream: (roomId: RoomId) => Effect.Effect<void, RoomUnknown>
  /** Deletes a room and ends its session. Its past still counts, and its sessions can still be read by their ids. */
  readonly deleteRoom: (roomId: RoomId) => Effect.Effect<void, RoomUnknown>
  /**
   * Adds the rooms of a scenario to one tenant (default: the first) and returns their ids in the order of the scenario. An
   * impossible scenario changes nothing.
   */
  readonly seed: (
    scenario: Scenario,
    apiKey?: Redacted.Redacted<string>
  ) => Effect.Effect<ReadonlyArray<RoomId>, InvalidScenario>

  /** Takes a snapshot of everything that has happened, as plain JSON. */
  readonly snapshot: Effect.Effect<WorldSnapshot>
  /**
   * Replaces everything that has happened by a snapshot. An invalid or impossible snapshot changes nothing. Quirks, faults and the
   * log stay.
   */
  readonly restore: (snapshot: unknown) => Effect.Effect<void, InvalidSnapshot>
  /** Starts again with the options that the world was made with, at its current time. */
  readonly reset: Effect.Effect<void, WorldOptionsError>

  /** The time of the world, in epoch milliseconds. */
  readonly now: Effect.Effect<number>

  /** How the world behaves where the contract leaves a choice. */
  readonly quirks: Effect.Effect<Quirks>
  /** Changes some of the quirks. */
  readonly setQuirks: (quirks: Partial<Quirks>) => Effect.Effect<void>

  /** Injects a fault, for every way into the world. Faults are tried in the order in which they were injected. */
  readonly inject: (fault: Fault) => Effect.Effect<InjectedFault, InvalidFault>
  /** Lists the faults in effect, with the number of requests each has applied to. */
  readonly faults: Effect.Effect<
    ReadonlyArray<{ readonly id: string; readonly fault: Fault; readonly applied: number }>
  >
  /** Removes a fault. An unknown id changes nothing. */
  readonly removeFault: (id: string) => Effect.Effect<void>
  /** Removes all faults. */
  readonly clearFaults: Effect.Effect<void>

  /** The newest 10 000 requests, oldest first. */
  readonly log: Effect.Effect<ReadonlyArray<LogEntry>>
}
