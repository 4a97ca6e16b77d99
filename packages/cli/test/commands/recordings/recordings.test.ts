import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { rooms } from "../../fixtures/command.ts"
import { answering } from "../../fixtures/service.ts"
import { indented, lines, ndjson, recording1, recording2 } from "../../fixtures/wire.ts"

const page1 = { nextCursor: 2, recordings: [recording1, recording2] }
const page2 = { nextCursor: null, recordings: [{ ...recording1, id: "recording-3" }] }
const rows = [...page1.recordings, ...page2.recordings]

const service = () =>
  answering({
    "/recordings": page1,
    "/recordings?limit=20": page1,
    "/recordings?limit=1": { ...page1, recordings: [recording1] },
    "/recordings?limit=20&cursor=2": page2,
    "/recordings?cursor=2": page2
  })

const moreRecordings = "there are more recordings: --cursor 2, or --all\n"

const table = lines(
  "RECORDING     SIZE    URL",
  "recording-1   1.0 MB  https://r.invalid/1.mp4",
  "recording-22  7 B     https://r.invalid/2.mp4"
)

describe("rooms recordings", () => {
  it.effect("writes one page as ndjson", () =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["recordings"], { service: service() })
      assert.deepStrictEqual(outcome, { code: 0, stdout: ndjson(recording1, recording2), stderr: "" })
    })
  )

  it.effect("writes one page as the service answered it, as json", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["recordings", "--format", "json"], { service: service() })
      assert.strictEqual(stdout, indented(page1))
    })
  )

  it.effect("writes a table to a terminal, and says that there are more", () =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["recordings"], { service: service(), terminal: true, stderrTerminal: true })
      assert.deepStrictEqual(outcome, { code: 0, stdout: table, stderr: moreRecordings })
    })
  )

  it.effect("writes at most --limit recordings, on as many pages as that takes", () =>
    Effect.gen(function* () {
      const limited = (limit: string) => rooms(["recordings", "--limit", limit], { service: service() })
      assert.strictEqual((yield* limited("1")).stdout, ndjson(recording1))
      assert.strictEqual((yield* limited("3")).stdout, ndjson(...rows))
    })
  )

  it.effect.each([
    { args: [], says: "no recordings yet" },
    { args: ["--session", "s"], says: "no recordings of this session" },
    { args: ["--cursor", "9"], says: "no recordings from this page on" }
  ])("prints a text instead of an empty table on a terminal: $args", ({ args, says }) =>
    Effect.gen(function* () {
      const none = { nextCursor: null, recordings: [] }
      const fake = answering({
        "/recordings": none,
        "/recordings?sessionId=s": none,
        "/recordings?cursor=9": none
      })
      const outcome = yield* rooms(["recordings", ...args], { service: fake, terminal: true })
      assert.deepStrictEqual(outcome, { code: 0, stdout: `${says}\n`, stderr: "" })
    })
  )

  it.effect("says nothing about more behind the last page", () =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["recordings", "--cursor", "2"], { service: service() })
      assert.deepStrictEqual(outcome, { code: 0, stdout: ndjson(...page2.recordings), stderr: "" })
    })
  )

  it.effect("takes a next cursor of 0 for the end", () =>
    Effect.gen(function* () {
      const fake = answering({ "/recordings": { nextCursor: 0, recordings: [recording1] } })
      assert.strictEqual((yield* rooms(["recordings"], { service: fake })).stderr, "")
    })
  )

  it.effect("asks for the recordings of one session, with --page-size and --cursor", () =>
    Effect.gen(function* () {
      const fake = answering({ "/recordings?sessionId=s%26t&limit=5&cursor=1": { nextCursor: null, recordings: [] } })
      const args = ["recordings", "--session", "s&t", "--page-size", "5", "--cursor", "1"]
      assert.deepStrictEqual(yield* rooms(args, { service: fake }), { code: 0, stdout: "", stderr: "" })
    })
  )

  it.effect("reads all pages with --all", () =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["recordings", "--all"], { service: service() })
      assert.deepStrictEqual(outcome, { code: 0, stdout: ndjson(...rows), stderr: "" })
    })
  )

  it.effect("reads all pages of one session, from --cursor on", () =>
    Effect.gen(function* () {
      const fake = answering({ "/recordings?limit=20&sessionId=s&cursor=2": page2 })
      const args = ["recordings", "--all", "--session", "s", "--cursor", "2"]
      assert.strictEqual((yield* rooms(args, { service: fake })).stdout, ndjson(...page2.recordings))
    })
  )

  it.effect("writes all pages as one json document", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["recordings", "--all", "--format", "json"], { service: service() })
      assert.deepStrictEqual(JSON.parse(stdout), { recordings: rows })
    })
  )

  it.effect("writes all pages as one table", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["recordings", "--all"], { service: service(), terminal: true })
      assert.strictEqual(stdout, `${table}recording-3   1.0 MB  https://r.invalid/1.mp4\n`)
    })
  )
})
