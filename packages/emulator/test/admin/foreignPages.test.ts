import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../src/index.ts"
import { assertRefused, prefix } from "../fixtures/requests.ts"
import { sendRaw } from "../fixtures/sockets.ts"
import { roomCount } from "../fixtures/wire.ts"
import { createRoom } from "../fixtures/worlds.ts"

const page = "https://evil.test"

const foreign = (from: string) =>
  `pages of ${from} may not use the admin API; to allow an origin, start the emulator with --cors <origin> (corsOrigins in TypeScript)`

/** Every admin route that changes something, with a valid body. */
const changes = [
  { path: "/world/reset", body: "" },
  { path: "/world/seed", body: '{"rooms":[{}]}' },
  { path: "/faults", body: '{"action":{"_tag":"Refuse"}}' },
  { path: "/connections/refuse", body: '{"millis":1}' },
  { path: "/clock/freeze", body: "" },
  { path: "/clock/resume", body: "" },
  { path: "/clock/set", body: '{"nowMillis":0}' },
  { path: "/clock/advance", body: '{"millis":1000}' }
]

const post = (path: string, body: string, ...headers: ReadonlyArray<string>) =>
  sendRaw("POST", path, [`content-length: ${body.length}`, ...headers], body)

/** The headers that a browser adds to a script's request. */
const fromScript = (origin: string, site = "cross-site") => [
  `origin: ${origin}`,
  `sec-fetch-site: ${site}`,
  "sec-fetch-mode: no-cors",
  "sec-fetch-dest: empty"
]

/** Spellings of the path, some of which the router treats as equal. */
const spellings = ["/__emulator", "/%5F_emulator", "/%5f%5Femulator", "/__%65mulator", "/__emul%61tor"]
const others = ["//__emulator", "/./__emulator", "/x/../__emulator", "/__EMULATOR", "/__emulator/", "/%2F__emulator"]

