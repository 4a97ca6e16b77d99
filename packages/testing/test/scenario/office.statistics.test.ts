import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { lengthOf, officeAt, roomsAt, sessionsOf, share, startOf, staysOf } from "../fixtures/offices.ts"

const isBetween = (value: number, least: number, most: number) => {
  assert.isAtLeast(value, least)
  assert.isAtMost(value, most)
}

const large = { rooms: 1000, sessions: 20_000, days: 365, live: 0, seed: "large" }

describe("a large office", () => {
  it.effect(
    "has a heavy tail of sessions: a quarter of its rooms have no sessions, and the second room has half as many as the first",
    () =>
      Effect.gen(function* () {
        const rooms = yield* roomsAt(large)
        const counts = rooms.map(({ sessions = [] }) => sessions.length).toSorted((a, b) => b - a)
        const total = counts.reduce((sum, count) => sum + count)
        isBetween(total, 19_900, 20_050)
        isBetween(
          share(counts, (count) => count === 0),
          0.25,
          0.27
        )
        isBetween(counts[0] ?? 0, 2500, 3000)
        const [first = 0] = counts
        for (const rank of [2, 3, 10, 30, 100]) isBetween(((counts[rank - 1] ?? 0) * rank) / first, 0.95, 1.02)
        // The busiest few rooms have half of the sessions, and the median room has hardly any.
        isBetween(counts.slice(0, 30).reduce((sum, count) => sum + count) / total, 0.5, 0.65)
        isBetween(counts[500] ?? 0, 1, 10)
      })
  )

  it.effect("spreads its busy rooms over the list", () =>
    Effect.gen(function* () {
      const counts = (yield* roomsAt(large)).map(({ sessions = [] }) => sessions.length)
      const busy = Array.from(counts.keys())
        .toSorted((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))
        .slice(0, 100)
      isBetween(
        share(busy, (index) => index < 500),
        0.35,
        0.65
      )
    })
  )

  it.effect("is used during office hours on weekdays, except for a few evening and weekend sessions", () =>
    Effect.gen(function* () {
      const starts = sessionsOf(yield* roomsAt(large)).map(startOf)
      const isWeekend = (start: Date) => start.getUTCDay() % 6 === 0
      const isOpen = (start: Date) => !isWeekend(start) && start.getUTCHours() >= 8 && start.getUTCHours() < 18
      isBetween(share(starts, isOpen), 0.96, 0.995)
      isBetween(share(starts, isWeekend), 0.0005, 0.01)
      isBetween(
        share(starts, (start) => !isWeekend(start) && start.getUTCHours() >= 18),
        0.002,
        0.03
      )
      isBetween(
        share(starts, (start) => start.getTime() % (15 * 60_000) === 0),
        0.05,
        0.2
      )
      // The weekdays are alike, and so are the hours.
      for (let weekday = 1; weekday <= 5; weekday++) {
        isBetween(
          share(starts, (start) => start.getUTCDay() === weekday),
          0.18,
          0.22
        )
      }
      for (let hour = 8; hour < 18; hour++) {
        isBetween(
          share(starts, (start) => start.getUTCHours() === hour),
          0.08,
          0.12
        )
      }
    })
  )

  it.effect("has rooms created during office hours", () =>
    Effect.gen(function* () {
      for (const { createdAt } of yield* roomsAt(large)) {
        const created = new Date(createdAt ?? Number.NaN)
        assert.notInclude([0, 6], created.getUTCDay())
        isBetween(created.getUTCHours(), 8, 17)
      }
    })
  )

  it.effect("has sessions of a quarter, half or whole hour, give or take a tenth", () =>
    Effect.gen(function* () {
      const lengths = sessionsOf(yield* roomsAt({ ...large, sessions: 4000 })).map((each) => lengthOf(each) / 60_000)
      const about = (minutes: number) => share(lengths, (length) => Math.abs(length - minutes) <= minutes / 10)
      isBetween(about(15), 0.25, 0.4)
      isBetween(about(30), 0.35, 0.45)
      isBetween(about(60), 0.2, 0.35)
      isBetween(about(15) + about(30) + about(60), 0.9, 1)
      assert.isAbove(new Set(lengths).size, 1000)
    })
  )

  it.effect("has people who come late, leave early and come back", () =>
    Effect.gen(function* () {
      const sessions = sessionsOf(yield* roomsAt(large))
      const guests = sessions.flatMap((session) =>
        session.stays.slice(1).map(({ joinedAfter = 0, stayed = 0 }) => {
          const joined = Duration.toMillis(joinedAfter)
          return { joined, missed: lengthOf(session) - joined - Duration.toMillis(stayed) }
        })
      )
      isBetween(
        share(guests, ({ joined }) => joined > 60_000),
        0.15,
        0.35
      )
      isBetween(
        share(guests, ({ missed }) => missed > 60_000),
        0.15,
        0.35
      )
      const peers = sessions.map(({ stays }) => stays.map(({ peerId }) => peerId))
      isBetween(
        share(peers, (ids) => new Set(ids).size < ids.length),
        0.02,
        0.2
      )
      const sizes = peers.map((ids) => new Set(ids).size)
      isBetween(sizes.reduce((sum, size) => sum + size) / sizes.length, 2, 4)
      isBetween(
        share(sizes, (size) => size === 1),
        0.1,
        0.4
      )
      isBetween(
        share(sizes, (size) => size > 12),
        0.005,
        0.02
      )
    })
  )

  it.effect("has people who use several rooms with the same name and id", () =>
    Effect.gen(function* () {
      const rooms = yield* roomsAt(large)
      const roomsOf = new Map<string, Set<number>>()
      const metadataOf = new Map<string, unknown>()
      for (const [index, room] of rooms.entries()) {
        for (const { metadata, peerId = "" } of staysOf([room])) {
          roomsOf.set(peerId, (roomsOf.get(peerId) ?? new Set()).add(index))
          // The identical object: a million stays share one metadata object per person.
          assert.strictEqual(metadataOf.get(peerId) ?? metadata, metadata)
          metadataOf.set(peerId, metadata)
        }
      }
      isBetween(roomsOf.size, 1800, 2000)
      const counts = Array.from(roomsOf.values(), ({ size }) => size)
      isBetween(counts.reduce((sum, count) => sum + count) / counts.length, 2, 8)
      isBetween(new Set(Array.from(metadataOf.values(), (each) => JSON.stringify(each))).size, 400, 420)
    })
  )

  it.effect("has recordings of one session in ten, sized by length, and livestreams of one room in twelve", () =>
    Effect.gen(function* () {
      const rooms = yield* roomsAt(large)
      const sessions = sessionsOf(rooms)
      isBetween(
        share(sessions, ({ recordings = [] }) => recordings.length > 0),
        0.09,
        0.11
      )
      for (const session of sessions) {
        for (const size of session.recordings ?? []) isBetween(size / lengthOf(session), 250, 500)
      }
      isBetween(
        share(rooms, ({ livestreams = 0 }) => livestreams > 0),
        0.08,
        0.09
      )
      isBetween(
        share(rooms, ({ locked }) => locked === true),
        0.1,
        0.12
      )
    })
  )

  it.effect("has titles and names in many scripts", () =>
    Effect.gen(function* () {
      const rooms = yield* roomsAt(large)
      const titles = rooms.map(({ metadata }) => String(metadata?.title))
      const names = staysOf(rooms.slice(0, 300)).map(({ metadata }) => String(metadata?.displayName))
      for (const script of [
        /\p{Script=Latin}/u,
        /\p{Script=Cyrillic}/u,
        /\p{Script=Greek}/u,
        /\p{Script=Han}/u,
        /\p{Script=Hangul}/u,
        /\p{Script=Arabic}/u,
        /\p{Script=Devanagari}/u
      ]) {
        isBetween(
          share(titles, (title) => script.test(title)),
          0.03,
          0.7
        )
        isBetween(
          share(names, (name) => script.test(name)),
          0.02,
          0.9
        )
      }
      assert.isTrue(titles.some((title) => /\p{Extended_Pictographic}/u.test(title)))
      assert.isTrue(titles.every((title, index) => title.endsWith(` ${index + 1}`)))
    })
  )
})

describe("an office with a hundred thousand rooms", () => {
  it.effect("creates rooms lazily, as they are read", () =>
    Effect.gen(function* () {
      const { rooms } = yield* officeAt({ rooms: 100_000, sessions: 1_000_000 })
      const [first] = rooms
      const [again] = rooms
      assert.deepStrictEqual(again, first)
      assert.notStrictEqual(again, first)
    })
  )
})
