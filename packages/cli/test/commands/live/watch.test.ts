import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import type { Observer } from "../../../src/commands/live/Observer.ts"
import { follow } from "../../../src/commands/live/watch.ts"
import {
  ada,
  barbara,
  holds,
  idle,
  invalid,
  layerLiveRooms,
  type Poll,
  rateLimited,
  roomId,
  unauthorized,
  unavailable
} from "../../fixtures/presence.ts"

/** Follows a room that answers so, one poll after the other, and then for ever as the last time. */
const following = Effect.fnUntraced(function* (polls: ReadonlyArray<Poll>, every?: Duration.Duration) {
  const told: Array<string> = []
  const waits = new Set<string>()
  const seconds = (at: DateTime.Utc) => `${DateTime.toEpochMillis(at) / 1_000}s`
  const observer: Observer = {
    answered: (events, at, wait) =>
      Effect.sync(() => {
        const changes = events.map((event) =>
          event._tag === "Snapshot" ? `${event.participants.length} there` : `${event._tag} ${event.participant.peerId}`
        )
        told.push(`${seconds(at)}: ${changes.join(", ")}`)
        waits.add(Duration.format(wait))
      }),
    failed: (error, at, wait) =>
      Effect.sync(() => told.push(`${seconds(at)}: ${error.message}, then wait ${Duration.format(wait)}`))
  }
  let asked = 0
  const poll: Poll = Effect.suspend(() => {
    const answer = polls[Math.min(asked, polls.length - 1)] ?? idle
    asked += 1
    return answer
  })
  const fiber = yield* Effect.forkChild(
    Effect.provide(follow({ roomId, every: Option.fromUndefinedOr(every) }, observer), layerLiveRooms(poll)),
    { startImmediately: true }
  )
  return { fiber, told, waits }
})

describe("a watch", () => {
  it.effect("asks every five seconds, and tells what has changed", () =>
    Effect.gen(function* () {
      const { told } = yield* following([idle, holds(ada), holds(ada), holds(ada, barbara), holds(barbara), idle])
      yield* TestClock.adjust("26 seconds")
      assert.deepStrictEqual(told, [
        "0s: 0 there",
        "5s: Joined peer-1, 1 there",
        "10s: 1 there",
        "15s: Joined peer-2, 2 there",
        "20s: Left peer-1, 1 there",
        "25s: Left peer-2, 0 there"
      ])
    })
  )

  it.effect("polls as often as --every says", () =>
    Effect.gen(function* () {
      const { told, waits } = yield* following([holds(ada)], Duration.millis(500))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual([...waits], ["500ms"])
      assert.deepStrictEqual(told, ["0s: 1 there", "0.5s: 1 there", "1s: 1 there"])
    })
  )

  it.effect("continues after a failure that may pass, and misses no change", () =>
    Effect.gen(function* () {
      const { told } = yield* following([
        Effect.fail(unavailable),
        holds(ada),
        Effect.fail(unavailable),
        Effect.fail(unavailable),
        holds(barbara)
      ])
      yield* TestClock.adjust("20 seconds")
      const failed = "liveParticipants: the service answered 503, then wait 5s"
      assert.deepStrictEqual(told, [
        `0s: ${failed}`,
        "5s: 1 there",
        `10s: ${failed}`,
        `15s: ${failed}`,
        "20s: Left peer-1, Joined peer-2, 1 there"
      ])
    })
  )

  it.effect("waits as long as the service asks it to, but no less than it would", () =>
    Effect.gen(function* () {
      const { told } = yield* following([Effect.fail(rateLimited(30)), Effect.fail(rateLimited(1)), holds()])
      yield* TestClock.adjust("29999 millis")
      assert.lengthOf(told, 1)
      yield* TestClock.adjust("1 millis")
      assert.lengthOf(told, 2)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(told[2], "35s: 0 there")
    })
  )

  it.effect.each([unauthorized, invalid])("ends with a failure that will stay: $message", (error) =>
    Effect.gen(function* () {
      const { fiber, told } = yield* following([holds(ada), Effect.fail(error)])
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* Effect.flip(Fiber.join(fiber)), error)
      assert.deepStrictEqual(told, ["0s: 1 there"])
    })
  )
})