describe("a page of another origin", () => {
  it.live.each(changes)("can't POST to $path with any body, content type or spelling of the path", ({ body, path }) =>
    Effect.gen(function* () {
      yield* createRoom()
      for (const base of spellings) {
        for (const type of [[], ["content-type: text/plain"], ["content-type: application/json"]]) {
          const answer = yield* post(base + path, body, ...type, ...fromScript(page))
          assertRefused(answer, 403, foreign(page))
        }
      }
      for (const base of others) {
        const { status } = yield* post(base + path, body, "content-type: application/json", ...fromScript(page))
        assert.include([403, 404], status, base)
      }
      assert.strictEqual(yield* roomCount, 1)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live.each([
    "null",
    "https://evil.test",
    "http://evil.test:4010",
    "http://localhost0",
    "http://localhost:4010",
    "http://localhost.evil.test",
    "http://user@localhost",
    "http://localhost@evil.test",
    "http://localhost/",
    "https://localhost",
    "HTTP://LOCALHOST",
    "http://127.0.0.1",
    "http://[::1]",
    "http://undefined",
    "http://",
    ""
  ])('is one of "%s", to an emulator that is asked for as localhost', (origin) =>
    Effect.gen(function* () {
      assertRefused(yield* post("/__emulator/world/reset", "", `origin: ${origin}`), 403, foreign(origin))
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("includes a page whose port only starts like the emulator's", () =>
    Effect.gen(function* () {
      const { port } = yield* Emulator
      const asked = (origin: string) =>
        Effect.map(
          sendRaw("POST", `http://127.0.0.1:${port}/__emulator/world/reset`, [`origin: ${origin}`]),
          ({ status }) => status
        )
      assert.strictEqual(yield* asked(`http://127.0.0.1:${port}`), 204)
      for (const origin of [`http://127.0.0.1:${port}0`, `http://127.0.0.1:${String(port).slice(0, -1)}`]) {
        assert.strictEqual(yield* asked(origin), 403, origin)
      }
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live.each(["cross-site", "same-site", "anything"])("is recognized by sec-fetch-site alone: %s", (site) =>
    Effect.gen(function* () {
      for (const mode of ["no-cors", "navigate", "cors"]) {
        const headers = [`sec-fetch-site: ${site}`, `sec-fetch-mode: ${mode}`]
        assertRefused(yield* post("/__emulator/world/reset", "", ...headers), 403, foreign("another site"))
        const read = yield* sendRaw("GET", "/__emulator/world", headers)
        // A link can lead here: the person who follows it sees the response, but the linking page doesn't.
        if (mode === "navigate") assert.strictEqual(read.status, 200)
        else assertRefused(read, 403, foreign("another site"))
      }
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("can't read documents or exports", () =>
    Effect.gen(function* () {
      for (const path of ["/world", "/log", "/docs", "/openapi.json"]) {
        assertRefused(yield* sendRaw("GET", `/__emulator${path}`, [`origin: ${page}`]), 403, foreign(page))
      }
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("can do everything if its origin is allowed, and other origins can't", () =>
    Effect.gen(function* () {
      const allowed = "http://localhost:5173"
      for (const [origin, status] of [
        [allowed, 204],
        [`${allowed}0`, 403],
        ["http://localhost:517", 403],
        ["null", 403]
      ] as const) {
        const answer = yield* post("/__emulator/world/reset", "", ...fromScript(origin, "same-site"))
        assert.strictEqual(answer.status, status, origin)
      }
    }).pipe(Effect.provide(Emulator.layer({ corsOrigins: ["http://localhost:5173"] })))
  )

  it.live("can do everything if all origins are allowed", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* post("/__emulator/world/reset", "", ...fromScript(page))).status, 204)
    }).pipe(Effect.provide(Emulator.layer({ corsOrigins: [] })))
  )
})

describe("a client other than a foreign page", () => {
  it.live.each([
    { who: "a program", headers: [] },
    { who: "the emulator's own page", headers: fromScript("http://localhost", "same-origin") },
    { who: "the emulator's own page, with a simple read", headers: ["sec-fetch-site: same-origin"] },
    { who: "somebody who types the address", headers: ["sec-fetch-site: none", "sec-fetch-mode: navigate"] }
  ])("can use the admin API: $who", ({ headers }) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* post("/__emulator/world/reset", "", ...headers)).status, 204)
      assert.strictEqual((yield* sendRaw("GET", "/__emulator/world", headers)).status, 200)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("a body for the admin API", () => {
  it.live.each([
    undefined,
    "text/plain",
    "text/plain;charset=UTF-8",
    "text/plain; application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=a",
    "application/jsonp",
    "application/json+x",
    "application/json, text/plain",
    "application /json",
    "json",
    ""
  ])("is rejected without a JSON content type: %s", (type) =>
    Effect.gen(function* () {
      const headers = type === undefined ? [] : [`content-type: ${type}`]
      for (const { body, path } of changes) {
        const answer = yield* post(`/__emulator${path}`, body === "" ? "{}" : body, ...headers)
        assertRefused(
          answer,
          415,
          `header content-type: ${type ?? "is missing"}; the admin API reads application/json only`
        )
      }
      const chunked = ["transfer-encoding: chunked", ...headers]
      const answer = yield* sendRaw("POST", "/__emulator/clock/set", chunked, 'd\r\n{"nowMillis":0}\r\n0\r\n\r\n')
      assert.strictEqual(answer.status, 415)
    }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live.each(["application/json", "application/json; charset=utf-8", "Application/JSON", "application/json ;a=b"])(
    "can have the type %s",
    (type) =>
      Effect.gen(function* () {
        const answer = yield* post("/__emulator/clock/set", '{"nowMillis":0}', `content-type: ${type}`)
        assert.strictEqual(answer.status, 200)
      }).pipe(Effect.provide(Emulator.layer()))
  )

  it.live("needs no content type if it is empty", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* sendRaw("POST", "/__emulator/world/reset")).status, 204)
      assert.strictEqual((yield* post("/__emulator/world/reset", "")).status, 204)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("the service", () => {
  it.live("accepts any origin, because a page can't send its key without a preflight request", () =>
    Effect.gen(function* () {
      const answer = yield* sendRaw("GET", `${prefix}/metrics`, fromScript(page))
      assert.strictEqual(answer.status, 200)
      assert.isNull(answer.headers.get("access-control-allow-origin"))
      assert.strictEqual((yield* sendRaw("OPTIONS", `${prefix}/metrics`, [`origin: ${page}`])).status, 405)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})
