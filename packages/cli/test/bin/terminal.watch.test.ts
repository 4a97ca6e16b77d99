import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { sendJson, serve } from "../fixtures/server.ts"
import { inTerminal, noTmux, openTerminal } from "../fixtures/terminal.ts"

const time = 1_700_000_000_000
const ada = { peerId: "peer-1", joinTime: time, metadata: { displayName: "Ada" } }
const barbara = { peerId: "peer-2", joinTime: null, metadata: { displayName: "Barbara" } }
const escaping = { peerId: "peer-3", joinTime: time, metadata: { displayName: "\u001b[2J\u001b]0;x\u0007gone" } }

interface Room {
  /** The next responses. */
  readonly answer: (body: unknown, status?: number) => Effect.Effect<void>
  readonly holds: (...participants: ReadonlyArray<unknown>) => Effect.Effect<void>
}

const watching = Effect.fnUntraced(function* (command = "rooms live abc --watch --every 100ms") {
  let answer: { readonly body: unknown; readonly status?: number | undefined } = {
    body: { message: "nobody" },
    status: 404
  }
  const url = yield* serve((_, response) => sendJson(response, answer.body, answer.status))
  const room: Room = {
    answer: (body, status) =>
      Effect.sync(() => {
        answer = { body, status }
      }),
    holds: (...participants) =>
      Effect.sync(() => {
        answer = { body: { count: participants.length, participants } }
      })
  }
  const terminal = yield* openTerminal({ environment: { ROOMS_BASE_URL: url, ROOMS_API_KEY: "k" } })
  yield* terminal.run(`clear; ${command}; echo "ended with $?"`)
  return { ...terminal, room }
})

const nobody = /^abc: empty; Ctrl-C ends$/

const header = "        PEER    JOINED            NAME"
const adaRow = "peer-1  2023-11-15 03:58  Ada"
const barbaraRow = "peer-2                    Barbara"

describe.skipIf(noTmux)(inTerminal("rooms live --watch in a terminal"), () => {
  it.live("shows who comes and goes, in place", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const terminal = yield* watching()
        yield* terminal.shows(nobody)
        assert.isFalse((yield* terminal.cursor).isVisible)
        yield* terminal.room.holds(ada)
        yield* terminal.shows(/^abc: 1 present, last change \d+s ago; Ctrl-C ends\n/)
        assert.deepStrictEqual((yield* terminal.lines).slice(1), [header, `joined  ${adaRow}`])
        yield* terminal.room.holds(ada, barbara)
        yield* terminal.shows("2 present")
        assert.deepStrictEqual((yield* terminal.lines).slice(1), [header, `joined  ${adaRow}`, `joined  ${barbaraRow}`])
        yield* terminal.room.holds(barbara)
        yield* terminal.shows("1 present")
        assert.deepStrictEqual((yield* terminal.lines).slice(1), [header, `joined  ${barbaraRow}`, `left    ${adaRow}`])
      })
    )
  )

  it.live("ends with 130 at Ctrl-C, with the last table above the prompt and the cursor shown", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const terminal = yield* watching()
        yield* terminal.shows(nobody)
        yield* terminal.room.holds(ada)
        yield* terminal.shows("joined")
        yield* terminal.press("C-c")
        yield* terminal.shows("ended with")
        const [headline, ...rest] = yield* terminal.lines
        assert.match(headline ?? "", /^abc: 1 present, last change \d+s ago$/)
        assert.deepStrictEqual(rest, [header, `joined  ${adaRow}`, "ended with 130", "$"])
        assert.deepStrictEqual(yield* terminal.cursor, { column: 2, row: 4, isVisible: true })
        yield* terminal.run("echo still here")
        yield* terminal.shows("\nstill here\n")
      })
    )
  )

  it.live("shows the cursor again when it is terminated", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const terminal = yield* watching("sh -c 'echo $$ > pid; exec rooms live abc --watch'")
        yield* terminal.shows(nobody)
        assert.isFalse((yield* terminal.cursor).isVisible)
        yield* Effect.sync(() => process.kill(Number(terminal.folder.read("pid")), "SIGTERM"))
        yield* terminal.shows("ended with")
        assert.deepStrictEqual(yield* terminal.lines, ["abc: empty", "ended with 130", "$"])
        assert.isTrue((yield* terminal.cursor).isVisible)
      })
    )
  )

  it.live("stays below what --verbose tells", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const terminal = yield* watching("rooms live abc --watch --every 100ms --verbose")
        yield* terminal.shows("nobody")
        yield* terminal.room.holds(ada)
        yield* terminal.shows("#9 ")
        const lines = yield* terminal.shows(adaRow)
        assert.match(lines, /^(\S* ?#\d+ .*\n)+abc: 1 present.*\n +PEER .*\njoined .*$/)
      })
    )
  )

  it.live("fits the terminal when it is resized", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const terminal = yield* watching()
        yield* terminal.room.holds(ada, barbara)
        yield* terminal.shows("2 present")
        yield* terminal.resize(40, 24)
        yield* terminal.shows("Barb…")
        assert.strictEqual((yield* terminal.lines).length, 4)
        yield* terminal.resize(40, 4)
        yield* terminal.shows("… 2 more")
        yield* terminal.resize(80, 24)
        yield* terminal.shows(barbaraRow)
        assert.strictEqual((yield* terminal.lines).length, 4)
      })
    )
  )

  it.live("continues after failed responses, and reports them as long as they fail", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const terminal = yield* watching("rooms live abc --watch --every 100ms --timeout 500ms")
        yield* terminal.room.holds(ada)
        yield* terminal.shows("1 present")
        yield* terminal.room.answer({ message: "not now" }, 503)
        yield* terminal.shows(/^no response for \d+s: .*\n +PEER/m)
        yield* terminal.room.holds(ada, barbara)
        yield* terminal.shows("2 present")
        assert.notInclude(yield* terminal.shows(barbaraRow), "no answer")
      })
    )
  )

  it.live("ends with the exit code of a failure that will stay", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const terminal = yield* watching()
        yield* terminal.shows(nobody)
        yield* terminal.room.holds(ada)
        yield* terminal.shows("1 present")
        yield* terminal.room.answer({ message: "no such key" }, 401)
        yield* terminal.shows("ended with")
        const lines = yield* terminal.lines
        assert.deepStrictEqual(lines.slice(1, 3), [header, `joined  ${adaRow}`])
        assert.match(lines[3] ?? "", /^rooms: the service does not accept the API key/)
        assert.include(lines, "ended with 4")
        assert.isTrue((yield* terminal.cursor).isVisible)
      })
    )
  )

  it.live("shows no escape sequence of a participant's name", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const terminal = yield* watching()
        yield* terminal.room.holds(ada, escaping)
        yield* terminal.shows("gone")
        assert.include(yield* terminal.shows(adaRow), "\ufffd[2J\ufffd]0;x\ufffdgone")
      })
    )
  )
})
