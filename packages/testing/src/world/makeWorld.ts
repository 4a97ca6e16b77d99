/**
 * A world: one engine behind the control service.
 */
import type { OperationName } from "@effect-rooms/core/unstable"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { type Fault, type FaultAction, type FaultRequest, InvalidFault } from "../Fault.ts"
import { checkFault, Faults, type Met } from "../faults/Faults.ts"
import { defaults } from "../Quirks.ts"
import type { Scenario } from "../Scenario.ts"
import { seedEngine } from "../scenario/seedEngine.ts"
import { isWrittenPlainly } from "../serve/writtenAnswer.ts"
import type { World, WorldOptions, WorldOptionsError } from "../World.ts"
import { tellingClock } from "./clockFrom.ts"
import { storedMetadata } from "./cloneMetadata.ts"
import { Engine, type TenantState } from "./Engine.ts"
import { OperationLog } from "./OperationLog.ts"
import { makeSeededRandom } from "./SeededRandom.ts"
import { restoreSnapshot, takeSnapshot } from "./snapshot.ts"
import { millisOf } from "./worldMillis.ts"
import { CurrentFault, makeWorldOperations, type WorldState } from "./worldOperations.ts"

/** The API key of a world that was given none. */
export const defaultApiKey = Redacted.make("dev")

const isPrevented = (ending: Met["ending"]): boolean => {
  switch (ending?._tag) {
    case "Refuse":
      return true
    case "Reset":
      return ending.when === "beforeWork"
    case "Respond":
      return ending.when !== "afterWork"
    case undefined:
    case "Stall":
    case "Cut":
    case "Drip":
      return false
  }
}

/** Changes the list that is about to be read. */
const drift = (
  engine: Engine,
  tenant: TenantState,
  { input, operation }: FaultRequest,
  { drifts }: Met,
  at: number
) => {
  for (const { added = 0, removed = 0, removedAtEnd = 0 } of drifts) {
    // mutant: `if (operation === "listRooms") engine.driftRooms` -> `if (added < 0) engine.driftRooms`
    if (operation === "listRooms") engine.driftRooms(tenant, { added, removed, removedAtEnd }, at)
    // mutant: `if (operation === "listRecordings") engine.driftRecordings` -> `if (added < 0) engine.driftRecordings`
    if (operation === "listRecordings") engine.driftRecordings(tenant.recordings, added)
    if (operation === "listSessions") {
      const room = engine.room(tenant, input.roomId ?? "")
      if (room !== undefined) engine.driftSessions(room, added, at)
    }
  }
}

