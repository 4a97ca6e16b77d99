import { assert, describe, it } from "@effect/vitest"
import { CreatedRoom } from "@effect-rooms/core/Room"
import { Emulator } from "@effect-rooms/emulator"
import { defaultApiKey, Scenario, World } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { runProcess } from "../fixtures/process.ts"
import { rowsOf } from "../fixtures/wire.ts"

/** Runs `rooms` against the emulator of the context: what it wrote to stdout, when it ended with 0. */
const rooms = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
  const { url } = yield* Emulator
  const environment = { ROOMS_BASE_URL: url, ROOMS_API_KEY: Redacted.value(defaultApiKey), TZ: "Asia/Kathmandu" }
  const { code, stderr, stdout } = yield* runProcess(args, environment)
  assert.strictEqual(code, 0, stderr)
  return stdout
})

const answer = (...args: ReadonlyArray<string>) => Effect.map(rooms(...args), (stdout): unknown => JSON.parse(stdout))

const rows = (...args: ReadonlyArray<string>) => Effect.map(rooms(...args), rowsOf)

/** The one row there is. */
const row = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
  const [first, ...others] = yield* rows(...args)
  assert.deepStrictEqual(others, [])
  return first ?? {}
})

const integer = Schema.decodeUnknownSync(Schema.Int)

const created = Schema.decodeUnknownSync(CreatedRoom)

describe("the command and the emulator", () => {
  it.live("lead a room through its life", () =>
    Effect.gen(function* () {
      const world = yield* World
      const metadata = { seats: 12, title: "Stand-up", hostWallets: ["0x01", "0x02"] }
      const flags = ["--title", "Stand-up", "--host-wallet", "0x01", "--host-wallet", "0x02"]
      const { roomId } = created(yield* answer("create", "--metadata", '{"seats":12}', ...flags)).data
      assert.deepStrictEqual(yield* answer("get", roomId), { roomId, roomLocked: false, metadata })
      assert.deepStrictEqual(yield* answer("metadata", roomId), { metadata })
      const { createdAt, ...room } = yield* row("list")
      assert.isAbove(integer(createdAt), 0)
      assert.deepStrictEqual(room, { roomId, roomLocked: false, metadata })
      assert.deepStrictEqual(yield* rows("list", "--title", "Stand-up"), [{ createdAt, ...room }])
      assert.deepStrictEqual(yield* rows("list", "--title", "stand-up"), [])

      const { peerId, sessionId } = yield* world.join(roomId, { metadata: { displayName: "Ada" } })
      const { joinTime, ...live } = yield* row("live", roomId)
      assert.deepStrictEqual(live, { peerId, metadata: { displayName: "Ada" } })
      assert.deepStrictEqual(yield* rows("sessions", roomId), [
        { sessionId, startTime: joinTime, endTime: null, duration: null }
      ])

      yield* world.leave(roomId, peerId)
      const { duration, endTime, ...session } = yield* row("sessions", roomId, "--all")
      assert.deepStrictEqual(session, { sessionId, startTime: joinTime })
      assert.deepStrictEqual(yield* rows("sessions", "--all-rooms"), [
        { roomId, room: { title: "Stand-up" }, endTime, duration, ...session }
      ])
      assert.deepStrictEqual(yield* answer("participants", sessionId, "--format", "json"), {
        participants: [{ peerId, joinTime, exitTime: endTime, metadata: { displayName: "Ada" }, duration }]
      })

      const recording = yield* world.record(sessionId, { recordingSize: 7 })
      assert.deepStrictEqual(yield* rows("recordings"), [recording])
      assert.deepStrictEqual(yield* rows("recordings", "--session", sessionId, "--all"), [recording])
      assert.deepStrictEqual(yield* rows("recordings", "--session", "another"), [])
      assert.deepStrictEqual(yield* answer("metrics"), {
        totalSessions: 1,
        totalDuration: Math.floor((integer(endTime) - integer(joinTime)) / 60_000),
        totalUsers: 1,
        recordingCount: 1,
        livestreamCount: 0
      })
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("create a locked room", () =>
    Effect.gen(function* () {
      const { roomId } = created(yield* answer("create", "--locked")).data
      assert.deepStrictEqual(yield* answer("get", roomId), { roomId, roomLocked: true, metadata: null })
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("count every session of an account, and show two that run", () =>
    Effect.gen(function* () {
      const totalSessions = integer((yield* row("metrics", "--format", "ndjson")).totalSessions)
      assert.isAbove(totalSessions, 100)
      const sessions = yield* rows("sessions", "--all-rooms")
      const ids = new Set(sessions.map(({ sessionId }) => sessionId))
      assert.deepStrictEqual([sessions.length, ids.size], [totalSessions, totalSessions])
      const allRooms = yield* rows("list", "--all")
      assert.lengthOf(allRooms, 40)
      const table = yield* rooms("sessions", "--all-rooms", "--format", "table")
      const shown = table.trimEnd().split("\n")
      assert.match(shown[0] ?? "", /^ROOM +TITLE +SESSION +START +DURATION$/)
      assert.lengthOf(shown, totalSessions + 1)
      assert.lengthOf(
        shown.filter((line) => /^\S+ .* session_\w+ +\d{4}-\d\d-\d\d \d\d:\d\d +running$/.test(line)),
        2
      )
    }).pipe(Effect.provide(Emulator.layer({ scenario: Scenario.office() })))
  )
})
