import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { cursorOf, sendJson, serve } from "../fixtures/server.ts"
import { inTerminal, noTmux, openTerminal } from "../fixtures/terminal.ts"
import { ndjson, planning, roomsPage1, roomsPage2, standUp, untitled } from "../fixtures/wire.ts"

const table1 = [
  "ROOM          CREATED           LOCKED  TITLE",
  "abc-defg-hij  2023-11-15 03:58  yes     Planning",
  "k             2023-11-15 03:58  no      Stand-up"
]
const table2 = "untitled      1970-01-01 05:30  no"

const progress = /^2 of 3 rooms, 1 page, \d+ rooms\/s, \d+s left$/m

/** Two pages, of which the second is held until the test lets it go. */
const heldPages = Effect.gen(function* () {
  const released = Promise.withResolvers<{ readonly body: unknown; readonly status?: number }>()
  const url = yield* serve((request, response) => {
    if (cursorOf(request) === 1) return sendJson(response, roomsPage1)
    released.promise.then(({ body, status }) => sendJson(response, body, status))
  })
  return {
    url,
    release: (body: unknown, status?: number) =>
      Effect.sync(() => released.resolve({ body, ...(status === undefined ? {} : { status }) }))
  }
})

/** `rooms list --all` over the pages, in a terminal. */
const listing = Effect.fnUntraced(function* (rest = "") {
  const { release, url } = yield* heldPages
  const terminal = yield* openTerminal({ environment: { ROOMS_BASE_URL: url, ROOMS_API_KEY: "k" } })
  yield* terminal.run(`clear; rooms list --all${rest}; echo "ended with $?"`)
  return { ...terminal, release }
})

describe.skipIf(noTmux)(inTerminal("progress in a terminal"), () => {
  it.live("is below the rows, and gone when they are all there", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const terminal = yield* listing()
        yield* terminal.shows(progress)
        assert.deepStrictEqual((yield* terminal.lines).slice(0, -1), table1)
        assert.isFalse((yield* terminal.cursor).isVisible)
        yield* terminal.release(roomsPage2)
        yield* terminal.shows("ended with")
        assert.deepStrictEqual(yield* terminal.lines, [...table1, table2, "ended with 0", "$"])
        assert.deepStrictEqual(yield* terminal.cursor, { column: 2, row: 5, isVisible: true })
      })
    )
  )

  it.live("is not among the rows that go into a file", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const terminal = yield* listing(" > rooms.ndjson")
        yield* terminal.shows(progress)
        assert.strictEqual((yield* terminal.lines).length, 1)
        yield* terminal.release(roomsPage2)
        yield* terminal.shows("ended with")
        assert.deepStrictEqual(yield* terminal.lines, ["ended with 0", "$"])
        assert.strictEqual(terminal.folder.read("rooms.ndjson"), ndjson(planning, standUp, untitled))
      })
    )
  )

  it.live("leaves JSON whole, of which the last line has no end yet", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const terminal = yield* listing(" --format json")
        yield* terminal.shows(progress)
        yield* terminal.release(roomsPage2)
        yield* terminal.shows("ended with 0")
        const json = (yield* terminal.lines).slice(0, -2)
        assert.deepStrictEqual(JSON.parse(json.join("")), { rooms: [planning, standUp, untitled] })
      })
    )
  )

  it.live("is redrawn when the terminal becomes narrower, and wider again", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const terminal = yield* listing(" > rooms.ndjson")
        yield* terminal.shows(progress)
        yield* terminal.resize(20, 24)
        yield* terminal.shows(/^2 of 3 rooms, 1 pa…$/)
        yield* terminal.resize(60, 24)
        yield* terminal.shows(progress)
        yield* terminal.release(roomsPage2)
        yield* terminal.shows("ended with")
        assert.deepStrictEqual(yield* terminal.lines, ["ended with 0", "$"])
      })
    )
  )

  it.live("is taken away by Ctrl-C, and the prompt is back", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const terminal = yield* listing()
        yield* terminal.shows(progress)
        yield* terminal.press("C-c")
        yield* terminal.shows("ended with")
        assert.deepStrictEqual(yield* terminal.lines, [...table1, "ended with 130", "$"])
        assert.isTrue((yield* terminal.cursor).isVisible)
      })
    )
  )

  it.live("makes room for what went wrong", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const terminal = yield* listing()
        yield* terminal.shows(progress)
        yield* terminal.release({ message: "no such key" }, 401)
        yield* terminal.shows("ended with")
        const lines = yield* terminal.lines
        assert.deepStrictEqual(lines.slice(0, 3), table1)
        assert.match(lines[3] ?? "", /^rooms: the service does not accept the API key/)
        assert.include(lines, "ended with 4")
        assert.notMatch(lines.join("\n"), /rooms\/s/)
        assert.isTrue((yield* terminal.cursor).isVisible)
      })
    )
  )
})
