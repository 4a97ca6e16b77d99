import { assert, describe, it } from "@effect/vitest"
import { LiveRooms } from "@effect-rooms/core/LiveRooms"
import { Rooms } from "@effect-rooms/core/Rooms"
import { Sessions } from "@effect-rooms/core/Sessions"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { FakeRooms, fault, Scenario, World, withoutWaiting } from "../src/index.ts"

/** Returns the error message of a test that would hang. */
const complaint = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.exit(effect), (exit) =>
    Exit.isFailure(exit) ? String(Cause.squash(exit.cause)) : assert.fail("it succeeded")
  )

/** Waits for a number of turns of the event loop, as a promise outside Effect does. */
const turns = (count: number) =>
  Effect.promise(async () => {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
  })

describe("withoutWaiting", () => {
  it.effect("returns at once, and advances the clock by the waits", () =>
    Effect.gen(function* () {
      const before = yield* Clock.currentTimeMillis
      assert.strictEqual(yield* withoutWaiting(Effect.delay(Effect.succeed("done"), "25 minutes")), "done")
      assert.strictEqual((yield* Clock.currentTimeMillis) - before, 25 * 60_000)
    })
  )

  it.effect("ends waits in the order of the clock, not in the order in which they began", () =>
    Effect.gen(function* () {
      const order: Array<string> = []
      const noting = (name: string, wait: Duration.Input) =>
        Effect.delay(
          Effect.sync(() => order.push(name)),
          wait
        )
      yield* Effect.all(
        [
          noting("e", "1 minute"),
          noting("b", "2 seconds"),
          Effect.andThen(noting("a", "1 second"), noting("d", "50 seconds")),
          noting("c", "3 seconds")
        ],
        { concurrency: "unbounded" }
      ).pipe(withoutWaiting)
      assert.deepStrictEqual(order, ["a", "b", "c", "d", "e"])
    })
  )

  it.effect("lets no timeout expire while work is in progress", () =>
    Effect.gen(function* () {
      const work = Effect.gen(function* () {
        for (let step = 0; step < 500; step++) yield* step % 2 === 0 ? Effect.yieldNow : turns(3)
        return "done"
      })
      assert.deepStrictEqual(yield* withoutWaiting(Effect.timeoutOption(work, "1 millis")), Option.some("done"))
    })
  )

  it.effect("advances the clock only to the end of the next wait", () =>
    Effect.gen(function* () {
      const steps = Effect.gen(function* () {
        for (let step = 0; step < 10; step++) yield* Effect.andThen(Effect.sleep("1 second"), turns(3))
        return yield* Clock.currentTimeMillis
      })
      assert.deepStrictEqual(yield* withoutWaiting(Effect.timeoutOption(steps, "1 minute")), Option.some(10_000))
    })
  )

  it.effect("lets a timeout expire on an effect that never ends", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* withoutWaiting(Effect.timeoutOption(Effect.never, "15 seconds")), Option.none())
    })
  )

  it.effect.each([1, 8])("runs a program against a slow fake with concurrency %i", (concurrency) =>
    Effect.gen(function* () {
      const world = yield* World
      yield* world.inject(fault("sessionParticipants").delay("3 seconds"))
      const sessions = yield* Sessions
      const stays = yield* sessions.streamAll({ concurrency }).pipe(
        Stream.mapEffect(({ session }) => sessions.participants(session.sessionId), { concurrency }),
        Stream.runCount,
        withoutWaiting
      )
      assert.isAbove(stays, 20)
    }).pipe(Effect.provide(FakeRooms.layer({ scenario: Scenario.office({ rooms: 10, sessions: 60 }) })))
  )

  it.effect("fails with the effect's error, and passes on its interruption", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* Effect.flip(withoutWaiting(Effect.delay(Effect.fail("oh"), "1 second"))), "oh")
      const ended = yield* Deferred.make<void>()
      const fiber = yield* Effect.forkChild(
        withoutWaiting(Effect.onInterrupt(Effect.never, () => Deferred.succeed(ended, undefined))),
        { startImmediately: true }
      )
      yield* Effect.yieldNow
      yield* Fiber.interrupt(fiber)
      yield* Deferred.await(ended)
    })
  )

  it.effect("allows an hour by default, and any other time with atMost", () =>
    Effect.gen(function* () {
      const sleep = Effect.sleep("2 days")
      yield* withoutWaiting(sleep, { atMost: "2 days" })
      assert.include(yield* complaint(withoutWaiting(sleep, { atMost: "47 hours" })), "after 1d 23h on the test clock")
      assert.include(yield* complaint(withoutWaiting(sleep)), "after 1h on the test clock")
    })
  )

  it.effect("suggests Stream.take for a watch that never ends", () =>
    Effect.gen(function* () {
      const { roomId } = yield* Rooms.use((rooms) => rooms.create({}))
      const live = yield* LiveRooms
      const watch = Stream.runDrain(live.watch(roomId))
      assert.include(yield* complaint(withoutWaiting(watch)), "after 1h on the test clock, the effect is still waiting")
      yield* withoutWaiting(Stream.runDrain(live.watch(roomId, { every: Schedule.recurs(3) })))
    }).pipe(Effect.provide(FakeRooms.layer()))
  )

  it.effect("fails if the effect waits for something other than the clock", () =>
    Effect.gen(function* () {
      const never = yield* Deferred.make<void>()
      for (const hanging of [Deferred.await(never), Effect.sleep(Duration.infinity)]) {
        assert.include(
          yield* complaint(withoutWaiting(hanging)),
          "the effect hangs: it waits for something other than the clock"
        )
      }
    })
  )

  it.live("fails without a test clock", () =>
    Effect.gen(function* () {
      assert.include(yield* complaint(withoutWaiting(Effect.void)), "the clock of this test is real: use it.effect")
    })
  )
})