export const makeWorld = Effect.fnUntraced(function* (
  options: WorldOptions = {}
): Effect.fn.Return<World["Service"], WorldOptionsError> {
  const {
    apiKeys = [defaultApiKey],
    faults: firstFaults = [],
    quirks,
    scenario,
    seed: idSeed = "effect-rooms"
  } = options
  const makeEngine = Effect.map(makeSeededRandom(idSeed), (random) => new Engine(random, { ...defaults, ...quirks }))
  const state: WorldState = { engine: yield* makeEngine, changes: 0, log: new OperationLog(), clock: options.clock }
  let faults = new Faults()
  let requests = 0

  const now = Effect.clockWith((clock) => Effect.succeed(millisOf(options.clock ?? clock)))

  const change = <A, E>(apply: (engine: Engine, at: number) => Result.Result<A, E>): Effect.Effect<A, E> =>
    Effect.flatMap(now, (at) => {
      state.changes++
      return Effect.fromResult(apply(state.engine, at))
    })

  const seed = (scenario: Scenario, apiKey = apiKeys[0] ?? defaultApiKey) =>
    change((engine, at) => {
      const key = Redacted.value(apiKey)
      const isKnown = engine.tenant(key) !== undefined
      const seeded = seedEngine(engine, engine.addTenant(key), scenario, at)
      // What is refused leaves nothing behind.
      if (Result.isFailure(seeded) && !isKnown) engine.tenants.delete(key)
      return seeded
    })

  const inject = Effect.fnUntraced(function* (given: Fault) {
    const fault = yield* Effect.fromResult(checkFault(given))
    const { size } = state.engine.tenants
    if (fault.tenant !== undefined && fault.tenant >= size) {
      return yield* new InvalidFault({ path: "tenant", problem: `the world has ${size} API keys, counted from 0` })
    }
    const rule = yield* faults.add(fault)
    return {
      id: rule.id,
      met: Effect.sync(() => rule.met),
      remove: Effect.sync(() => faults.remove(rule.id))
    }
  })

  /** What is made up to now is made up to the now of the world. */
  const atItsTime = <A>(scenario: Effect.Effect<A>): Effect.Effect<A> => {
    const { clock } = options
    return clock === undefined
      ? scenario
      : Effect.clockWith((beneath) => Effect.provideService(scenario, Clock.Clock, tellingClock(clock, beneath)))
  }

  const begin = Effect.gen(function* () {
    state.engine = yield* makeEngine
    state.log = new OperationLog()
    faults = new Faults()
    requests = 0
    for (const apiKey of apiKeys) state.engine.addTenant(Redacted.value(apiKey))
    if (scenario !== undefined) yield* seed(Effect.isEffect(scenario) ? yield* atItsTime(scenario) : scenario)
    yield* Effect.forEach(firstFaults, inject)
    state.changes++
  })

  const meet = (
    apiKey: Redacted.Redacted<string>,
    operation: OperationName,
    input: () => FaultRequest["input"],
    requested: ReadonlyArray<FaultAction> = []
  ): Effect.Effect<Met | undefined> =>
    Effect.flatMap(now, (at) => {
      const key = Redacted.value(apiKey)
      const place = () => {
        const found = [...state.engine.tenants.keys()].indexOf(key)
        return found === -1 ? undefined : found
      }
      const met = faults.meet({ operation, input, tenant: place }, at, requested)
      if (met === undefined) return Effect.undefined
      const tenant = state.engine.tenant(key)
      if (tenant !== undefined && met.drifts.length > 0) {
        state.changes++
        drift(state.engine, tenant, { operation, input: input() }, met, at)
      }
      if (met.ending !== undefined && isPrevented(met.ending)) {
        state.log.add({ at, operation, input: input(), outcome: "NotDone", fault: met.ending._tag })
      }
      return Effect.succeed(met)
    })

  yield* begin

  return {
    join: (roomId, { metadata, ...peer } = {}) =>
      change((engine, at) =>
        engine.join(roomId, { ...peer, metadata: metadata === undefined ? undefined : storedMetadata(metadata) }, at)
      ),
    leave: (roomId, peerId) => change((engine, at) => engine.leave(roomId, peerId, at)),
    endSession: (roomId) => change((engine, at) => engine.endSession(roomId, at)),
    lock: (roomId, locked) => change((engine) => engine.lock(roomId, locked)),
    deleteRoom: (roomId) => change((engine, at) => engine.deleteRoom(roomId, at)),
    record: (sessionId, { recordingSize = 1_048_576 } = {}) =>
      change((engine) => engine.record(sessionId, recordingSize)),
    livestream: (roomId) => change((engine) => engine.livestream(roomId)),
    seed,
    snapshot: Effect.sync(() => takeSnapshot(state.engine)),
    restore: (snapshot) =>
      Effect.suspend(() => {
        const { engine } = state
        const restored = restoreSnapshot(snapshot, [...engine.tenants.keys()], engine.quirks)
        return Effect.map(Effect.fromResult(restored), (engine) => {
          state.engine = engine
          state.changes++
        })
      }),
    quirks: Effect.sync(() => state.engine.quirks),
    setQuirks: (quirks) =>
      Effect.sync(() => {
        state.engine.quirks = { ...state.engine.quirks, ...quirks }
      }),
    reset: begin,
    now,
    changes: Effect.sync(() => state.changes),
    inject,
    faults: Effect.sync(() => faults.list().map(({ fault, id, met }) => ({ id, fault, met }))),
    removeFault: (id) => Effect.sync(() => faults.remove(id)),
    isPlain: Effect.sync(() => faults.isEmpty && isWrittenPlainly(state.engine.quirks)),
    hasFaults: Effect.sync(() => !faults.isEmpty),
    clearFaults: Effect.sync(() => faults.clear()),
    meet,
    nextRequestId: Effect.sync(() =>
      state.engine.quirks.requestId === "none" ? undefined : `request-${String(++requests).padStart(8, "0")}`
    ),
    operations: (apiKey) => makeWorldOperations(state, apiKey),
    isTenant: (apiKey) => Effect.sync(() => state.engine.tenant(Redacted.value(apiKey)) !== undefined),
    logUnauthorized: (operation, input) =>
      Effect.withFiber((fiber) => {
        const fault = fiber.getRef(CurrentFault)
        const entry = { operation, input, outcome: "Unauthorized", ...(fault === undefined ? {} : { fault }) }
        return Effect.map(now, (at) => state.log.add({ at, ...entry }))
      }),
    log: Effect.sync(() => state.log.entries())
  }
})
