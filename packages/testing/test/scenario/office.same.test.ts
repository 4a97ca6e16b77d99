import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Iterable from "effect/Iterable"
import * as Random from "effect/Random"
import { TestClock } from "effect/testing"
import { type OfficeOptions, office, type RoomScenario } from "../../src/Scenario.ts"
import { World } from "../../src/World.ts"
import { happened } from "../fixtures/happened.ts"
import { afternoon, day, hour, officeAt, roomsAt, startOf } from "../fixtures/offices.ts"

/** Returns a hash of everything in an office. */
const trace = (rooms: Iterable<RoomScenario>) =>
  createHash("sha256")
    .update(JSON.stringify(Array.from(rooms)))
    .digest("hex")
    .slice(0, 16)

describe("an office", () => {
  it.effect.each([
    { options: {}, at: afternoon, expected: "cc73bca98b53875e" },
    { options: { seed: "Büro 🚪" }, at: afternoon, expected: "06196c97cb2d258a" },
    {
      options: { rooms: 300, sessions: 9000, days: 365, live: 7, people: 200, seed: 3 },
      at: 1_750_000_000_000,
      expected: "4aa6f03567cd82b1"
    },
    { options: { rooms: 10 }, at: 0, expected: "d837bf59a7c5e944" }
  ])("is the same on every machine: $options", ({ at, expected, options }) =>
    Effect.gen(function* () {
      assert.strictEqual(trace(yield* roomsAt(options, at)), expected)
    })
  )

  it.effect("is the same on every iteration, and each time it is made", () =>
    Effect.gen(function* () {
      const { rooms } = yield* officeAt({ seed: "a" })
      const first = trace(rooms)
      assert.strictEqual(trace(rooms), first)
      assert.strictEqual(trace((yield* officeAt({ seed: "a" })).rooms), first)
    })
  )

  it.effect("is the same for two concurrent iterations", () =>
    Effect.gen(function* () {
      const { rooms } = yield* officeAt()
      const other = rooms[Symbol.iterator]()
      for (const room of rooms) assert.deepStrictEqual(other.next().value, room)
      assert.isTrue(other.next().done)
    })
  )

  it.effect("neither depends on nor consumes the program's random numbers", () =>
    Effect.gen(function* () {
      const ofProgram = Random.withSeed(Effect.zip(office(), Random.next), "of the program")
      yield* TestClock.setTime(afternoon)
      const [{ rooms }, next] = yield* ofProgram
      assert.strictEqual(trace(rooms), trace(yield* roomsAt()))
      assert.strictEqual(next, yield* Random.withSeed(Random.next, "of the program"))
    })
  )

  it.effect("is the same in the world", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(afternoon)
      const seen = Effect.provide(happened, World.layer({ scenario: office() }))
      assert.deepStrictEqual(yield* seen, yield* seen)
    })
  )

  it.effect("is the same with explicit defaults as without options", () =>
    Effect.gen(function* () {
      const defaults: OfficeOptions = { rooms: 40, sessions: 800, days: 90, live: 2, people: 80, seed: 1 }
      assert.strictEqual(trace(yield* roomsAt(defaults)), trace(yield* roomsAt()))
    })
  )

  it.effect("rounds fractional options down, and has no more live rooms than rooms", () =>
    Effect.gen(function* () {
      const whole = yield* roomsAt({ rooms: 5, sessions: 100, days: 30, live: 5, people: 7 })
      const parts = yield* roomsAt({ rooms: 5.9, sessions: 100.9, days: 30.9, live: 9.9, people: 7.9 })
      assert.strictEqual(trace(parts), trace(whole))
    })
  )

  it.effect("has the same sessions with a million sessions as by default if it has very many rooms", () =>
    Effect.gen(function* () {
      const [defaults, million, more] = yield* Effect.forEach([{}, { sessions: 1e6 }, { sessions: 1.2e6 }], (options) =>
        Effect.map(officeAt({ rooms: 60_000, ...options }), ({ rooms }) => trace(Iterable.take(rooms, 50)))
      )
      assert.strictEqual(defaults, million)
      assert.notStrictEqual(more, million)
    })
  )

  it.effect("keeps the same past all day", () =>
    Effect.gen(function* () {
      const past = Effect.fnUntraced(function* (at: number) {
        const midnight = Math.floor(afternoon / day) * day
        const rooms = yield* roomsAt({ live: 0 }, at)
        return rooms.map(({ sessions = [], ...room }) => ({
          ...room,
          sessions: sessions.filter((session) => startOf(session).getTime() < midnight)
        }))
      })
      const morning = yield* past(afternoon - 14 * hour)
      assert.deepStrictEqual(yield* past(afternoon), morning)
      assert.deepStrictEqual(yield* past(afternoon + 9 * hour), morning)
    })
  )
})

describe("a different office", () => {
  it.effect("comes from another seed", () =>
    Effect.gen(function* () {
      const traces = yield* Effect.forEach([1, 2, "1", "a", "b", ""], (seed) => Effect.map(roomsAt({ seed }), trace))
      assert.strictEqual(new Set(traces).size, 6)
    })
  )

  it.effect("differs in each of its rooms", () =>
    Effect.gen(function* () {
      const rooms = yield* roomsAt({ rooms: 400, sessions: 8000 })
      const pairs = rooms.flatMap(({ sessions = [] }) =>
        sessions.length < 2 ? [] : [JSON.stringify(sessions.slice(0, 2))]
      )
      assert.strictEqual(new Set(pairs).size, pairs.length)
      assert.isAbove(pairs.length, 250)
    })
  )
})
