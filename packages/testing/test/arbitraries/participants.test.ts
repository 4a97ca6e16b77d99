import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Arbitraries from "../../src/Arbitraries.ts"
import { assertOccur, sample, smallest } from "../fixtures/sampled.ts"

const now = DateTime.makeUnsafe("2024-03-01T12:00:00Z")

const end = (time: Option.Option<DateTime.Utc>) =>
  Option.match(time, { onNone: () => Number.POSITIVE_INFINITY, onSome: DateTime.toEpochMillis })

/** A session and its stays in milliseconds. A missing end is infinity. */
const inMillis = ({ participants, session }: Arbitraries.AttendedSession) => ({
  start: DateTime.toEpochMillis(session.startTime),
  end: end(session.endTime),
  stays: participants.map(({ exitTime, joinTime, metadata, peerId }) => ({
    peerId,
    metadata,
    join: DateTime.toEpochMillis(joinTime),
    exit: end(exitTime)
  }))
})

type Attended = ReturnType<typeof inMillis>

const staysOfPeers = ({ stays }: Attended) => [...Map.groupBy(stays, ({ peerId }) => peerId).values()]

const attended = Effect.map(sample(Arbitraries.attendedSession({ now }), { count: 250 }), (sessions) =>
  sessions.map(inMillis)
)

describe("attendedSession", () => {
  it.effect("starts with the first join and ends with the last exit, not after now", () =>
    Effect.gen(function* () {
      for (const { end, start, stays } of yield* attended) {
        assert.strictEqual(start, Math.min(...stays.map(({ join }) => join)))
        assert.strictEqual(end, Math.max(...stays.map(({ exit }) => exit)))
        const times = stays.flatMap(({ exit, join }) => [join, exit]).filter(Number.isFinite)
        assert.isAtMost(Math.max(...times), DateTime.toEpochMillis(now))
      }
    })
  )

  it.effect("orders stays by join time, and is never empty", () =>
    Effect.gen(function* () {
      for (const { stays } of yield* attended) {
        stays.forEach(({ exit, join }, index) => {
          assert.isAtLeast(exit, join)
          const before = stays.slice(0, index)
          if (before.length === 0) return
          assert.isAtLeast(join, before.at(-1)?.join ?? Number.NaN)
          assert.isAtMost(join, Math.max(...before.map(({ exit }) => exit)))
        })
      }
    })
  )

  it.effect("has a peer only once at a time", () =>
    Effect.gen(function* () {
      for (const stays of (yield* attended).flatMap(staysOfPeers)) {
        stays.forEach(({ join, metadata }, index) => {
          const before = stays[index - 1]
          if (before === undefined) return
          assert.isAtMost(before.exit, join)
          assert.strictEqual(before.metadata, metadata)
        })
      }
    })
  )

  it.effect("has ended as often as it is running, for any number of peers", () =>
    Effect.gen(function* () {
      const crowded = (yield* attended).filter((session) => staysOfPeers(session).length > 5)
      const over = crowded.filter(({ end }) => Number.isFinite(end))
      assert.isAbove(over.length, crowded.length / 3)
      assert.isBelow(over.length, crowded.length / 1.5)
    })
  )

  it.effect("covers every kind of session", () =>
    Effect.gen(function* () {
      assertOccur(yield* attended, {
        "of no length": ({ end, start }) => end === start,
        "over, after a while": ({ end, start }) => Number.isFinite(end) && end - start > 60_000,
        "over since days": ({ end }) => end < DateTime.toEpochMillis(now) - 86_400_000,
        "running, with somebody who left": ({ end, stays }) =>
          end === Number.POSITIVE_INFINITY && stays.some(({ exit }) => Number.isFinite(exit)),
        "running, with several who are there": ({ stays }) =>
          stays.filter(({ exit }) => exit === Number.POSITIVE_INFINITY).length > 1,
        "of one peer": (session) => staysOfPeers(session).length === 1,
        "of many peers": (session) => staysOfPeers(session).length > 5,
        "with a peer that came back": (session) => staysOfPeers(session).some(({ length }) => length > 1),
        "with a peer that came back three times": (session) => staysOfPeers(session).some(({ length }) => length === 4),
        "with a peer that came back and is there": (session) =>
          staysOfPeers(session).some((stays) => stays.length > 1 && stays.at(-1)?.exit === Number.POSITIVE_INFINITY),
        "with a stay of no length": ({ stays }) => stays.some(({ exit, join }) => exit === join),
        "with two peers at the same time": (session) =>
          staysOfPeers(session).length > 1 &&
          session.stays.some(({ exit }, index) => exit > (session.stays[index + 1]?.join ?? exit)),
        "with metadata": ({ stays }) => stays.some(({ metadata }) => Option.isSome(metadata)),
        "without metadata": ({ stays }) => stays.some(({ metadata }) => Option.isNone(metadata))
      })
    })
  )

  it.effect("shrinks to one peer with a stay of zero length, or that came back at once", () =>
    Effect.gen(function* () {
      const stay = { peerId: "0", joinTime: now, exitTime: Option.some(now), metadata: Option.none() }
      const session = { sessionId: "0", startTime: now, endTime: Option.some(now) }
      for (const one of yield* smallest(Arbitraries.attendedSession({ now }), () => false)) {
        assert.deepStrictEqual<unknown>(one, { session, participants: [stay] })
      }
      const isWithoutRejoins = (one: Arbitraries.AttendedSession) =>
        staysOfPeers(inMillis(one)).every(({ length }) => length === 1)
      for (const one of yield* smallest(Arbitraries.attendedSession({ now }), isWithoutRejoins)) {
        assert.deepStrictEqual<unknown>(one, { session, participants: [stay, stay] })
      }
    })
  )
})

