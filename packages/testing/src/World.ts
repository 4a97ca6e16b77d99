/**
 * One deterministic world of rooms and sessions, behind every door of this package.
 *
 * It runs on the `Clock` of whoever calls it and on randomness from a seed: under `TestClock`, ids and times are exact.
 *
 * @module
 */
import type { Operations } from "@effect-rooms/core/Backend"
import {
  MetadataTooLarge,
  NoLiveSession,
  RoomNotFound,
  SessionNotFound,
  Unauthorized
} from "@effect-rooms/core/DomainError"
import { answered } from "@effect-rooms/core/Evidence"
import type { PeerId, RoomId, SessionId } from "@effect-rooms/core/Identifier"
import type { LiveParticipants } from "@effect-rooms/core/LiveParticipant"
import { type Metadata, metadataBytes, metadataLimit } from "@effect-rooms/core/Metadata"
import type { OperationName } from "@effect-rooms/core/Operation"
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
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { Engine, type RoomState, type TenantState } from "./internal/engine.ts"
import { OperationLog } from "./internal/operationLog.ts"
import type { LogEntry } from "./LogEntry.ts"
import { type Scenario, seedEngine } from "./Scenario.ts"
import type { PeerAbsent, PeerPresent, RoomIdle, RoomLocked, RoomUnknown, SessionUnknown } from "./WorldError.ts"

/** The API key of a world that was given none. */
export const defaultApiKey = Redacted.make("dev")

/** What a world begins with. */
export interface WorldOptions {
  /** The tenants. Default: one, with `defaultApiKey`. */
  readonly apiKeys?: ReadonlyArray<Redacted.Redacted<string>>
  /** The same seed gives the same ids. Default: `"effect-rooms"`. */
  readonly seed?: string | number
  /** What has happened before the world begins, for the first tenant. Default: nothing. */
  readonly scenario?: Effect.Effect<Scenario>
}

/** Who joins a room. */
export interface Joining {
  /** Default: a new one. */
  readonly peerId?: PeerId
  /** What the peer's access token holds, such as `{ displayName: "Ada" }`. */
  readonly metadata?: Metadata
}

/** The nine operations, with exactly the errors that a world answers them with. */
export interface WorldOperations extends Operations {
  readonly createRoom: (request: CreateRoomRequest) => Effect.Effect<CreatedRoom, Unauthorized | MetadataTooLarge>
  readonly listRooms: (request: ListRoomsRequest) => Effect.Effect<RoomsPage, Unauthorized>
  readonly roomDetails: (request: RoomRequest) => Effect.Effect<RoomDetails, Unauthorized | RoomNotFound>
  readonly roomMetadata: (request: RoomRequest) => Effect.Effect<RoomMetadata, Unauthorized | RoomNotFound>
  readonly listSessions: (request: ListSessionsRequest) => Effect.Effect<SessionsPage, Unauthorized | RoomNotFound>
  readonly sessionParticipants: (request: SessionRequest) => Effect.Effect<Participants, Unauthorized | SessionNotFound>
  readonly liveParticipants: (request: RoomRequest) => Effect.Effect<LiveParticipants, Unauthorized | NoLiveSession>
  readonly listRecordings: (request: ListRecordingsRequest) => Effect.Effect<RecordingsPage, Unauthorized>
  readonly metrics: Effect.Effect<UsageMetrics, Unauthorized>
}

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
    /** Makes a scenario happen, up to now, for one tenant (default: the first). */
    readonly seed: (scenario: Scenario, apiKey?: Redacted.Redacted<string>) => Effect.Effect<void>
    /** The nine operations as one API key sees them. An unknown key is `Unauthorized`. */
    readonly operations: (apiKey: Redacted.Redacted<string>) => WorldOperations
    /** Whether an API key is one of the tenants'. */
    readonly isTenant: (apiKey: Redacted.Redacted<string>) => Effect.Effect<boolean>
    /** The newest 10 000 operations, oldest first. */
    readonly log: Effect.Effect<ReadonlyArray<LogEntry>>
  }
>()("@effect-rooms/testing/World") {
  /** A world of its own. */
  static readonly layer = (options?: WorldOptions): Layer.Layer<World> => Layer.effect(World, make(options))
}

const now = Effect.clockWith((clock) => clock.currentTimeMillis)

const timed = <A, E>(change: (at: number) => Result.Result<A, E>): Effect.Effect<A, E> =>
  Effect.flatMap(now, (at) => Effect.fromResult(change(at)))

