import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { connected, rooms } from "../fixtures/command.ts"
import { account, answering, unreachable } from "../fixtures/service.ts"
import * as Wire from "../fixtures/wire.ts"

const { ended, indented, lines, metrics, ndjson, planning, roomsPage1, standUp } = Wire

const service = () => answering({ "/rooms/get-rooms": { ...roomsPage1, nextCursor: null, count: 2 } })

const list = (...args: ReadonlyArray<string>) => rooms(["list", ...args], { service: service() })

const onTerminal = (environment: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) =>
  rooms(["list", ...args], { service: service(), terminal: true, environment: { ...connected, ...environment } })

const titles = "roomId,metadata.title"

describe("--fields", () => {
  it.effect.each([
    {
      format: "ndjson",
      stdout: ndjson(
        { roomId: "abc-defg-hij", metadata: { title: "Planning" } },
        { roomId: "k", metadata: { title: "Stand-up" } }
      )
    },
    {
      format: "yaml",
      stdout: lines(
        ...["- roomId: abc-defg-hij", "  metadata:", "    title: Planning"],
        ...["- roomId: k", "  metadata:", "    title: Stand-up"]
      )
    },
    { format: "csv", stdout: lines("roomId,metadata.title", "abc-defg-hij,Planning", "k,Stand-up") },
    {
      format: "table",
      stdout: lines("roomId        metadata.title", "abc-defg-hij  Planning", "k             Stand-up")
    }
  ])("are all that $format has", ({ format, stdout }) =>
    Effect.gen(function* () {
      const outcome = yield* list("--format", format, "--fields", titles)
      assert.deepStrictEqual(outcome, { code: 0, stdout, stderr: "" })
    })
  )

  it.effect("are those of the rows in json, and leave the rest of a page as it is", () =>
    Effect.gen(function* () {
      const page = yield* list("--format", "json", "--fields", "roomId")
      assert.strictEqual(
        page.stdout,
        indented({ ...roomsPage1, nextCursor: null, count: 2, rooms: [{ roomId: "abc-defg-hij" }, { roomId: "k" }] })
      )
      const all = yield* list("--all", "--format", "json", "--fields", "roomId")
      assert.strictEqual(all.stdout, '{"rooms": [\n  {"roomId":"abc-defg-hij"},\n  {"roomId":"k"}\n]}\n')
    })
  )

  it.effect("show times as times in a table, and values as JSON has them", () =>
    Effect.gen(function* () {
      const { stdout } = yield* list("--format", "table", "--fields", "createdAt,roomLocked,metadata", "--utc")
      assert.strictEqual(
        stdout,
        lines(
          "createdAt          roomLocked  metadata",
          '2023-11-14 22:13Z  true        {"title":"Planning","hostWallets":["0x01","0x02"]}',
          '2023-11-14 22:13Z  false       {"title":"Stand-up"}'
        )
      )
    })
  )

  it.effect("are cut if they are text, then if they are ids, and not if they are times", () =>
    Effect.gen(function* () {
      const inColumns = (columns: number) =>
        Effect.map(
          onTerminal({ COLUMNS: String(columns) }, "--fields", "metadata.title,roomId,createdAt", "--utc"),
          ({ stdout }) => stdout.split("\n")[1]
        )
      assert.strictEqual(yield* inColumns(47), "Planning        abc-defg-hij  2023-11-14 22:13Z")
      assert.strictEqual(yield* inColumns(41), "Planning  abc-defg-hij  2023-11-14 22:13Z")
      assert.strictEqual(yield* inColumns(37), "Planning  abc-def…  2023-11-14 22:13Z")
      assert.strictEqual(yield* inColumns(30), "Pla…  abc-def…  2023-11-14 22…")
    })
  )

  it.effect.each(["table", "csv"])(
    "with a name that is hostile itself do a terminal no harm, in the header of a %s",
    (format) =>
      Effect.gen(function* () {
        const page = { ...roomsPage1, nextCursor: null, rooms: [{ ...standUp, metadata: { "\u001b[2J": "=1" } }] }
        const { stderr, stdout } = yield* rooms(["list", "--format", format, "--fields", "metadata.\u001b[2J"], {
          service: answering({ "/rooms/get-rooms": page }),
          terminal: true
        })
        assert.strictEqual(stdout, lines("metadata.\ufffd[2J", "=1"))
        assert.notInclude(stderr, "\u001b")
      })
  )

  it.effect("of one answer are all that is written of it", () =>
    Effect.gen(function* () {
      const get = (...args: ReadonlyArray<string>) =>
        Effect.map(
          rooms(["metrics", "--fields", "totalUsers", ...args], { service: answering({ "/metrics": metrics }) }),
          ({ stdout }) => stdout
        )
      assert.strictEqual(yield* get(), indented({ totalUsers: 6 }))
      assert.strictEqual(yield* get("--format", "table"), "totalUsers  6\n")
      assert.strictEqual(yield* get("--format", "table", "--no-header"), "6\n")
      assert.strictEqual(yield* get("--format", "csv"), "totalUsers\n6\n")
      assert.strictEqual(yield* get("--format", "yaml"), "totalUsers: 6\n")
    })
  )

  it.effect.each([
    {
      args: ["list", "--fields", "roomId,title"],
      says: /--fields.*unknown field "title" \(did you mean metadata\.title\?\).*roomId, createdAt.*metadata\.<key>/
    },
    { args: ["list", "--fields", ""], says: /--fields.*unknown field ""/ },
    { args: ["metrics", "--fields", "roomId"], says: /--fields.*"roomId".*totalSessions/ },
    {
      args: ["sessions", "k", "--fields", "roomId,sessionId"],
      says: /--fields: only --all-rooms gives the field roomId/
    }
  ])("that there are not are refused before anything is sent: $args", ({ args, says }) =>
    Effect.gen(function* () {
      const nothing = unreachable()
      const { code, stderr, stdout } = yield* rooms(args, { service: nothing })
      assert.match(stderr, says)
      assert.deepStrictEqual({ code, stdout, sent: nothing.sent }, { code: 2, stdout: "", sent: [] })
    })
  )

  it.effect("name the room of a session with --all-rooms", () =>
    Effect.gen(function* () {
      const fake = account([{ room: standUp, roomId: "k", sessions: [ended] }])
      const { stdout } = yield* rooms(["sessions", "--all-rooms", "--fields", "sessionId,roomId"], { service: fake })
      assert.strictEqual(stdout, ndjson({ sessionId: "session-1", roomId: "k" }))
    })
  )
})