describe("participants", () => {
  it.effect("come from an attended session", () =>
    Effect.gen(function* () {
      const answers = yield* sample(Arbitraries.participants({ now }), { count: 50 })
      const sessions = yield* sample(Arbitraries.attendedSession({ now }), { count: 50 })
      assert.deepStrictEqual(
        answers.map(({ participants }) => participants),
        sessions.map(({ participants }) => participants)
      )
    })
  )
})

describe("liveParticipants", () => {
  it.effect("appear once each, with a join time that may be unknown, and are counted", () =>
    Effect.gen(function* () {
      const answers = yield* sample(Arbitraries.liveParticipants({ now }), { count: 200 })
      for (const { count, participants } of answers) {
        assert.strictEqual(count, participants.length)
        assert.strictEqual(new Set(participants.map(({ peerId }) => peerId)).size, count)
        const joined = participants.flatMap(({ joinTime }) => Option.toArray(joinTime)).map(DateTime.toEpochMillis)
        assert.isTrue(joined.every((time) => time <= DateTime.toEpochMillis(now)))
      }
      assertOccur(answers, {
        "one peer": ({ count }) => count === 1,
        "many peers": ({ count }) => count > 5,
        "a time that is not known": ({ participants }) => participants.some(({ joinTime }) => Option.isNone(joinTime)),
        "a time that is known": ({ participants }) => participants.some(({ joinTime }) => Option.isSome(joinTime)),
        "a display name": ({ participants }) =>
          participants.some(({ metadata }) => Option.exists(metadata, (metadata) => "displayName" in metadata))
      })
      assert.isTrue(answers.every(({ count }) => count > 0))
    })
  )

  it.effect("shrink to distinct peers without any other fields", () =>
    Effect.gen(function* () {
      for (const one of yield* smallest(Arbitraries.liveParticipants({ now }), ({ count }) => count < 2)) {
        assert.deepStrictEqual<unknown>(one, {
          count: 2,
          participants: ["0", "0-2"].map((peerId) => ({ peerId, joinTime: Option.none(), metadata: Option.none() }))
        })
      }
    })
  )
})
