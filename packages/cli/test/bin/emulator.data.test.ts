import { rmSync, writeFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { createRoom, folder, isGone, startEmulator, titlesIn } from "../fixtures/emulator.ts"
import { runProcess } from "../fixtures/process.ts"
import { rowsOf } from "../fixtures/wire.ts"

const keep = (file: string, ...args: ReadonlyArray<string>) =>
  startEmulator("--scenario", "empty", "--data", file, ...args)

const titles = Effect.fnUntraced(function* (url: string) {
  const { code, stdout } = yield* runProcess(["list", "--all"], { ROOMS_BASE_URL: url, ROOMS_API_KEY: "dev" })
  assert.strictEqual(code, 0)
  return rowsOf(stdout).map(({ metadata }) => Object(metadata).title)
})

const get = (url: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
  Effect.promise(async () => {
    const response = await fetch(url + path, { headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  })

describe("rooms emulator start --data", () => {
  it.live.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "keeps what happened before %s, which ends it with 0",
    (signal) =>
      Effect.scoped(
        Effect.gen(function* () {
          const { at, names, read } = yield* folder
          const first = yield* keep(at("world.json"))
          yield* createRoom(first.url, "a")
          yield* first.signal(signal)
          const { code, stderr } = yield* first.ended
          assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
          assert.isTrue(yield* isGone(first.url))
          assert.deepStrictEqual(names(), ["world.json"])
          assert.deepStrictEqual(titlesIn(read("world.json")), ["a"])
          const second = yield* keep(at("world.json"))
          assert.deepStrictEqual(yield* titles(second.url), ["a"])
        })
      )
  )

  it.live("keeps what was written before SIGKILL, and starts again at once", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { at, read } = yield* folder
        const sent: Array<string> = []
        for (let life = 0; life < 5; life++) {
          const { ended, signal, url } = yield* keep(at("world.json"))
          const kept = titlesIn(read("world.json"))
          assert.deepStrictEqual(kept, sent.slice(0, kept.length))
          sent.splice(kept.length)
          for (let room = 0; room < 5; room++) {
            sent.push(`${life}.${room}`)
            yield* createRoom(url, `${life}.${room}`)
          }
          yield* signal("SIGKILL")
          // It is killed, so there is no exit code.
          yield* Effect.exit(ended)
        }
        const { ended, signal, url } = yield* keep(at("world.json"))
        yield* createRoom(url, "last")
        yield* signal("SIGTERM")
        yield* ended
        const kept = titlesIn(read("world.json"))
        assert.deepStrictEqual(kept, [...sent.slice(0, kept.length - 1), "last"])
      })
    )
  )

  it.live("is refused to a second emulator, which names the first one", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { at } = yield* folder
        const first = yield* keep(at("world.json"))
        const { code, stderr, stdout } = yield* Effect.flatMap(keep(at("world.json")), ({ ended }) => ended)
        assert.match(
          stderr,
          /^rooms: \S*world\.json: is in use by process \d+; stop it, or if it isn't an emulator any more, delete world\.json\.lock\n$/
        )
        assert.deepStrictEqual({ code, stdout }, { code: 2, stdout: "" })
        yield* createRoom(first.url, "a")
      })
    )
  )

  it.live("exits with 1 and reports the file if it can't be written at the end", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { at, path } = yield* folder
        const { ended, signal, url } = yield* keep(at("world.json"))
        // Before anything happens, so that no write of it can have come first.
        rmSync(path, { recursive: true })
        yield* createRoom(url, "a")
        yield* signal("SIGTERM")
        const { code, stderr } = yield* ended
        assert.include(stderr, `rooms: ${at("world.json")}: cannot be written: the file or its folder doesn't exist\n`)
        assert.strictEqual(code, 1)
      })
    )
  )
})

describe("rooms emulator start --import", () => {
  it.live("starts from an export, and doesn't listen if the file doesn't exist", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { at, read } = yield* folder
        const first = yield* startEmulator("--rooms", "3", "--export-on-exit", at("first.json"))
        yield* first.signal("SIGTERM")
        assert.strictEqual((yield* first.ended).code, 0)
        const second = yield* startEmulator("--import", at("first.json"), "--export-on-exit", at("second.json"))
        assert.strictEqual((yield* titles(second.url)).length, 3)
        yield* second.signal("SIGINT")
        yield* second.ended
        assert.strictEqual(read("second.json"), read("first.json"))
        assert.deepStrictEqual(yield* runProcess(["emulator", "start", "--import", at("none.json")]), {
          code: 2,
          stdout: "",
          stderr: `rooms: ${at("none.json")}: cannot be read: the file or its folder doesn't exist\n`
        })
      })
    )
  )
})