describe("--no-header", () => {
  it.effect("leaves the header of table and csv out", () =>
    Effect.gen(function* () {
      const flags = ["--no-header", "--fields", titles]
      const table = yield* list("--format", "table", ...flags)
      assert.strictEqual(table.stdout, lines("abc-defg-hij  Planning", "k             Stand-up"))
      const csv = yield* list("--format", "csv", ...flags)
      assert.strictEqual(csv.stdout, lines("abc-defg-hij,Planning", "k,Stand-up"))
    })
  )
})

describe("--utc", () => {
  it.effect("shows the times of tables in UTC, and leaves those of data", () =>
    Effect.gen(function* () {
      const table = yield* list("--format", "table", "--utc")
      assert.include(table.stdout, "k             2023-11-14 22:13Z  no      Stand-up\n")
      const data = yield* list("--utc")
      assert.strictEqual(data.stdout, ndjson(planning, standUp))
    })
  )
})

const bold = "\u001b[1mroomId\u001b[22m\n"

describe("colours", () => {
  it.effect.each([
    { environment: { NO_COLOR: "" }, args: [], header: bold },
    { environment: { NO_COLOR: "1" }, args: [], header: "roomId\n" },
    { environment: { NO_COLOR: "" }, args: ["--no-color"], header: "roomId\n" },
    { environment: { NO_COLOR: "", FORCE_COLOR: "1" }, args: ["--no-color"], header: "roomId\n" },
    { environment: { NO_COLOR: "", TERM: "dumb" }, args: [], header: "roomId\n" }
  ])("on a terminal: $environment $args", ({ args, environment, header }) =>
    Effect.gen(function* () {
      const { stdout } = yield* onTerminal(environment, "--fields", "roomId", ...args)
      assert.strictEqual(stdout, `${header}abc-defg-hij\nk\n`)
    })
  )

  it.effect.each([
    { environment: {}, header: "roomId\n" },
    { environment: { FORCE_COLOR: "1" }, header: bold }
  ])("in a pipe: $environment", ({ environment, header }) =>
    Effect.gen(function* () {
      const { NO_COLOR: _, ...connection } = connected
      const { stdout } = yield* rooms(["list", "--format", "table", "--fields", "roomId"], {
        service: service(),
        environment: { ...connection, ...environment }
      })
      assert.strictEqual(stdout, `${header}abc-defg-hij\nk\n`)
    })
  )
})

describe("the width of a table", () => {
  const fields = ["--fields", titles]

  it.effect("is that of the terminal", () =>
    Effect.gen(function* () {
      const { stdout } = yield* onTerminal({ COLUMNS: "20" }, ...fields)
      assert.strictEqual(stdout, lines("roomId      metadat…", "abc-defg-…  Planning", "k           Stand-up"))
    })
  )

  it.effect.each(["0", "-1", "wide", "1e3", ""])("ignores COLUMNS if it isn't a width: %j", (COLUMNS) =>
    Effect.gen(function* () {
      const { code, stdout } = yield* onTerminal({ COLUMNS }, ...fields)
      assert.include(stdout, "metadata.title")
      assert.strictEqual(code, 0)
    })
  )

  it.effect("has no limit in a pipe", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["list", "--format", "table", ...fields], {
        service: service(),
        environment: { ...connected, COLUMNS: "20" }
      })
      assert.include(stdout, "abc-defg-hij  Planning\n")
    })
  )
})

describe("csv with a formula in it", () => {
  it.effect("is written as it is, with a note on stderr", () =>
    Effect.gen(function* () {
      const page = { ...roomsPage1, nextCursor: null, rooms: [{ ...standUp, metadata: { title: "=1+1" } }] }
      const outcome = yield* rooms(["list", "--format", "csv", "--fields", "metadata.title"], {
        service: answering({ "/rooms/get-rooms": page })
      })
      assert.strictEqual(outcome.stdout, lines("metadata.title", "=1+1"))
      assert.match(outcome.stderr, /^metadata\.title contains text that starts with =, \+, - or @, [^\n]+\n$/)
    })
  )
})

describe("--json", () => {
  it.effect("is --format json", () =>
    Effect.gen(function* () {
      const json = yield* list("--format", "json")
      assert.deepStrictEqual(yield* list("--json"), json)
      assert.deepStrictEqual(yield* list("-o", "json"), json)
      assert.deepStrictEqual(yield* list("--json", "--format", "json"), json)
    })
  )

  it.effect("is refused with another format, before anything is sent", () =>
    Effect.gen(function* () {
      const nothing = unreachable()
      const { code, stderr } = yield* rooms(["list", "--json", "-o", "csv"], { service: nothing })
      const { error } = JSON.parse(stderr)
      assert.strictEqual(error.message, "--json means --format json: leave out --json or --format")
      assert.deepStrictEqual({ code, sent: nothing.sent }, { code: 2, sent: [] })
    })
  )
})
