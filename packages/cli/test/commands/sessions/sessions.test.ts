import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { rooms } from "../../fixtures/command.ts"
import { account, answering, type Service } from "../../fixtures/service.ts"
import {
  brief,
  briefRow,
  ended,
  endedRow,
  indented,
  lines,
  ndjson,
  planning,
  running,
  runningRow,
  standUp,
  untitled
} from "../../fixtures/wire.ts"

const page = { sessions: [running, ended, brief] }
const rows = [runningRow, endedRow, briefRow]

const onePage = () => answering({ "/rooms/session-details?roomId=k&limit=20": page })

const oneRoom = () => account([{ room: standUp, roomId: "k", sessions: page.sessions }])

const threeRooms = () =>
  account([
    { room: standUp, roomId: "k", sessions: [running, ended] },
    { room: planning, roomId: "abc-defg-hij", sessions: [] },
    { room: untitled, roomId: "untitled", sessions: [brief] }
  ])

/** A number of sessions, as the service sends them and as the command prints them. */
const stored = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...brief, sessionId: `session-${index}` }))
const many = (count: number) => stored(count).map((session) => ({ ...session, duration: 0 }))

const manySessions = (count: number) => account([{ room: standUp, roomId: "k", sessions: stored(count) }])

const limits = ({ sent }: Service) => new Set(sent.map(({ target }) => /[?&]limit=(\d+)/.exec(target)?.[1]))

const table = lines(
  "SESSION    START             END               DURATION",
  "session-2  2023-11-15 05:58  running",
  "session-1  2023-11-15 03:58  2023-11-15 05:03  1h 5m 12s",
  "session-3  2023-11-15 03:58  2023-11-15 03:58  0s"
)

describe("rooms sessions <roomId>", () => {
  it.effect("writes one page of 20 as ndjson, each session with its duration in seconds", () =>
    Effect.gen(function* () {
      const fake = onePage()
      const outcome = yield* rooms(["sessions", "k"], { service: fake })
      assert.deepStrictEqual(outcome, { code: 0, stdout: ndjson(...rows), stderr: "" })
      assert.lengthOf(fake.sent, 1)
    })
  )

  it.effect("writes one page with what the service says of it, as json", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["sessions", "k", "--format", "json"], { service: onePage() })
      assert.strictEqual(stdout, indented({ sessions: rows }))
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
      const fake = answering({
        "/rooms/session-details?roomId=k&limit=20": { sessions: [{ ...running, endTime: undefined }] }
      })
      const { stdout } = yield* rooms(["sessions", "k"], { service: fake })
      assert.strictEqual(stdout, ndjson(runningRow))
    })
  )

  it.effect("asks for the page that --cursor and --page-size name", () =>
    Effect.gen(function* () {
      const fake = answering({ "/rooms/session-details?roomId=a%26b&cursor=3&limit=7": { sessions: [] } })
      const outcome = yield* rooms(["sessions", "a&b", "--cursor", "3", "--page-size", "7"], { service: fake })
      assert.deepStrictEqual(outcome, { code: 0, stdout: "", stderr: "" })
    })
  )

  it.effect("reads all pages with --all", () =>
    Effect.gen(function* () {
      const service = oneRoom()
      const outcome = yield* rooms(["sessions", "k", "--all", "--page-size", "2"], { service })
      assert.deepStrictEqual(outcome, { code: 0, stdout: ndjson(...rows), stderr: "" })
      // The last page is short: one more request, for one row, shows that it is the last.
      assert.deepStrictEqual(limits(service), new Set(["2", "1"]))
    })
  )

  it.effect("writes all pages as one json document", () =>
    Effect.gen(function* () {
      const args = ["sessions", "k", "--all", "--page-size", "2", "--format", "json"]
      const { stdout } = yield* rooms(args, { service: oneRoom() })
      const written = rows.map((session) => `  ${JSON.stringify(session)}`)
      assert.strictEqual(stdout, `{"sessions": [\n${written.join(",\n")}\n]}\n`)
    })
  )

  it.effect("writes all pages as one table", () =>
    Effect.gen(function* () {
      const args = ["sessions", "k", "--all", "--page-size", "2"]
      const { stdout } = yield* rooms(args, { service: oneRoom(), terminal: true })
      assert.strictEqual(stdout, table)
    })
  )

  it.effect("starts at --cursor, which skips pages of --page-size", () =>
    Effect.gen(function* () {
      const from = ["sessions", "k", "--cursor", "1", "--page-size", "2"]
      assert.strictEqual((yield* rooms([...from, "--all"], { service: oneRoom() })).stdout, ndjson(briefRow))
      assert.strictEqual((yield* rooms([...from, "--limit", "9"], { service: oneRoom() })).stdout, ndjson(briefRow))
      const usual = yield* rooms(["sessions", "k", "--all", "--cursor", "1"], { service: manySessions(25) })
      assert.strictEqual(usual.stdout, ndjson(...many(25).slice(20)))
    })
  )

  it.effect.each([
    { count: 19, says: "" },
    { count: 20, says: "there may be more sessions: --cursor 1, or --all\n" },
    { count: 45, says: "there may be more sessions: --cursor 1, or --all\n" },
    { count: 45, args: ["--cursor", "1"], says: "there may be more sessions: --cursor 2, or --all\n" },
    { count: 45, args: ["--cursor", "2"], says: "" },
    { count: 45, args: ["--page-size", "50"], says: "" },
    { count: 45, args: ["--all"], says: "" },
    { count: 45, args: ["--limit", "20"], says: "" }
  ])("says after a full page that there may be more: $count sessions, $args", ({ args = [], count, says }) =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["sessions", "k", ...args], {
        service: manySessions(count),
        terminal: true,
        stderrTerminal: true
      })
      assert.deepStrictEqual([outcome.code, outcome.stderr], [0, says])
    })
  )

  it.effect.each([
    { terminal: true, stderrTerminal: false },
    { terminal: false, stderrTerminal: true }
  ])("says nothing about more in a pipe: $terminal $stderrTerminal", (streams) =>
    Effect.gen(function* () {
      const { stderr } = yield* rooms(["sessions", "k"], { service: manySessions(45), ...streams })
      assert.strictEqual(stderr, "")
    })
  )

  it.effect.each([
    { limit: 7, sizes: ["7"] },
    { limit: 100, sizes: ["100"] },
    { limit: 230, sizes: ["100", "100", "100"] }
  ])("writes at most --limit $limit sessions, on as many pages as that takes", ({ limit, sizes }) =>
    Effect.gen(function* () {
      const service = manySessions(400)
      const { stdout } = yield* rooms(["sessions", "k", "--limit", String(limit)], { service })
      assert.strictEqual(stdout, ndjson(...many(400).slice(0, limit)))
      assert.deepStrictEqual(
        service.sent.map(({ target }) => /[?&]limit=(\d+)/.exec(target)?.[1]),
        sizes
      )
    })
  )

  it.effect.each([
    { args: [], says: "no sessions yet" },
    { args: ["--cursor", "3"], says: "no sessions from this page on" }
  ])("prints a text instead of an empty table on a terminal: $args", ({ args, says }) =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["sessions", "k", ...args], { service: manySessions(0), terminal: true })
      assert.deepStrictEqual(outcome, { code: 0, stdout: `${says}\n`, stderr: "" })
    })
  )

  it.effect("has a column for the duration in csv, which is empty while a session runs", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["sessions", "k", "--format", "csv"], { service: onePage() })
      assert.deepStrictEqual(stdout.split("\n"), [
        "sessionId,startTime,endTime,duration",
        `session-2,${running.startTime},,`,
        `session-1,${ended.startTime},${ended.endTime},3912`,
        `session-3,${brief.startTime},${brief.endTime},0`,
        ""
      ])
    })
  )
})

