import type { IncomingMessage, ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { Emulator } from "@effect-rooms/emulator"
import { defaultApiKey } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { apiKey, type Outcome } from "../fixtures/command.ts"
import { runProcess } from "../fixtures/process.ts"
import { cursorOf, nowhere, sendJson, serve } from "../fixtures/server.ts"
import { planning, roomsPage1, roomsPage2 } from "../fixtures/wire.ts"

const at = (baseUrl: string) => ({ ROOMS_BASE_URL: baseUrl, ROOMS_API_KEY: apiKey })

/** A failure is one line on stderr, and the API key is nowhere. */
const assertFailure = (outcome: Outcome, code: number, says: RegExp, stdout = "") => {
  assert.match(outcome.stderr, says)
  assert.match(outcome.stderr, /^rooms: \P{Cc}+\n$/u)
  assert.notInclude(outcome.stderr, apiKey)
  assert.deepStrictEqual({ code: outcome.code, stdout: outcome.stdout }, { code, stdout })
}

describe("0", () => {
  it.live("is an empty list too", () =>
    Effect.gen(function* () {
      const { url } = yield* Emulator
      for (const args of [["list"], ["list", "--all"], ["sessions", "--all-rooms"], ["recordings", "--all"]]) {
        const outcome = yield* runProcess([...args, "--base-url", url], {
          ROOMS_API_KEY: Redacted.value(defaultApiKey)
        })
        assert.deepStrictEqual(outcome, { code: 0, stdout: "", stderr: "" })
      }
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("2", () => {
  it.live.each([
    { args: ["lst"], says: /"lst"/ },
    { args: ["list", "--bogus"], says: /--bogus/ },
    { args: ["get", ".."], says: /roomId/ },
    { args: ["list"], says: /--base-url.*ROOMS_BASE_URL.*--fake.*`rooms emulator start`/ },
    { args: ["list", "--base-url", "nonsense"], says: /the base URL is not a URL/ },
    { args: ["create", "--fake", "--metadata", "@no-such-file"], says: /--metadata.*no-such-file/ }
  ])("is wrong usage or configuration: $args", ({ args, says }) =>
    Effect.gen(function* () {
      assertFailure(yield* runProcess(args, { ROOMS_API_KEY: apiKey }), 2, says)
    })
  )
})

describe("3", () => {
  it.live("is a room or session that there is not, or a room with nobody in it", () =>
    Effect.gen(function* () {
      const { url } = yield* Emulator
      const key = { ROOMS_BASE_URL: url, ROOMS_API_KEY: Redacted.value(defaultApiKey) }
      assertFailure(yield* runProcess(["get", "nope"], key), 3, /no room "nope"/)
      assertFailure(yield* runProcess(["sessions", "nope", "--all"], key), 3, /no room "nope"/)
      assertFailure(yield* runProcess(["participants", "nope"], key), 3, /no session "nope"/)
      assertFailure(yield* runProcess(["live", "nope"], key), 3, /room "nope" has no ongoing session/)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("4", () => {
  it.live("is an API key that the service does not know", () =>
    Effect.gen(function* () {
      const { url } = yield* Emulator
      assertFailure(yield* runProcess(["list", "--all"], at(url)), 4, /does not accept the API key/)
      assertFailure(yield* runProcess(["list"], at(url)), 4, /does not accept the API key/)
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("6", () => {
  it.live("is a service that cannot be reached", () =>
    Effect.gen(function* () {
      const outcome = yield* runProcess(["list"], at(yield* nowhere))
      assertFailure(outcome, 6, /could not be reached.*ECONNREFUSED/)
    })
  )

  it.live.each([
    { when: "nothing at all", answer: () => {} },
    {
      when: "headers, and then a body that stalls",
      answer: (_: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, { "content-type": "application/json" }).write('{"rooms":[')
      }
    }
  ])("is a service that answers $when until the timeout", ({ answer }) =>
    Effect.scoped(
      Effect.gen(function* () {
        const outcome = yield* runProcess(["list", "--timeout", "200ms"], at(yield* serve(answer)))
        assertFailure(outcome, 6, /no complete response within 200ms/)
      })
    )
  )
})

/** An answer with a body that gives the API key back. */
const echoing = (status: number) => (request: IncomingMessage, response: ServerResponse) =>
  sendJson(response, { message: `not with\n${request.headers["x-api-key"]}` }, status)

const html = (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(200, { "content-type": "text/html" }).end(`<html>${apiKey}</html>`)
}

describe("a real answer", () => {
  it.live.each([
    { code: 2, when: "400", answer: echoing(400), args: ["list"], says: /listRooms: not with/ },
    { code: 4, when: "403", answer: echoing(403), args: ["metrics"], says: /API key/ },
    { code: 5, when: "429", answer: echoing(429), args: ["list"], says: /limits the rate/ },
    { code: 6, when: "500", answer: echoing(500), args: ["list"], says: /answered 500/ },
    {
      code: 7,
      when: "nothing before it hangs up, to a create",
      answer: (request: IncomingMessage) => request.resume().on("end", () => request.socket.destroy()),
      args: ["create", "--title", "x"],
      says: /may or may not have been created/
    },
    { code: 8, when: "HTML with 200", answer: html, args: ["list"], says: /breaks the contract.*not JSON/ },
    {
      code: 8,
      when: "a room without its lock",
      answer: (_: IncomingMessage, response: ServerResponse) =>
        sendJson(response, { ...roomsPage2, current: 1, rooms: [{ ...planning, roomLocked: undefined }] }),
      args: ["list"],
      says: /rooms\[0\]\.roomLocked/
    }
  ])("ends with $code when the service answers $when", ({ answer, args, code, says }) =>
    Effect.scoped(
      Effect.gen(function* () {
        assertFailure(yield* runProcess(args, at(yield* serve(answer))), code, says)
      })
    )
  )

  it.live("ends with 8 when a cursor is stuck", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const url = yield* serve((request, response) =>
          sendJson(response, cursorOf(request) === 1 ? { ...roomsPage1, rooms: [], nextCursor: 1 } : roomsPage2)
        )
        assertFailure(yield* runProcess(["list", "--all"], at(url)), 8, /listRooms: /)
      })
    )
  )
})