describe("rooms emulator start", () => {
  it.live("has the rooms of a scenario file, at the time of --clock", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { at } = yield* folder
        writeFileSync(
          at("scenario.json"),
          '{"rooms":[{"createdAt":"2025-12-31T23:00:00Z","metadata":{"title":"a"}},{"createdAgo":"1 hour","metadata":{"title":"b"}}]}'
        )
        const clock = ["--clock", "2026-01-01T00:00:00Z", "--frozen"]
        const { url } = yield* startEmulator("--scenario", at("scenario.json"), ...clock)
        assert.deepStrictEqual((yield* titles(url)).sort(), ["a", "b"])
        const { text } = yield* get(url, "/__emulator/clock")
        assert.deepStrictEqual(JSON.parse(text), { nowMillis: Date.parse("2026-01-01T00:00:00Z"), isFrozen: true })
      })
    )
  )

  it.live("starts its clock at --clock, in UTC without a zone, with an office of that time", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { url } = yield* startEmulator("--clock", "2020-01-01T00:00:00", "--rooms", "3")
        const { text } = yield* get(url, "/__emulator/clock")
        const { isFrozen, nowMillis } = JSON.parse(text)
        assert.isFalse(isFrozen)
        assert.isAbove(nowMillis, Date.UTC(2020) - 1)
        assert.isBelow(nowMillis, Date.UTC(2020, 0, 2))
        // A room of an office is younger than the office.
        const rooms = yield* runProcess(["list"], { ROOMS_BASE_URL: url, ROOMS_API_KEY: "dev" })
        for (const { createdAt } of rowsOf(rooms.stdout)) assert.isAbove(Number(createdAt), Date.UTC(2019))
        const reset = yield* Effect.promise(() => fetch(`${url}/__emulator/world/reset`, { method: "POST" }))
        assert.strictEqual(reset.status, 204)
      })
    )
  )

  it.live("has the quirks and faults of its flags", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const fault = '{"operations":["metrics"],"times":1,"action":{"_tag":"Respond","status":503}}'
        const quirks = [
          "--quirk",
          "pathPrefix=/gateway/rooms",
          "--quirk",
          "errorBody=okFalse",
          "--quirk",
          "firstPage=0"
        ]
        const { url } = yield* startEmulator(...quirks, "--fault", fault)
        assert.match(url, /\/gateway\/rooms$/)
        const metrics = get(url, "/api/v2/sdk/metrics", { "x-api-key": "dev" })
        const first = yield* metrics
        assert.deepStrictEqual([first.status, (yield* metrics).status], [503, 200])
        assert.strictEqual(JSON.parse(first.text).ok, false)
        const list = yield* get(url, "/api/v2/sdk/rooms/get-rooms", { "x-api-key": "dev" })
        assert.strictEqual(JSON.parse(list.text).current, 0)
      })
    )
  )

  it.live("has no admin API with --no-admin, and answers pages of the origins of --cors", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const origins = ["http://localhost:5173", "https://app.example.com"]
        const closed = yield* startEmulator("--no-admin", ...origins.flatMap((origin) => ["--cors", origin]))
        const open = yield* startEmulator("--cors", "http://localhost:5173", "--cors", "*")
        const answer = (url: string, origin: string) => get(url, "/__emulator/health", { origin })
        assert.strictEqual((yield* answer(closed.url, "x")).status, 404)
        assert.strictEqual((yield* answer(open.url, "x")).status, 200)
        const allowed = "access-control-allow-origin"
        for (const origin of origins) {
          assert.strictEqual((yield* answer(closed.url, origin)).headers.get(allowed), origin)
        }
        assert.isNull((yield* answer(closed.url, "https://evil.example.com")).headers.get(allowed))
        assert.strictEqual((yield* answer(open.url, "https://evil.example.com")).headers.get(allowed), "*")
      })
    )
  )
})
