import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { rooms } from "../fixtures/command.ts"
import { account, answering, type Service, unreachable } from "../fixtures/service.ts"
import { brief, ended, indented, lines, ndjson, planning, running, standUp, untitled } from "../fixtures/wire.ts"

const page = { sessions: [running, ended, brief] }

const onePage = () => answering({ "/rooms/session-details?roomId=k": page })

const oneRoom = () => account([{ room: standUp, roomId: "k", sessions: page.sessions }])

const threeRooms = () =>
  account([
    { room: standUp, roomId: "k", sessions: [running, ended] },
    { room: planning, roomId: "abc-defg-hij", sessions: [] },
    { room: untitled, roomId: "untitled", sessions: [brief] }
  ])

const limits = ({ sent }: Service) => new Set(sent.map(({ target }) => /[?&]limit=(\d+)/.exec(target)?.[1]))

const table = lines(
  "SESSION    START                      END                        DURATION",
  "session-2  2023-11-15T05:58:20+05:45  running",
  "session-1  2023-11-15T03:58:20+05:45  2023-11-15T05:03:32+05:45  1h 5m 12s",
  "session-3  2023-11-15T03:58:20+05:45  2023-11-15T03:58:20+05:45  0s"
)

describe("rooms sessions <roomId>", () => {
  it.effect("writes one page as ndjson, and leaves the size of a page to the service", () =>
    Effect.gen(function* () {
      const fake = onePage()
      const outcome = yield* rooms(["sessions", "k"], { service: fake })
      assert.deepStrictEqual(outcome, { code: 0, stdout: ndjson(running, ended, brief), stderr: "" })
      assert.lengthOf(fake.sent, 1)
    })
  )

  it.effect("writes one page as the service answered it, as json", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["sessions", "k", "--format", "json"], { service: onePage() })
      assert.strictEqual(stdout, indented(page))
    })
  )

  it.effect("writes local times, durations and what is running to a terminal", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["sessions", "k"], { service: onePage(), terminal: true })
      assert.strictEqual(stdout, table)
    })
  )

  it.effect("writes a session without an end as one whose end is null", () =>
    Effect.gen(function* () {
      const fake = answering({ "/rooms/session-details?roomId=k": { sessions: [{ ...running, endTime: undefined }] } })
      const { stdout } = yield* rooms(["sessions", "k"], { service: fake })
      assert.strictEqual(stdout, ndjson(running))
    })
  )

  it.effect("asks for the page that --cursor and --limit name", () =>
    Effect.gen(function* () {
      const fake = answering({ "/rooms/session-details?roomId=a%26b&cursor=3&limit=7": { sessions: [] } })
      const outcome = yield* rooms(["sessions", "a&b", "--cursor", "3", "--limit", "7"], { service: fake })
      assert.deepStrictEqual(outcome, { code: 0, stdout: "", stderr: "" })
    })
  )

  it.effect("reads all pages with --all", () =>
    Effect.gen(function* () {
      const service = oneRoom()
      const outcome = yield* rooms(["sessions", "k", "--all", "--limit", "2"], { service })
      assert.deepStrictEqual(outcome, { code: 0, stdout: ndjson(running, ended, brief), stderr: "" })
      assert.deepStrictEqual(limits(service), new Set(["2"]))
    })
  )

  it.effect("writes all pages as one json document", () =>
    Effect.gen(function* () {
      const args = ["sessions", "k", "--all", "--limit", "2", "--format", "json"]
      const { stdout } = yield* rooms(args, { service: oneRoom() })
      const rows = [running, ended, brief].map((session) => `  ${JSON.stringify(session)}`)
      assert.strictEqual(stdout, `{"sessions": [\n${rows.join(",\n")}\n]}\n`)
    })
  )

  it.effect("writes all pages as one table", () =>
    Effect.gen(function* () {
      const args = ["sessions", "k", "--all", "--limit", "2"]
      const { stdout } = yield* rooms(args, { service: oneRoom(), terminal: true })
      assert.strictEqual(stdout, table)
    })
  )

  it.effect("begins all pages at --cursor, which needs the size of a page", () =>
    Effect.gen(function* () {
      const from = ["sessions", "k", "--all", "--cursor", "1"]
      const { stdout } = yield* rooms([...from, "--limit", "2"], { service: oneRoom() })
      assert.strictEqual(stdout, ndjson(brief))
      assert.deepStrictEqual(yield* rooms(from), {
        code: 2,
        stdout: "",
        stderr: "rooms: with --all, --cursor needs --limit: it skips cursor * limit sessions\n"
      })
    })
  )
})

describe("rooms sessions --all-rooms", () => {
  it.effect("writes every session of every room with the id of its room, in the order of the rooms", () =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["sessions", "--all-rooms"], { service: threeRooms() })
      const stdout = ndjson({ roomId: "k", ...running }, { roomId: "k", ...ended }, { roomId: "untitled", ...brief })
      assert.deepStrictEqual(outcome, { code: 0, stdout, stderr: "" })
    })
  )

  it.effect("writes one json document", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["sessions", "--all-rooms", "--format", "json"], { service: threeRooms() })
      assert.deepStrictEqual(JSON.parse(stdout), {
        sessions: [
          { roomId: "k", ...running },
          { roomId: "k", ...ended },
          { roomId: "untitled", ...brief }
        ]
      })
    })
  )

  it.effect("writes one table, with the rooms in its first column", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["sessions", "--all-rooms"], { service: threeRooms(), terminal: true })
      assert.strictEqual(
        stdout,
        lines(
          "ROOM  SESSION    START                      END                        DURATION",
          "k     session-2  2023-11-15T05:58:20+05:45  running",
          "k     session-1  2023-11-15T03:58:20+05:45  2023-11-15T05:03:32+05:45  1h 5m 12s",
          // The first rows decide how wide a column is.
          "untitled  session-3  2023-11-15T03:58:20+05:45  2023-11-15T03:58:20+05:45  0s"
        )
      )
    })
  )

  it.effect("asks for --limit sessions at a time", () =>
    Effect.gen(function* () {
      const service = account([{ room: standUp, roomId: "k", sessions: page.sessions }])
      const { stdout } = yield* rooms(["sessions", "--all-rooms", "--limit", "1"], { service })
      assert.strictEqual(stdout, ndjson(...page.sessions.map((session) => ({ roomId: "k", ...session }))))
      assert.deepStrictEqual(limits(service), new Set([undefined, "1"]))
    })
  )

  it.effect("is an empty list where there is no room", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* rooms(["sessions", "--all-rooms"], { service: account([]) }), {
        code: 0,
        stdout: "",
        stderr: ""
      })
    })
  )
})

describe("rooms sessions", () => {
  it.effect.each([
    { args: [], problem: "give either the id of a room or --all-rooms" },
    { args: ["k", "--all-rooms"], problem: "give either the id of a room or --all-rooms" },
    {
      args: ["--all-rooms", "--cursor", "1"],
      problem: "--cursor is for the sessions of one room, not for --all-rooms"
    }
  ])("refuses what does not go together: $args", ({ args, problem }) =>
    Effect.gen(function* () {
      const fake = unreachable()
      const outcome = yield* rooms(["sessions", ...args], { service: fake })
      assert.deepStrictEqual(outcome, { code: 2, stdout: "", stderr: `rooms: ${problem}\n` })
      assert.deepStrictEqual(fake.sent, [])
    })
  )
})
