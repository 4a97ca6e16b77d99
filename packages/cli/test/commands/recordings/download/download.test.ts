import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as PlatformError from "effect/PlatformError"
import * as Sink from "effect/Sink"
import { makeOutput, rooms } from "../../../fixtures/command.ts"
import { folder } from "../../../fixtures/emulator.ts"
import { bytesOf, listed, send, whileTimePasses, withFiles } from "../../../fixtures/fileHost.ts"
import { json } from "../../../fixtures/service.ts"
import { lines, rowsOf } from "../../../fixtures/wire.ts"

const three = ["r1", "r2", "r3"].map((id) => listed(id, 100))
const bytes = bytesOf(100)

const hosted = () => withFiles(three, (asked) => send(asked, bytes))

/** A host on which `r2` is missing, and `r3` comes last. */
const hole = (status = 404) =>
  withFiles(three, (asked) => (asked.url.endsWith("r2.mp4") ? new Response("", { status }) : send(asked, bytes)))

/** They are written as they are done. */
const byId = (stdout: string) => rowsOf(stdout).toSorted((a, b) => String(a.id).localeCompare(String(b.id)))

const stopwatch = / in \d+(?:ms|s)\n/

describe("rooms recordings download", () => {
  it.effect("downloads every recording, and says so on stderr", () =>
    Effect.gen(function* () {
      const { at, names } = yield* folder
      const to = at("deep/in")
      const { code, stderr, stdout } = yield* rooms(["recordings", "download", "--to", to], { service: hosted() })
      const rows = three.map(({ id }) => ({ id, file: `${to}/${id}.mp4`, bytes: 100, status: "downloaded" }))
      assert.deepStrictEqual([code, byId(stdout)], [0, rows])
      assert.strictEqual(stderr.replace(stopwatch, "\n"), "3 downloaded: 300 B\n")
      assert.deepStrictEqual(names(), ["deep"])
      for (const { file } of rows) assert.deepStrictEqual(new Uint8Array(readFileSync(file)), bytes)
    }).pipe(Effect.scoped)
  )

  it.effect("leaves alone what is there, and asks nobody for it", () =>
    Effect.gen(function* () {
      const { path } = yield* folder
      const args = ["recordings", "download", "--to", path]
      yield* rooms(args, { service: hosted() })
      const service = hosted()
      const { code, stderr, stdout } = yield* rooms(args, { service })
      assert.deepStrictEqual([code, stderr, service.asked], [0, "3 already there\n", []])
      assert.deepStrictEqual(
        rowsOf(stdout).map(({ bytes, status }) => [bytes, status]),
        three.map(() => [100, "exists"])
      )
    }).pipe(Effect.scoped)
  )

  it.effect(
    "asks the host about a file that is not as large as the list says, and replaces it where that is wrong",
    () =>
      Effect.gen(function* () {
        const { at, path } = yield* folder
        const service = withFiles([listed("r1", 1), listed("r2", 100)], (asked) => send(asked, bytes))
        writeFileSync(at("r1.mp4"), bytes)
        writeFileSync(at("r2.mp4"), "half of it")
        const outcome = yield* rooms(["recordings", "download", "--to", path], { service })
        assert.deepStrictEqual(
          rowsOf(outcome.stdout)
            .map(({ id, status }) => [id, status])
            .sort(),
          [
            ["r1", "exists"],
            ["r2", "downloaded"]
          ]
        )
        assert.deepStrictEqual(new Uint8Array(readFileSync(at("r2.mp4"))), bytes)
        assert.match(outcome.stderr, /\nrecording "r1" is listed with size 1, but its file has 100 bytes\n$/)
      }).pipe(Effect.scoped)
  )

  it.effect("shows a table on a terminal, and takes --format and --fields", () =>
    Effect.gen(function* () {
      const { path } = yield* folder
      const args = ["recordings", "download", "--to", path, "--id", "r1"]
      yield* rooms(args, { service: hosted() })
      const table = yield* rooms(args, { service: hosted(), terminal: true })
      assert.match(table.stdout, /^RECORDING +STATUS +SIZE +FILE\nr1 +exists +100 B +\//)
      const csv = yield* rooms([...args, "--format", "csv", "--fields", "status,id"], { service: hosted() })
      assert.strictEqual(csv.stdout.replaceAll("\r", ""), lines("status,id", "exists,r1"))
      const document = yield* rooms([...args, "--format", "json"], { service: hosted() })
      assert.deepStrictEqual(JSON.parse(document.stdout), {
        downloads: [{ id: "r1", file: `${path}/r1.mp4`, bytes: 100, status: "exists" }]
      })
    }).pipe(Effect.scoped)
  )

  it.effect("downloads those that --id names, and says which of them there are not", () =>
    Effect.gen(function* () {
      const { names, path } = yield* folder
      const ids = ["--id", "r3", "--id", "r9", "--id", "r1", "--id", "r1"]
      const outcome = yield* rooms(["recordings", "download", "--to", path, ...ids], { service: hosted() })
      assert.deepStrictEqual([outcome.code, names()], [3, ["r1.mp4", "r3.mp4"]])
      assert.match(outcome.stderr, /^rooms: recording "r9": the service doesn't list it\n2 downloaded, 1 failed: 200 B/)
    }).pipe(Effect.scoped)
  )

  it.effect("downloads those of one session, where there may be none", () =>
    Effect.gen(function* () {
      const { path } = yield* folder
      const args = ["recordings", "download", "--to", path, "--session", "empty"]
      assert.deepStrictEqual(yield* rooms(args, { service: hosted() }), {
        code: 0,
        stdout: "",
        stderr: "no recordings\n"
      })
      const { code, stderr } = yield* rooms([...args, "--id", "r1"], { service: hosted() })
      assert.strictEqual(code, 3)
      assert.match(stderr, /session "empty" doesn't have it/)
    }).pipe(Effect.scoped)
  )

  it.effect("foresees with --dry-run, and makes nothing", () =>
    Effect.gen(function* () {
      const { at, names, path } = yield* folder
      const service = hosted()
      const nowhere = yield* rooms(["recordings", "download", "--dry-run", "--to", at("none")], { service })
      assert.deepStrictEqual([nowhere.code, nowhere.stderr, names()], [0, "3 to download\n", []])
      writeFileSync(at("r1.mp4"), bytes)
      writeFileSync(at(".r2.mp4.part"), bytes.subarray(0, 30))
      writeFileSync(at(".r2.mp4.part.json"), '{"etag":"\\"v1\\"","size":100}')
      const { stderr, stdout } = yield* rooms(["recordings", "download", "--dry-run", "--to", path], { service })
      assert.deepStrictEqual(
        rowsOf(stdout)
          .map(({ bytes, status }) => [status, bytes])
          .sort(),
        [
          ["exists", 100],
          ["missing", 0],
          ["partial", 30]
        ]
      )
      assert.deepStrictEqual([stderr, service.asked], ["1 to download, 1 to resume, 1 already there\n", []])
    }).pipe(Effect.scoped)
  )

  it.effect("downloads as many at a time as --concurrency says", () =>
    Effect.gen(function* () {
      for (const [flags, most] of [
        [[], 4],
        [["--concurrency", "2"], 2]
      ] as const) {
        const { path } = yield* folder
        let [open, widest] = [0, 0]
        const full = Promise.withResolvers<void>()
        const service = withFiles(
          Array.from({ length: 9 }, (_, index) => listed(`n${index}`, 100)),
          async (asked) => {
            widest = Math.max(widest, ++open)
            if (open === most) full.resolve()
            await full.promise
            await new Promise(setImmediate)
            open--
            return send(asked, bytes)
          }
        )
        yield* rooms(["recordings", "download", "--to", path, ...flags], { service })
        assert.strictEqual(widest, most)
      }
    }).pipe(Effect.scoped)
  )
})

describe("a failed recording", () => {
  for (const [status, code] of [
    [400, 6],
    [401, 4],
    [403, 4],
    [404, 3],
    [410, 3],
    [429, 5],
    [500, 6]
  ] as const) {
    it.effect(`does not stop the others: ${status} ends with ${code}`, () =>
      Effect.gen(function* () {
        const { names, path } = yield* folder
        const run = rooms(["recordings", "download", "--to", path], { service: hole(status) })
        const outcome = yield* whileTimePasses(run)
        assert.deepStrictEqual([outcome.code, names()], [code, ["r1.mp4", "r3.mp4"]])
        assert.deepStrictEqual(
          byId(outcome.stdout).map(({ id }) => id),
          ["r1", "r3"]
        )
        assert.match(outcome.stderr, new RegExp(`^rooms: recording "r2": files.example.com answered ${status}\n2 down`))
      }).pipe(Effect.scoped)
    )
  }

  it.effect("is JSON on stderr for a script that asked for JSON", () =>
    Effect.gen(function* () {
      const { path } = yield* folder
      const { stderr } = yield* rooms(["recordings", "download", "--to", path, "--format", "json"], { service: hole() })
      assert.include(JSON.stringify(JSON.parse(stderr.split("\n")[0] ?? "")), '"DownloadFailed"')
      assert.include(stderr, '"status":404')
    }).pipe(Effect.scoped)
  )

  it.effect("ends with the class of the first of them, in the order of the list", () =>
    Effect.gen(function* () {
      const { path } = yield* folder
      const service = withFiles(three, async ({ url }) => {
        if (url.includes("r1")) await new Promise(setImmediate)
        return new Response("", { status: url.includes("r1") ? 404 : 403 })
      })
      assert.strictEqual((yield* rooms(["recordings", "download", "--to", path], { service })).code, 3)
    }).pipe(Effect.scoped)
  )

  it.effect("downloads what was listed before the list broke off, and ends as the list does", () =>
    Effect.gen(function* () {
      const { names, path } = yield* folder
      const files = hosted()
      const fetch: typeof globalThis.fetch = async (input, init) => {
        const url = new URL(new Request(input, init).url)
        if (url.hostname !== "rooms.example.com") return files.fetch(input, init)
        return url.searchParams.has("cursor")
          ? json({ message: "no" }, { status: 401 })
          : json({ nextCursor: 2, recordings: three })
      }
      const service = { ...files, fetch }
      const { code, stderr } = yield* rooms(["recordings", "download", "--to", path, "--id", "r3", "--id", "r9"], {
        service
      })
      assert.deepStrictEqual([code, names()], [4, ["r3.mp4"]])
      // Nobody asks for more of the list than it takes.
      assert.strictEqual((yield* rooms(["recordings", "download", "--to", path, "--id", "r1"], { service })).code, 0)
      // Whether there is an r9, nobody knows.
      assert.notInclude(stderr, "r9")
      assert.match(stderr, /^1 downloaded: 100 B.*\nrooms: .*API key/)
    }).pipe(Effect.scoped)
  )
})

describe("a reader of the rows that has gone", () => {
  it.effect("does not stop the downloads", () =>
    Effect.gen(function* () {
      const { names, path } = yield* folder
      const cause = Object.assign(new Error("EPIPE"), { code: "EPIPE" })
      const gone = PlatformError.systemError({ _tag: "Unknown", module: "Stdio", method: "stdout", cause })
      const many = Array.from({ length: 40 }, (_, index) => listed(`n${index}`, 100))
      const { code } = yield* rooms(["recordings", "download", "--to", path], {
        service: withFiles(many, (asked) => send(asked, bytes)),
        output: { ...makeOutput(), stdout: () => Sink.fail(gone) }
      })
      assert.deepStrictEqual([code, names().length], [0, 40])
    }).pipe(Effect.scoped)
  )
})

describe("--to", () => {
  it.effect("is needed", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* rooms(["recordings", "download"])).code, 2)
    })
  )

  it.effect("is refused before anything is sent where it cannot be a folder", () =>
    Effect.gen(function* () {
      const { at } = yield* folder
      writeFileSync(at("file"), "")
      for (const to of [at("file"), at("file/deeper")]) {
        const outcome = yield* rooms(["recordings", "download", "--to", to])
        assert.strictEqual(outcome.code, 2)
        assert.match(outcome.stderr, /^rooms: --to \S+: \w+: .*\n$/)
      }
      assert.isTrue(existsSync(at("file")))
    }).pipe(Effect.scoped)
  )
})
