import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { apiKey, rooms } from "./fixtures/command.ts"
import { type Answer, json, makeService, type Sent } from "./fixtures/service.ts"
import { metrics, planning, roomsPage1, roomsPage2, rowsOf } from "./fixtures/wire.ts"

interface Case {
  readonly args: ReadonlyArray<string>
  /** What the service does. */
  readonly when: string
  readonly answer: (request: Sent) => Answer
  readonly code: number
  /** What stderr says. */
  readonly says: RegExp
}

/** An error body that gives away the API key and tries to write on. */
const refusal = (status: number) => () =>
  json({ message: `no:\n${apiKey}\r\n\u001b[31mred` }, { status, headers: { location: `https://x/?k=${apiKey}` } })

const broken = (code: string) => () =>
  Promise.reject(new TypeError("fetch failed", { cause: Object.assign(new Error(`${code} ${apiKey}`), { code }) }))

const text =
  (body: string, status = 200) =>
  () =>
    new Response(body, { status })

const reads = [["list"], ["get", "abc"], ["metrics"], ["recordings", "--all"], ["sessions", "--all-rooms"]]

const page = (rooms: unknown) => () => json({ ...roomsPage1, rooms, nextCursor: null })

const cases: ReadonlyArray<Case> = [
  // 2: refused as invalid
  ...[400, 413, 422].map(
    (status): Case => ({
      args: ["list"],
      when: `${status}`,
      answer: refusal(status),
      code: 2,
      says: /^rooms: listRooms: /
    })
  ),
  { args: ["create"], when: "400", answer: refusal(400), code: 2, says: /^rooms: createRoom: / },
  // 3: not found
  { args: ["get", "abc"], when: "404", answer: refusal(404), code: 3, says: /no room "abc"/ },
  { args: ["metadata", "abc"], when: "404", answer: refusal(404), code: 3, says: /no room "abc"/ },
  { args: ["sessions", "abc"], when: "404", answer: refusal(404), code: 3, says: /no room "abc"/ },
  { args: ["participants", "s"], when: "404", answer: refusal(404), code: 3, says: /no session "s"/ },
  { args: ["live", "abc"], when: "404", answer: refusal(404), code: 3, says: /room "abc" has no ongoing session/ },
  // 4: unauthorized
  ...reads.map((args): Case => ({ args, when: "401", answer: refusal(401), code: 4, says: /API key/ })),
  { args: ["list"], when: "403", answer: refusal(403), code: 4, says: /API key/ },
  { args: ["create"], when: "401", answer: refusal(401), code: 4, says: /API key/ },
  // 5: rate limited
  { args: ["create"], when: "429", answer: refusal(429), code: 5, says: /limits the rate/ },
  { args: ["list"], when: "429", answer: refusal(429), code: 5, says: /limits the rate/ },
  // 6: unreachable or server failure
  ...[500, 502, 503, 504].map(
    (status): Case => ({ args: ["list"], when: `${status}`, answer: refusal(status), code: 6, says: /answered 50/ })
  ),
  { args: ["list"], when: "404", answer: refusal(404), code: 6, says: /answered 404/ },
  { args: ["metrics"], when: "a redirect", answer: refusal(302), code: 6, says: /302.*redirect/ },
  { args: ["create"], when: "no connection", answer: broken("ECONNREFUSED"), code: 6, says: /could not be reached/ },
  // 7: the outcome of a create is unknown
  { args: ["create"], when: "a lost answer", answer: broken("ECONNRESET"), code: 7, says: /may or may not have been/ },
  { args: ["create"], when: "500", answer: refusal(500), code: 7, says: /may or may not have been/ },
  { args: ["create"], when: "HTML", answer: text("<html>"), code: 7, says: /may or may not have been/ },
  { args: ["create"], when: "no id", answer: () => json({ message: "ok", data: {} }), code: 7, says: /data\.roomId/ },
  // 8: an answer that breaks the contract
  { args: ["list"], when: "HTML", answer: text(`<html>${apiKey}</html>`), code: 8, says: /not JSON/ },
  { args: ["list"], when: "an empty body", answer: text(""), code: 8, says: /body is empty/ },
  { args: ["list"], when: "null", answer: text("null"), code: 8, says: /breaks the contract/ },
  { args: ["list"], when: "half of it", answer: text('{"rooms":[{"roomId":'), code: 8, says: /not JSON/ },
  {
    args: ["list"],
    when: "a missing field",
    answer: page([planning, { ...planning, roomLocked: undefined }]),
    code: 8,
    says: /rooms\[1\]\.roomLocked/
  },
  {
    args: ["list"],
    when: "a wrong field",
    answer: page([{ ...planning, createdAt: apiKey }]),
    code: 8,
    says: /rooms\[0\]\.createdAt/
  },
  {
    args: ["list", "--all"],
    when: "metadata that is no object",
    answer: page([{ ...planning, metadata: 7 }]),
    code: 8,
    says: /rooms\[0\]\.metadata/
  },
  {
    args: ["metrics"],
    when: "null where a number is promised",
    answer: () => json({ ...metrics, totalUsers: null }),
    code: 8,
    says: /totalUsers/
  },
  {
    args: ["live", "abc"],
    when: "null where a list is promised",
    answer: () => json({ count: 0, participants: null }),
    code: 8,
    says: /participants/
  },
  {
    args: ["recordings"],
    when: "null where text is promised",
    answer: () => json({ nextCursor: null, recordings: [{ id: "r", recordingUrl: null, recordingSize: 1 }] }),
    code: 8,
    says: /recordings\[0\]\.recordingUrl/
  }
]

/** Lets the waits of an effect pass, as often as it begins one. */
const passingTime = Effect.fnUntraced(function* <A>(effect: Effect.Effect<A>) {
  const fiber = yield* Effect.forkChild(effect)
  while (fiber.pollUnsafe() === undefined) {
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    yield* TestClock.adjust("10 millis")
  }
  return yield* Fiber.join(fiber)
})

describe("a command", () => {
  it.effect.each(cases)("$args ends with $code when the service answers $when", ({ answer, args, code, says }) =>
    Effect.gen(function* () {
      const outcome = yield* passingTime(rooms([...args, "--format", "ndjson"], { service: makeService(answer) }))
      assert.strictEqual(outcome.code, code)
      assert.strictEqual(outcome.stdout, "")
      assert.match(outcome.stderr, says)
      // One line that cannot move a cursor and gives nothing away, whatever the service wrote.
      assert.match(outcome.stderr, /^rooms: \P{Cc}+\n$/u)
      assert.notInclude(outcome.stderr, apiKey)
    })
  )

  it.effect("ends with 8 when pages lead nowhere, after the rows that there were", () =>
    Effect.gen(function* () {
      const service = makeService(({ target }) =>
        json(target.includes("cursor=2") ? { ...roomsPage2, nextCursor: 1, count: 9 } : { ...roomsPage1, count: 9 })
      )
      const { code, stderr, stdout } = yield* rooms(["list", "--all"], { service })
      assert.match(stderr, /^rooms: listRooms: \P{Cc}+\n$/u)
      assert.deepStrictEqual(
        rowsOf(stdout).map(({ roomId }) => roomId),
        ["abc-defg-hij", "k", "untitled"]
      )
      assert.strictEqual(code, 8)
    })
  )
})