const make = Effect.fnUntraced(function* (options: WorldOptions = {}) {
  const apiKeys = options.apiKeys ?? [defaultApiKey]
  const random = yield* Random.Random.pipe(Random.withSeed(options.seed ?? "effect-rooms"))
  const engine = new Engine(random)
  const log = new OperationLog()
  for (const apiKey of apiKeys) engine.addTenant(Redacted.value(apiKey))

  const operations = (apiKey: Redacted.Redacted<string>): WorldOperations => {
    const run = <I, A, E extends { readonly _tag: string }>(
      operation: OperationName,
      input: I,
      answer: (tenant: TenantState, at: number) => Result.Result<A, E>
    ): Effect.Effect<A, E | Unauthorized> =>
      timed((at): Result.Result<A, E | Unauthorized> => {
        const tenant = engine.tenant(Redacted.value(apiKey))
        const outcome: Result.Result<A, E | Unauthorized> =
          tenant === undefined
            ? Result.fail(new Unauthorized({ serverMessage: "unknown API key", evidence: answered(operation, 401) }))
            : answer(tenant, at)
        log.add({ at, operation, input, outcome: Result.isSuccess(outcome) ? "Success" : outcome.failure._tag })
        return outcome
      })

    const ofRoom = <A>(operation: OperationName, request: RoomRequest, answer: (room: RoomState) => A) =>
      run(operation, request, (tenant) => {
        const { roomId } = request
        const room = engine.room(tenant, roomId)
        return room === undefined
          ? Result.fail(
              new RoomNotFound({ roomId, serverMessage: "room not found", evidence: answered(operation, 404) })
            )
          : Result.succeed(answer(room))
      })

    const sessionNotFound = (operation: OperationName, sessionId: SessionId) =>
      new SessionNotFound({ sessionId, serverMessage: "session not found", evidence: answered(operation, 404) })

    return {
      createRoom: (request) =>
        run("createRoom", request, (tenant, at) => {
          const bytes = request.metadata === undefined ? 0 : metadataBytes(request.metadata)
          if (bytes > metadataLimit) {
            return Result.fail(
              new MetadataTooLarge({ bytes, limit: metadataLimit, evidence: answered("createRoom", 413) })
            )
          }
          const { roomId } = engine.createRoom(tenant, request, at)
          return Result.succeed({ message: "room created successfully", data: { roomId } })
        }),
      listRooms: (request) => run("listRooms", request, (tenant) => Result.succeed(engine.listRooms(tenant, request))),
      roomDetails: (request) =>
        ofRoom("roomDetails", request, (room) => ({
          roomId: room.roomId,
          roomLocked: room.locked,
          metadata: room.metadata
        })),
      roomMetadata: (request) => ofRoom("roomMetadata", request, ({ metadata }) => ({ metadata })),
      listSessions: (request) => ofRoom("listSessions", request, (room) => engine.listSessions(room, request)),
      sessionParticipants: (request) =>
        run("sessionParticipants", request, (tenant) => {
          const session = engine.session(tenant, request.sessionId)
          return session === undefined
            ? Result.fail(sessionNotFound("sessionParticipants", request.sessionId))
            : Result.succeed(engine.participants(session))
        }),
      liveParticipants: ({ roomId }) =>
        run("liveParticipants", { roomId }, (tenant) => {
          const running = engine.room(tenant, roomId)?.running
          return running === undefined
            ? Result.fail(
                new NoLiveSession({
                  roomId,
                  serverMessage: "no ongoing session",
                  evidence: answered("liveParticipants", 404)
                })
              )
            : Result.succeed(engine.liveParticipants(running))
        }),
      listRecordings: (request) =>
        run("listRecordings", request, (tenant) => {
          const { cursor, limit, sessionId } = request
          // A session that is not known has no recordings: the contract has no status for it.
          const recordings =
            sessionId === undefined ? tenant.recordings : (engine.session(tenant, sessionId)?.recordings ?? [])
          return Result.succeed(engine.listRecordings(recordings, cursor, limit))
        }),
      metrics: run("metrics", {}, (tenant, at) => Result.succeed(engine.metrics(tenant, at)))
    }
  }

  const seed = (scenario: Scenario, apiKey = apiKeys[0] ?? defaultApiKey) =>
    Effect.map(now, (at) => {
      const key = Redacted.value(apiKey)
      engine.addTenant(key)
      seedEngine(engine, engine.tenant(key) as TenantState, scenario, at)
    })

  if (options.scenario !== undefined) yield* Effect.flatMap(options.scenario, (scenario) => seed(scenario))

  return World.of({
    join: (roomId, peer = {}) => timed((at) => engine.join(roomId, peer, at)),
    leave: (roomId, peerId) => timed((at) => engine.leave(roomId, peerId, at)),
    endSession: (roomId) => timed((at) => engine.endSession(roomId, at)),
    lock: (roomId, locked) => Effect.suspend(() => Effect.fromResult(engine.lock(roomId, locked))),
    record: (sessionId, { recordingSize = 1_048_576 } = {}) =>
      Effect.suspend(() => Effect.fromResult(engine.record(sessionId, recordingSize))),
    livestream: (roomId) => Effect.suspend(() => Effect.fromResult(engine.livestream(roomId))),
    seed,
    operations,
    isTenant: (apiKey) => Effect.sync(() => engine.tenant(Redacted.value(apiKey)) !== undefined),
    log: Effect.sync(() => log.entries())
  })
})
