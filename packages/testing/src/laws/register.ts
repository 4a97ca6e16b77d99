/**
 * Registers laws as tests. A law that cannot be run becomes a skipped test whose name says why.
 */
import { describe, it, layer } from "@effect/vitest"
import type { RoomServices } from "@effect-rooms/core/RoomServices"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { World } from "../World.ts"
import { blackBox } from "./blackBox.ts"
import { changing } from "./changing.ts"
import { moving } from "./concurrentChanges.ts"
import { createOnce } from "./createOnce.ts"
import { nowhere } from "./deadEndCursors.ts"
import { errors } from "./errors.ts"
import { faults } from "./faults.ts"
import { seedAny, start } from "./fixtures.ts"
import { input } from "./input.ts"
import { type Client, client, type Law } from "./law.ts"
import { metrics } from "./metrics.ts"
import { presence } from "./presence.ts"
import { recordings } from "./recordings.ts"
import { rooms } from "./rooms.ts"
import { roomsList } from "./roomsList.ts"
import { allSessions, sessionsList } from "./sessionsList.ts"
import { tenants } from "./tenants.ts"
import { watch } from "./watch.ts"

const chapters = [
  rooms,
  createOnce,
  roomsList,
  presence,
  watch,
  sessionsList,
  allSessions,
  recordings,
  metrics,
  tenants,
  input,
  errors,
  faults,
  moving,
  changing,
  nowhere,
  blackBox
]

/** The subject of the laws, and how to run them. */
export interface Subject<R, E> {
  readonly layer: Layer.Layer<RoomServices | R, E>
  readonly hasWorld: boolean
  readonly isLive: boolean
  readonly attempts: number
  readonly refusals: boolean
  readonly clientOf:
    | ((apiKey: Redacted.Redacted<string>) => Layer.Layer<RoomServices, unknown, RoomServices | R>)
    | undefined
  readonly otherKey: Redacted.Redacted<string> | undefined
}

/** Longer than any law takes, even over a slow network. */
const liveTimeout = 120_000

/** Returns why a law cannot be run, or `undefined` if it can. */
const obstacle = <R, E>({ needs }: Law, subject: Subject<R, E>): string | undefined => {
  const noWorld = subject.hasWorld ? undefined : "needs the World in the layer"
  const noClients = subject.clientOf === undefined ? "needs the option clientOf" : undefined
  switch (needs) {
    case "client":
      return undefined
    case "clients":
      return noClients
    case "otherKey":
      return noClients ?? (subject.otherKey === undefined ? "needs the option otherKey" : undefined)
    case "world":
      return noWorld
    case "worldAndClients":
      return noWorld ?? noClients
    case "worldAndRefusals":
      return noWorld ?? (subject.refusals ? undefined : "needs connections that a fault can refuse")
    case "worldAndRetries":
      return noWorld ?? (subject.attempts > 1 ? undefined : "needs a client with retries and the option attempts")
  }
}

// `obstacle` has checked that the subject has what the law needs.
const missing = Effect.die("the subject of the laws lacks what this one needs")

const holds = Effect.fnUntraced(function* <R, E>(
  law: Law,
  { attempts, clientOf, otherKey }: Subject<R, E>
): Effect.fn.Return<void, unknown, R | RoomServices | Scope.Scope> {
  const mine = yield* client
  const context = yield* Effect.context<RoomServices | R>()
  const clients = {
    clientOf: (apiKey: Redacted.Redacted<string>): Effect.Effect<Client, unknown, Scope.Scope> =>
      // Fresh, so that layers it shares with the first client are built again.
      clientOf === undefined
        ? missing
        : Layer.build(Layer.fresh(clientOf(apiKey))).pipe(
            Effect.provideContext(context),
            Effect.flatMap((services) => Effect.provideContext(client, services))
          )
  }
  const world = Option.getOrUndefined(yield* Effect.serviceOption(World))
  const makesNoData = law.needs === "client" || law.needs === "clients" || law.needs === "otherKey"
  if (world !== undefined && makesNoData) yield* seedAny(world)
  const ground = world === undefined ? undefined : { ...mine, world, quirks: yield* world.quirks, attempts }
  switch (law.needs) {
    case "client":
      return yield* law.holds(mine)
    case "clients":
      return yield* law.holds({ ...mine, ...clients })
    case "otherKey":
      if (otherKey === undefined) return yield* missing
      return yield* law.holds({ ...mine, other: yield* clients.clientOf(otherKey) })
    case "world":
    case "worldAndRefusals":
    case "worldAndRetries":
      return yield* ground === undefined ? missing : law.holds(ground)
    case "worldAndClients":
      return yield* ground === undefined ? missing : law.holds({ ...ground, ...clients })
  }
})

/** Registers a test with the services of a layer. */
type Register<R> = (name: string, effect: Effect.Effect<void, unknown, RoomServices | R | Scope.Scope>) => void

const registerChapters = <R, E>(subject: Subject<R, E>, register: Register<R>) => {
  for (const { laws, title } of chapters) {
    describe(title, () => {
      for (const law of laws) {
        const reason = obstacle(law, subject)
        if (reason === undefined) register(law.name, holds(law, subject))
        else it.skip(`${law.name} (skipped: ${reason})`)
      }
    })
  }
}

export const registerLaws = <R, E>(name: string, subject: Subject<R, E>) =>
  describe(name, () => {
    if (subject.isLive) {
      // One client for all laws, and real time, because a live service takes its time.
      layer(subject.layer, { excludeTestServices: true, timeout: liveTimeout })((it) =>
        registerChapters(subject, (name, effect) => it.effect(name, () => effect, liveTimeout))
      )
    } else {
      // Each law has its own world, which begins at the same time.
      registerChapters(subject, (name, effect) =>
        it.effect(name, () => Effect.andThen(TestClock.setTime(start), Effect.provide(effect, subject.layer)))
      )
    }
  })
