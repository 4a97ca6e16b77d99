import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { type Outcome, rooms } from "../../fixtures/command.ts"
import { json, makeService, unreachable } from "../../fixtures/service.ts"
import { indented, lines, ndjson } from "../../fixtures/wire.ts"

const created = { message: "room created successfully", data: { roomId: "abc-defg-hij" } }

const service = (status = 201) => makeService(() => json(created, { status }))

/** Returns the requests of `rooms create` with these arguments. */
const bodyOf = (args: ReadonlyArray<string>): Effect.Effect<unknown> =>
  Effect.gen(function* () {
    const fake = service()
    const outcome = yield* rooms(["create", ...args], { service: fake })
    assert.deepStrictEqual(outcome, { code: 0, stdout: indented(created), stderr: "" })
    assert.deepStrictEqual(
      fake.sent.map(({ method, target }) => `${method} ${target}`),
      ["POST /api/v2/sdk/rooms/create-room"]
    )
    return JSON.parse(fake.sent[0]?.body ?? "")
  })

/** How `rooms create` ends with these arguments when nothing may be sent. */
const refused = (args: ReadonlyArray<string>): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const fake = unreachable()
    const outcome = yield* rooms(["create", ...args], { service: fake })
    assert.deepStrictEqual(fake.sent, [])
    return outcome
  })

const failure = (problem: string): Outcome => ({ code: 2, stdout: "", stderr: `rooms: ${problem}\n` })

const withFile = <A, E, R>(content: string, use: (path: string) => Effect.Effect<A, E, R>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const fileSystem = yield* FileSystem.FileSystem
      const path = yield* fileSystem.makeTempFileScoped({ suffix: ".json" })
      yield* fileSystem.writeFileString(path, content)
      return yield* use(path)
    })
  ).pipe(Effect.provide(NodeServices.layer))

// Ten bytes are already there: eight of {"a":""}, and the two of é.
const metadataOfBytes = (bytes: number) => JSON.stringify({ a: `é${"x".repeat(bytes - 10)}` })

describe("rooms create", () => {
  it.effect("sends what the contract requires and nothing else", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* bodyOf([]), { roomLocked: false })
      assert.deepStrictEqual(yield* bodyOf(["--locked"]), { roomLocked: true })
    })
  )

  it.effect("puts the title, every host wallet and other metadata into the metadata", () =>
    Effect.gen(function* () {
      const args = ["--locked", "--title", "Stand-up", "--host-wallet", "0x01", "--host-wallet", "0x02"]
      assert.deepStrictEqual(yield* bodyOf([...args, "--metadata", '{"roomType":"audio","seats":{"max":12}}']), {
        roomLocked: true,
        metadata: { roomType: "audio", seats: { max: 12 }, title: "Stand-up", hostWallets: ["0x01", "0x02"] }
      })
    })
  )

  it.effect("lets --title and --host-wallet win over --metadata", () =>
    Effect.gen(function* () {
      const metadata = '{"title":"old","hostWallets":["0x00"]}'
      assert.deepStrictEqual(yield* bodyOf(["--title", "new", "--host-wallet", "0x01", "--metadata", metadata]), {
        roomLocked: false,
        metadata: { title: "new", hostWallets: ["0x01"] }
      })
    })
  )

  it.effect("reads metadata from a file", () =>
    withFile('{ "title": "日本 café" }\n', (path) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* bodyOf(["--metadata", `@${path}`]), {
          roomLocked: false,
          metadata: { title: "日本 café" }
        })
      })
    )
  )

  it.effect("writes one line as ndjson, and a line for each field to a terminal", () =>
    Effect.gen(function* () {
      const line = yield* rooms(["create", "--format", "ndjson"], { service: service() })
      assert.strictEqual(line.stdout, ndjson(created))
      const table = yield* rooms(["create"], { service: service(), terminal: true })
      assert.strictEqual(table.stdout, lines("ROOM     abc-defg-hij", "MESSAGE  room created successfully"))
    })
  )

  it.effect("is fine with a service that answers 200", () =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["create"], { service: service(200) })
      assert.deepStrictEqual(outcome, { code: 0, stdout: indented(created), stderr: "" })
    })
  )
})

