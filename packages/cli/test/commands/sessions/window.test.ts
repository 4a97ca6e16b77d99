import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { rooms } from "../../fixtures/command.ts"
import { account } from "../../fixtures/service.ts"
import { rowsOf, standUp, untitled } from "../../fixtures/wire.ts"

describe("rooms sessions --since --until", () => {
  const hour = 3_600_000
  // 2026-11-18T12:00Z, which is 17:30 in the zone of these tests.
  const noon = Date.UTC(2026, 10, 18, 12)

  /** A session every hour up to noon, for 1 000 hours. */
  const hourly = (roomId: string) =>
    Array.from({ length: 1_000 }, (_, hours) => {
      const startTime = noon - hours * hour
      return { sessionId: `${roomId}-${hours}`, startTime, endTime: startTime + 60_000 }
    })

  const service = () =>
    account([
      { room: standUp, roomId: "k", sessions: hourly("k") },
      { room: untitled, roomId: "untitled", sessions: hourly("untitled") }
    ])

  /** How many hours before noon the sessions started that the command lists. */
  const hoursOf = (stdout: string) => rowsOf(stdout).map(({ startTime }) => (noon - Number(startTime)) / hour)

  const hours = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

  it.effect.each([
    { args: ["--since", "3h"], listed: hours(0, 3) },
    { args: ["--since", "2026-11-18T09:00Z"], listed: hours(0, 3) },
    { args: ["--since", "2026-11-18 14:30"], listed: hours(0, 3) },
    { args: ["--since", "2026-11-18 09:00", "--utc"], listed: hours(0, 3) },
    // Midnight in India is 18:30Z.
    { args: ["--since", "today"], listed: hours(0, 17) },
    { args: ["--since", "today", "--utc"], listed: hours(0, 12) },
    { args: ["--since", "yesterday", "--until", "today"], listed: hours(18, 41) },
    { args: ["--since", "2026-11-17", "--until", "2026-11-18", "--utc"], listed: hours(13, 36) },
    { args: ["--since", "7d", "--limit", "2"], listed: hours(0, 1) }
  ])("lists the sessions that started then, of one room: $args", ({ args, listed }) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(noon)
      const { code, stderr, stdout } = yield* rooms(["sessions", "k", ...args], { service: service() })
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.deepStrictEqual(hoursOf(stdout), listed)
    })
  )

  it.effect("reads each room only as far back as needed", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(noon)
      const asked = service()
      const { stdout } = yield* rooms(["sessions", "--all-rooms", "--since", "5h", "--until", "4h"], { service: asked })
      assert.deepStrictEqual(
        rowsOf(stdout).map(({ roomId, sessionId }) => [roomId, sessionId]),
        [
          ["k", "k-5"],
          ["untitled", "untitled-5"]
        ]
      )
      assert.deepStrictEqual(
        asked.sent.map(({ target }) => target.slice(target.lastIndexOf("/"))),
        [
          "/get-rooms",
          "/session-details?roomId=k&limit=100&cursor=0",
          "/session-details?roomId=untitled&limit=100&cursor=0"
        ]
      )
    })
  )

  it.effect("prints a text on a terminal if no sessions started in that time", () =>
    Effect.gen(function* () {
      for (const room of ["k", "--all-rooms"]) {
        const args = ["sessions", room, "--since", "2027-01-01"]
        const outcome = yield* rooms(args, { service: service(), terminal: true })
        assert.deepStrictEqual(outcome, { code: 0, stdout: "no sessions started in that time\n", stderr: "" })
      }
    })
  )
})
