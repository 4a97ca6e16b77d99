import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { type Fault, InvalidFault } from "../Fault.ts"
import { checkFault } from "../faults/Faults.ts"
import { defaults } from "../Quirks.ts"
import type { Scenario } from "../scenario/schema.ts"
import { seedEngine } from "../scenario/seedEngine.ts"
import { clockFrom } from "./clockFrom.ts"
import { cloneMetadata } from "./cloneMetadata.ts"
import { Engine } from "./Engine.ts"
import { makeSeededRandom } from "./SeededRandom.ts"
import { restoreSnapshot, takeSnapshot } from "./snapshot.ts"
import type { WorldControl, WorldOptions, WorldOptionsError } from "./WorldControl.ts"
import { Host } from "./WorldHost.ts"

/** The API key of a world by default. */
export const defaultApiKey = Redacted.make("dev")

/** Makes a world: its host, and the control service over it. */
export const makeWorld = Effect.fnUntraced(function* (
  options: WorldOptions = {}
): Effect.fn.Return<{ readonly control: WorldControl; readonly host: Host }, WorldOptionsError> {
  const {
    apiKeys = [defaultApiKey],
    faults: firstFaults = [],
    quirks,
    scenario,
    seed: idSeed = "effect-rooms"
  } = options
  const makeEngine = Effect.map(makeSeededRandom(idSeed), (random) => new Engine(random, { ...defaults, ...quirks }))
  const host = new Host(yield* makeEngine, options.clock)

  const change = <A, E>(apply: (engine: Engine, at: number) => Result.Result<A, E>): Effect.Effect<A, E> =>
    Effect.flatMap(host.now, (at) => {
      host.changes++
      return Effect.fromResult(apply(host.engine, at))
    })

  const seed = (scenario: Scenario, apiKey = apiKeys[0] ?? defaultApiKey) =>
    change((engine, at) => {
      const key = Redacted.value(apiKey)
      const isKnown = engine.tenant(key) !== undefined
      const seeded = seedEngine(engine, engine.addTenant(key), scenario, at)
      // A rejected scenario has no effect.
      if (Result.isFailure(seeded) && !isKnown) engine.tenants.delete(key)
      return seeded
    })

  const inject = Effect.fnUntraced(function* (given: Fault) {
    const fault = yield* Effect.fromResult(checkFault(given))
    const { size } = host.engine.tenants
    if (fault.tenant !== undefined && fault.tenant >= size) {
      return yield* new InvalidFault({ path: "tenant", problem: `the world has ${size} API keys, counted from 0` })
    }
    const { faults } = host
    const rule = yield* faults.add(fault)
    return {
      id: rule.id,
      applied: Effect.sync(() => rule.applied),
      remove: Effect.sync(() => faults.remove(rule.id))
    }
  })

  /** Generates a scenario that ends at the current time of the world. */
  const atWorldTime = <A>(scenario: Effect.Effect<A>): Effect.Effect<A> => {
    const { clock } = options
    return clock === undefined
      ? scenario
      : Effect.clockWith((waiting) => Effect.provideService(scenario, Clock.Clock, clockFrom(clock, waiting)))
  }

  const begin = Effect.gen(function* () {
    host.begin(yield* makeEngine)
    for (const apiKey of apiKeys) host.engine.addTenant(Redacted.value(apiKey))
    if (scenario !== undefined) yield* seed(Effect.isEffect(scenario) ? yield* atWorldTime(scenario) : scenario)
    yield* Effect.forEach(firstFaults, inject)
    host.changes++
  })

  yield* begin

  const control: WorldControl = {
    join: (roomId, { metadata, ...peer } = {}) =>
      change((engine, at) =>
        engine.join(roomId, { ...peer, metadata: metadata === undefined ? undefined : cloneMetadata(metadata) }, at)
      ),
    leave: (roomId, peerId) => change((engine, at) => engine.leave(roomId, peerId, at)),
    endSession: (roomId) => change((engine, at) => engine.endSession(roomId, at)),
    lock: (roomId, locked) => change((engine) => engine.lock(roomId, locked)),
    deleteRoom: (roomId) => change((engine, at) => engine.deleteRoom(roomId, at)),
    record: (sessionId, { recordingSize = 1_048_576 } = {}) =>
      change((engine) => engine.record(sessionId, recordingSize)),
    livestream: (roomId) => change((engine) => engine.livestream(roomId)),
    seed,
    snapshot: Effect.sync(() => takeSnapshot(host.engine)),
    restore: (snapshot) =>
      Effect.suspend(() => {
        const { quirks, tenants } = host.engine
        return Effect.map(Effect.fromResult(restoreSnapshot(snapshot, [...tenants.keys()], quirks)), (engine) => {
          host.engine = engine
          host.changes++
        })
      }),
    reset: begin,
    now: host.now,
    quirks: Effect.sync(() => host.quirks),
    setQuirks: (quirks) =>
      Effect.sync(() => {
        host.engine.quirks = { ...host.quirks, ...quirks }
      }),
    inject,
    faults: Effect.sync(() => host.faults.list().map(({ applied, fault, id }) => ({ id, fault, applied }))),
    removeFault: (id) => Effect.sync(() => host.faults.remove(id)),
    clearFaults: Effect.sync(() => host.faults.clear()),
    log: Effect.sync(() => host.log.entries())
  }
  return { control, host }
})