describe("rooms create --metadata", () => {
  const notJson = `--metadata: not JSON; write it like '{"title": "Stand-up"}' or @file.json`

  it.effect.each(["", "{", "{'title': 1}", "title"])("refuses %j, which is not JSON", (text) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refused(["--metadata", text]), failure(notJson))
    })
  )

  it.effect.each(["[1]", "null", "12", '"text"', "true"])("rejects %s, which isn't an object", (text) =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* refused(["--metadata", text])
      assert.match(stderr, /^rooms: --metadata: expected .*object.*\n$/)
      assert.deepStrictEqual({ code, stdout }, { code: 2, stdout: "" })
    })
  )

  it.effect("takes the title without a flag, in front of the others and behind them", () =>
    Effect.gen(function* () {
      const body = { roomLocked: true, metadata: { title: "Stand-up" } }
      assert.deepStrictEqual(yield* bodyOf(["Stand-up", "--locked"]), body)
      assert.deepStrictEqual(yield* bodyOf(["--locked", "Stand-up"]), body)
      assert.deepStrictEqual(yield* bodyOf(["--", "--locked"]), { roomLocked: false, metadata: { title: "--locked" } })
    })
  )

  it.effect.each([{ args: [""] }, { args: ["--title", ""] }])(
    "refuses an empty title, as of an unset variable: $args",
    ({ args }) =>
      Effect.gen(function* () {
        const { code, stderr } = yield* refused(args)
        assert.include(stderr, "the title is empty: leave it out to create a room without a title")
        assert.strictEqual(code, 2)
      })
  )

  it.effect("refuses two titles, and one that is several words", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refused(["a", "--title", "b"]), failure("two titles: leave out --title"))
      const { code, stderr } = yield* refused(["Stand", "up"])
      assert.strictEqual(stderr, 'rooms: unexpected argument "up"; see rooms create --help\n')
      assert.strictEqual(code, 2)
    })
  )

  it.effect("refuses a file that is not there, and names it", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* refused(["--metadata", "@no/such/file.json"]),
        failure("--metadata: no file no/such/file.json")
      )
      const { code, stderr } = yield* refused(["--metadata", "@."])
      assert.match(stderr, /^rooms: --metadata: can't read \.: \P{Cc}+\n$/u)
      assert.strictEqual(code, 2)
    })
  )

  it.effect("refuses a file that is not JSON or holds no object", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* withFile("title: x", (path) => refused(["--metadata", `@${path}`])),
        failure(notJson)
      )
      const { code, stderr } = yield* withFile("[]", (path) => refused(["--metadata", `@${path}`]))
      assert.match(stderr, /^rooms: --metadata: expected .*object.*\n$/)
      assert.strictEqual(code, 2)
    })
  )

  it.effect("counts bytes of UTF-8, not characters: sends 10 240 and refuses 10 241", () =>
    Effect.gen(function* () {
      const largest = metadataOfBytes(10_240)
      assert.strictEqual(Buffer.byteLength(largest), 10_240)
      assert.deepStrictEqual(yield* bodyOf(["--metadata", largest]), {
        roomLocked: false,
        metadata: JSON.parse(largest)
      })
      const tooLarge = metadataOfBytes(10_241)
      assert.lengthOf(tooLarge, 10_240)
      assert.deepStrictEqual(
        yield* refused(["--metadata", tooLarge]),
        failure("metadata has 10241 bytes as UTF-8 JSON; the limit is 10240")
      )
    })
  )

  it.effect("counts what the flags add", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* refused(["--metadata", metadataOfBytes(10_240), "--title", "x"])
      assert.strictEqual(stderr, "rooms: metadata has 10252 bytes as UTF-8 JSON; the limit is 10240\n")
      assert.strictEqual(code, 2)
    })
  )
})

describe("rooms create --dry-run", () => {
  it.effect("prints what would be sent, and needs neither a service nor a key", () =>
    Effect.gen(function* () {
      const args = ["create", "--dry-run", "--locked", "--title", "é", "--metadata", '{"roomType":"audio"}']
      const body = { roomLocked: true, metadata: { roomType: "audio", title: "é" } }
      const fake = unreachable()
      assert.deepStrictEqual(yield* rooms(args, { environment: {}, service: fake }), {
        code: 0,
        stdout: indented(body),
        stderr: ""
      })
      assert.strictEqual((yield* rooms([...args, "--format", "ndjson"], { service: fake })).stdout, ndjson(body))
      assert.deepStrictEqual(fake.sent, [])
      // It is the very body.
      assert.deepStrictEqual(yield* bodyOf(args.filter((arg) => arg !== "create" && arg !== "--dry-run")), body)
    })
  )

  it.effect("shows it to a terminal a line a field", () =>
    Effect.gen(function* () {
      const { stdout } = yield* rooms(["create", "--dry-run", "--title", "x", "--no-color"], {
        environment: {},
        terminal: true
      })
      assert.strictEqual(stdout, lines("LOCKED    no", 'METADATA  {"title":"x"}'))
    })
  )

  it.effect("refuses what a create refuses", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* refused(["--dry-run", "--metadata", metadataOfBytes(10_241)]),
        failure("metadata has 10241 bytes as UTF-8 JSON; the limit is 10240")
      )
      assert.strictEqual((yield* refused(["--dry-run", "--metadata", "[]"])).code, 2)
      assert.strictEqual((yield* refused(["--dry-run", "--fields", "message"])).code, 2)
    })
  )

  it.effect("is the curl command with --curl", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* rooms(["create", "--dry-run", "--curl"])
      assert.match(stdout, /^curl .*create-room.*--data-raw '\{"roomLocked":false\}'\n$/s)
      assert.strictEqual(code, 0)
    })
  )
})