describe("rooms sessions --all-rooms", () => {
  it.effect("writes every session of every room with the id and the title of its room, in the order of the rooms", () =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["sessions", "--all-rooms"], { service: threeRooms() })
      const stdout = ndjson(
        { roomId: "k", room: { title: "Stand-up" }, ...runningRow },
        { roomId: "k", room: { title: "Stand-up" }, ...endedRow },
        { roomId: "untitled", room: { title: null }, ...briefRow }
      )
      assert.deepStrictEqual(outcome, { code: 0, stdout, stderr: "" })
    })
  )

  it.effect("writes one json document", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["sessions", "--all-rooms", "--format", "json"], { service: threeRooms() })
      assert.deepStrictEqual(JSON.parse(stdout), {
        sessions: [
          { roomId: "k", room: { title: "Stand-up" }, ...runningRow },
          { roomId: "k", room: { title: "Stand-up" }, ...endedRow },
          { roomId: "untitled", room: { title: null }, ...briefRow }
        ]
      })
    })
  )

  it.effect("writes one table, with the rooms and their titles in its first columns", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["sessions", "--all-rooms"], { service: threeRooms(), terminal: true })
      assert.strictEqual(
        stdout,
        lines(
          "ROOM  TITLE     SESSION    START             DURATION",
          "k     Stand-up  session-2  2023-11-15 05:58  running",
          "k     Stand-up  session-1  2023-11-15 03:58  1h 5m 12s",
          // The first rows decide how wide a column is.
          "untitled            session-3  2023-11-15 03:58  0s"
        )
      )
    })
  )

  it.effect("asks for --page-size sessions at a time", () =>
    Effect.gen(function* () {
      const service = account([{ room: standUp, roomId: "k", sessions: page.sessions }])
      const { stdout } = yield* rooms(["sessions", "--all-rooms", "--page-size", "1"], { service })
      assert.strictEqual(
        stdout,
        ndjson(...rows.map((session) => ({ roomId: "k", room: { title: "Stand-up" }, ...session })))
      )
      assert.deepStrictEqual(limits(service), new Set([undefined, "1"]))
    })
  )

  it.effect("writes at most --limit sessions, and asks for no room behind them", () =>
    Effect.gen(function* () {
      const service = threeRooms()
      const { stdout } = yield* rooms(["sessions", "--all-rooms", "--limit", "1"], { service })
      assert.strictEqual(stdout, ndjson({ roomId: "k", room: { title: "Stand-up" }, ...runningRow }))
      assert.notInclude(service.sent.map(({ target }) => target).join(), "untitled")
    })
  )

  it.effect("gives the title of the room in csv and by --fields", () =>
    Effect.gen(function* () {
      const csv = yield* rooms(["sessions", "--all-rooms", "--format", "csv"], { service: threeRooms() })
      assert.match(csv.stdout, /^roomId,room\.title,sessionId,startTime,endTime,duration\nk,Stand-up,session-2,\d+,,\n/)
      assert.match(csv.stdout, /\nuntitled,,session-3,/)
      const fields = ["--fields", "room.title,duration"]
      const picked = yield* rooms(["sessions", "--all-rooms", ...fields], { service: threeRooms() })
      assert.strictEqual(
        picked.stdout,
        ndjson(
          { room: { title: "Stand-up" }, duration: null },
          { room: { title: "Stand-up" }, duration: 3_912 },
          { room: { title: null }, duration: 0 }
        )
      )
    })
  )

  it.effect("prints an empty list if there are no rooms", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* rooms(["sessions", "--all-rooms"], { service: account([]) }), {
        code: 0,
        stdout: "",
        stderr: ""
      })
    })
  )
})
