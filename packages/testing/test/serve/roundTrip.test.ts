import { assert, describe, it } from "@effect/vitest"
import { Rooms } from "@effect-rooms/core/Rooms"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as FakeRooms from "../../src/FakeRooms.ts"
import { World } from "../../src/World.ts"
import { create, get, layerHttpServer } from "../fixtures/httpServer.ts"

const four = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.all([effect, effect, effect, effect], { concurrency: "unbounded" })

describe("a race between a check and a create", () => {
  it.effect("shows up on the fake in memory", () =>
    Effect.gen(function* () {
      const rooms = yield* Rooms
      const createUnlessThere = Effect.gen(function* () {
        const { rooms: there } = yield* rooms.page()
        if (there.length === 0) yield* rooms.create({})
      })
      yield* four(createUnlessThere)
      assert.strictEqual(yield* Stream.runCount(rooms.stream()), 4)
    }).pipe(Effect.provide(FakeRooms.layer()))
  )

  it.effect("shows up on the client in process", () =>
    Effect.gen(function* () {
      const createUnlessThere = Effect.gen(function* () {
        const { body } = yield* get("/rooms/get-rooms")
        assert.propertyVal(body, "count", 0)
        yield* create(`{"roomLocked":false}`)
      })
      yield* four(createUnlessThere)
      assert.propertyVal((yield* get("/rooms/get-rooms")).body, "count", 4)
    }).pipe(Effect.provide(layerHttpServer()))
  )
})

describe("a request on the fake", () => {
  it.effect("has no effect if it is interrupted before it arrives, and has one after that", () =>
    Effect.gen(function* () {
      const rooms = yield* Rooms
      const world = yield* World
      const counts: Array<number> = []
      for (const requestsBefore of [0, 1]) {
        const creating = yield* Effect.forkChild(rooms.create({}), { startImmediately: true })
        // Each request takes two steps: one to the world and one back.
        for (let step = 0; step < requestsBefore; step++) yield* Effect.promise(() => Promise.resolve())
        yield* Fiber.interrupt(creating)
        assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(creating)))
        counts.push((yield* world.log).length)
      }
      assert.deepStrictEqual(counts, [0, 1])
    }).pipe(Effect.provide(FakeRooms.layer()))
  )

  it.effect(
    "takes no time: a fiber has reached its first wait when the clock is adjusted, after any number of requests",
    () =>
      Effect.gen(function* () {
        const rooms = yield* Rooms
        const asking = Effect.gen(function* () {
          for (let page = 0; page < 50; page++) yield* rooms.page()
        })
        for (let before = 0; before < 20; before++) yield* asking
        const fiber = yield* Effect.forkChild(Effect.andThen(asking, Effect.delay(asking, "2 seconds")))
        yield* TestClock.adjust("2 seconds")
        assert.isDefined(fiber.pollUnsafe())
        yield* Fiber.join(fiber)
      }).pipe(Effect.provide(FakeRooms.layer()))
  )

  it.effect("completes before the next adjustment of the clock, even in child fibers", () =>
    Effect.gen(function* () {
      const rooms = yield* Rooms
      const polled: Array<number> = []
      const poll = Effect.gen(function* () {
        yield* Effect.sleep("20 seconds")
        yield* Effect.forEach([1, 2, 3], () => Effect.andThen(rooms.page(), Effect.yieldNow), { concurrency: 2 })
        polled.push(yield* Clock.currentTimeMillis)
      })
      yield* Effect.forkChild(Effect.forever(poll))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(polled, [20_000, 40_000, 60_000])
    }).pipe(Effect.provide(FakeRooms.layer()))
  )

  it.live("lets timers run between consecutive requests", () =>
    Effect.gen(function* () {
      const rooms = yield* Rooms
      const turn = Effect.callback<void>((resume) => {
        setImmediate(() => resume(Effect.void))
      })
      const walk = Effect.gen(function* () {
        for (let page = 0; page < 10_000; page++) yield* rooms.page()
        return "the walk"
      })
      assert.strictEqual(yield* Effect.race(walk, Effect.as(turn, "the timer")), "the timer")
    }).pipe(Effect.provide(FakeRooms.layer()))
  )
})
