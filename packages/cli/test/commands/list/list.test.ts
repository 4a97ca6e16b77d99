import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { rooms } from "../../fixtures/command.ts"
import { answering, unreachable } from "../../fixtures/service.ts"
import {
  indented,
  lines,
  ndjson,
  noRooms,
  planning,
  roomsPage1,
  roomsPage2,
  standUp,
  untitled
} from "../../fixtures/wire.ts"

const firstPage = "/api/v2/sdk/rooms/get-rooms"
const secondPage = "/api/v2/sdk/rooms/get-rooms?cursor=2"

const service = () => answering({ "/rooms/get-rooms": roomsPage1, "/rooms/get-rooms?cursor=2": roomsPage2 })

// Under a name that the rows of a test do not hide.
const run = rooms

const targets = ({ sent }: ReturnType<typeof service>) => sent.map(({ target }) => target)

const table = lines(
  "ROOM          CREATED           LOCKED  TITLE",
  "abc-defg-hij  2023-11-15 03:58  yes     Planning",
  "k             2023-11-15 03:58  no      Stand-up"
)

const moreRooms = "there are more rooms: --cursor 2, or --all\n"

describe("rooms list", () => {
  it.effect("writes the rooms of one page as ndjson", () =>
    Effect.gen(function* () {
      const fake = service()
      const outcome = yield* rooms(["list"], { service: fake })
      assert.deepStrictEqual(outcome, { code: 0, stdout: ndjson(planning, standUp), stderr: "" })
      assert.deepStrictEqual(targets(fake), [firstPage])
    })
  )

  it.effect("writes one page as a table to a terminal, with local times, and says that there are more", () =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["list"], { service: service(), terminal: true, stderrTerminal: true })
      assert.deepStrictEqual(outcome, { code: 0, stdout: table, stderr: moreRooms })
    })
  )

  it.effect("writes a table with --format table", () =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["list", "--format", "table"], { service: service() })
      assert.deepStrictEqual(outcome, { code: 0, stdout: table, stderr: "" })
    })
  )

  it.effect("looks at every boundary between two pages again with --verify", () =>
    Effect.gen(function* () {
      const fake = service()
      const outcome = yield* rooms(["list", "--all", "--verify"], { service: fake })
      assert.strictEqual(outcome.code, 0)
      assert.deepStrictEqual(targets(fake), [firstPage, secondPage, firstPage])
      assert.deepStrictEqual(outcome.stdout, ndjson(planning, standUp, untitled))
    })
  )

  it.effect("writes one page as the service answered it, as json", () =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["list", "--format", "json"], { service: service(), terminal: true })
      assert.deepStrictEqual(outcome, { code: 0, stdout: indented(roomsPage1), stderr: "" })
    })
  )

  it.effect.each([
    { terminal: true, stderrTerminal: false },
    { terminal: false, stderrTerminal: true }
  ])("says that there are more only to a person who reads both streams: $terminal $stderrTerminal", (streams) =>
    Effect.gen(function* () {
      const { stderr } = yield* rooms(["list"], { service: service(), ...streams })
      assert.strictEqual(stderr, "")
    })
  )

  it.effect.each([
    { limit: "1", rows: [planning], asked: [firstPage] },
    { limit: "2", rows: [planning, standUp], asked: [firstPage] },
    { limit: "3", rows: [planning, standUp, untitled], asked: [firstPage, secondPage] },
    { limit: "50", rows: [planning, standUp, untitled], asked: [firstPage, secondPage] }
  ])("writes at most --limit $limit rooms, and asks for no page that it does not need", ({ asked, limit, rows }) =>
    Effect.gen(function* () {
      for (const flag of ["--limit", "-n"]) {
        const fake = service()
        const outcome = yield* run(["list", flag, limit], { service: fake })
        assert.deepStrictEqual(outcome, { code: 0, stdout: ndjson(...rows), stderr: "" })
        assert.deepStrictEqual(targets(fake).slice(0, asked.length), asked)
        if (rows.length < 3) assert.lengthOf(fake.sent, asked.length)
      }
    })
  )

  it.effect("limits what --title finds, and starts at --cursor", () =>
    Effect.gen(function* () {
      const same = [planning, { ...planning, roomId: "same" }]
      const fake = answering({ "/rooms/get-rooms": { ...roomsPage1, rooms: same } })
      const found = yield* rooms(["list", "--title", "Planning", "--limit", "1"], { service: fake })
      assert.strictEqual(found.stdout, ndjson(planning))
      const second = yield* rooms(["list", "--cursor", "2", "--limit", "1"], { service: service() })
      assert.strictEqual(second.stdout, ndjson(untitled))
    })
  )

  it.effect("refuses --limit with --all", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* rooms(["list", "--all", "--limit", "1"], { service: unreachable() })
      assert.match(stderr, /^rooms: --all prints every row and --limit only some: leave one of them out\n$/)
      assert.strictEqual(code, 2)
    })
  )

  it.effect("is `rooms ls` as well", () =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["ls"], { service: service() })
      assert.deepStrictEqual(outcome, { code: 0, stdout: ndjson(planning, standUp), stderr: "" })
    })
  )

  it.effect.each([
    { args: [], says: "no rooms yet" },
    { args: ["--all"], says: "no rooms yet" },
    { args: ["--title", "a"], says: 'no room has the title "a"' },
    { args: ["--cursor", "9"], says: "no rooms from this page on" }
  ])("says on a terminal that a list is empty: $args", ({ args, says }) =>
    Effect.gen(function* () {
      const fake = answering({ "/rooms/get-rooms": noRooms, "/rooms/get-rooms?cursor=9": noRooms })
      const outcome = yield* rooms(["list", ...args], { service: fake, terminal: true })
      assert.deepStrictEqual(outcome, { code: 0, stdout: `${says}\n`, stderr: "" })
    })
  )

  it.effect("reads the page that --cursor names, and says nothing where it is the last", () =>
    Effect.gen(function* () {
      const fake = service()
      const outcome = yield* rooms(["list", "--cursor", "2"], { service: fake })
      assert.deepStrictEqual(outcome, { code: 0, stdout: ndjson(untitled), stderr: "" })
      assert.deepStrictEqual(targets(fake), [secondPage])
    })
  )

  it.effect.each([0, 1, null])("takes a next page of %s for the end", (nextCursor) =>
    Effect.gen(function* () {
      const fake = answering({ "/rooms/get-rooms": { ...roomsPage1, nextCursor } })
      const { stderr } = yield* rooms(["list"], { service: fake })
      assert.strictEqual(stderr, "")
    })
  )

  it.effect("reads all pages with --all", () =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["list", "--all"], { service: service() })
      assert.deepStrictEqual(outcome, { code: 0, stdout: ndjson(planning, standUp, untitled), stderr: "" })
    })
  )

  it.effect("writes all pages as one json document", () =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["list", "--all", "--format", "json"], { service: service() })
      const rows = [planning, standUp, untitled].map((room) => `  ${JSON.stringify(room)}`)
      assert.deepStrictEqual(outcome, { code: 0, stdout: `{"rooms": [\n${rows.join(",\n")}\n]}\n`, stderr: "" })
    })
  )

  it.effect("writes all pages as one table with one header", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["list", "--all"], { service: service(), terminal: true })
      assert.strictEqual(stdout, `${table}untitled      1970-01-01 05:30  no\n`)
    })
  )

  it.effect("begins all pages at --cursor", () =>
    Effect.gen(function* () {
      const fake = service()
      const { stdout } = yield* rooms(["list", "--all", "--cursor", "2"], { service: fake })
      assert.strictEqual(stdout, ndjson(untitled))
      assert.strictEqual(targets(fake)[0], secondPage)
    })
  )

  it.effect("finds the rooms with exactly a title on all pages", () =>
    Effect.gen(function* () {
      const other = { ...untitled, metadata: { title: "Planning 2" } }
      const same = { ...untitled, roomId: "same", metadata: { title: "Planning" } }
      const fake = answering({
        "/rooms/get-rooms": roomsPage1,
        "/rooms/get-rooms?cursor=2": { ...roomsPage2, rooms: [other, same], count: 4 }
      })
      const outcome = yield* rooms(["list", "--title", "Planning"], { service: fake })
      assert.deepStrictEqual(outcome, { code: 0, stdout: ndjson(planning, same), stderr: "" })
    })
  )

  it.effect("does not take --title and --cursor together", () =>
    Effect.gen(function* () {
      const fake = unreachable()
      const outcome = yield* rooms(["list", "--title", "Planning", "--cursor", "2"], { service: fake })
      assert.deepStrictEqual(outcome, {
        code: 2,
        stdout: "",
        stderr: "rooms: --title looks through all pages: leave --cursor out\n"
      })
      assert.deepStrictEqual(fake.sent, [])
    })
  )

  it.effect.each([
    { args: [], stdout: "" },
    { args: ["--format", "json"], stdout: indented(noRooms) },
    { args: ["--format", "table"], stdout: "ROOM  CREATED  LOCKED  TITLE\n" },
    { args: ["--all"], stdout: "" },
    { args: ["--all", "--format", "json"], stdout: '{"rooms": []}\n' },
    { args: ["--all", "--format", "table"], stdout: "ROOM  CREATED  LOCKED  TITLE\n" },
    { args: ["--title", "Planning"], stdout: "" }
  ])("ends with 0 for an empty list: $args", ({ args, stdout }) =>
    Effect.gen(function* () {
      const fake = answering({ "/rooms/get-rooms": noRooms })
      assert.deepStrictEqual(yield* rooms(["list", ...args], { service: fake }), { code: 0, stdout, stderr: "" })
    })
  )

  it.effect("writes the contract's shape, whatever shape of it the service sends", () =>
    Effect.gen(function* () {
      const sent = {
        ...roomsPage1,
        rooms: [{ ...planning, createdAt: "2023-11-14T22:13:20.000Z", metadata: '{"title":"Planning"}', owner: "new" }],
        nextCursor: undefined,
        prevCursor: undefined,
        count: undefined
      }
      const fake = answering({ "/rooms/get-rooms": sent })
      const outcome = yield* rooms(["list", "--format", "json"], { service: fake })
      assert.deepStrictEqual(JSON.parse(outcome.stdout), {
        rooms: [{ ...planning, metadata: { title: "Planning" } }],
        pageSize: 2,
        current: 1,
        nextCursor: null,
        prevCursor: null
      })
    })
  )

  it.effect("does not let a title move the cursor of the terminal, and leaves it whole in JSON", () =>
    Effect.gen(function* () {
      const hostile = { ...standUp, metadata: { title: "a\u001b[2J\r\n\u009bb" } }
      const fake = answering({ "/rooms/get-rooms": { ...roomsPage2, rooms: [hostile], current: 1 } })
      const table = yield* rooms(["list"], { service: fake, terminal: true })
      assert.strictEqual(
        table.stdout,
        lines("ROOM  CREATED           LOCKED  TITLE", "k     2023-11-15 03:58  no      a\ufffd[2J\ufffd\ufffd\ufffdb")
      )
      const { stdout } = yield* rooms(["list"], { service: fake })
      assert.deepStrictEqual(JSON.parse(stdout), hostile)
    })
  )

  it.effect("shows a title that is not text as none", () =>
    Effect.gen(function* () {
      const odd = { ...standUp, metadata: { title: { text: "Planning" } } }
      const fake = answering({ "/rooms/get-rooms": { ...roomsPage2, rooms: [odd], current: 1 } })
      const { stdout } = yield* rooms(["list"], { service: fake, terminal: true })
      assert.strictEqual(stdout.split("\n")[1], "k     2023-11-15 03:58  no")
    })
  )
})
