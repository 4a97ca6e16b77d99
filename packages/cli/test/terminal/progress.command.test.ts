import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { makeOutput, rooms } from "../fixtures/command.ts"
import { shown } from "../fixtures/paper.ts"
import { json, makeService } from "../fixtures/service.ts"
import { ended, participants, roomsPage1, roomsPage2, running } from "../fixtures/wire.ts"

/** Answers to these targets (path and query behind `/api/v2/sdk`); everything else is never answered. */
const answering = (answers: Readonly<Record<string, unknown>>) =>
  makeService(({ target }) => {
    const body = answers[target.replace("/api/v2/sdk", "")]
    return body === undefined ? new Promise<Response>(() => {}) : json(body)
  })

const sessions = "/rooms/session-details"

/** Returns the text of stderr when a command has read a number of pages and waits for the next one. */
const progressOf = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>,
  answers: Readonly<Record<string, unknown>>,
  pages: string
) {
  const output = makeOutput()
  const stderr = output.written.stderr
  const fiber = yield* Effect.forkChild(
    rooms([...args, "--progress", "--timeout", "1h"], { service: answering(answers), output, stderrTerminal: true })
  )
  while (!stderr.text().includes(pages)) {
    yield* TestClock.adjust("100 millis")
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
  }
  const [line = ""] = shown(stderr.text()).rows
  yield* Fiber.interrupt(fiber)
  assert.deepStrictEqual(shown(stderr.text()).rows, [])
  return line.replace(/\d+ (\w+?)s?\/s/, "some $1s/s").replace(/, [\dms ]+ left/, ", some left")
})

describe("the progress", () => {
  it.effect("of rooms list --all tells how many rooms there are", () =>
    Effect.gen(function* () {
      const line = yield* progressOf(["list", "--all"], { "/rooms/get-rooms": roomsPage1 }, "1 page")
      assert.strictEqual(line, "2 of 3 rooms, 1 page, some rooms/s, some left")
    })
  )

  it.effect("of rooms list --title counts the rooms that were looked at", () =>
    Effect.gen(function* () {
      const line = yield* progressOf(["list", "--title", "none"], { "/rooms/get-rooms": roomsPage1 }, "1 page")
      assert.strictEqual(line, "2 of 3 rooms, 1 page, some rooms/s, some left")
    })
  )

  it.effect("of a walk that begins in the middle promises no end", () =>
    Effect.gen(function* () {
      const middle = { ...roomsPage2, nextCursor: 3, count: 40 }
      const line = yield* progressOf(
        ["list", "--all", "--cursor", "2"],
        { "/rooms/get-rooms?cursor=2": middle },
        "1 page"
      )
      assert.strictEqual(line, "1 room, 1 page, some rooms/s")
    })
  )

  it.effect("of the sessions of a room counts them", () =>
    Effect.gen(function* () {
      const answers = { [`${sessions}?roomId=abc&limit=2&cursor=0`]: { sessions: [ended, running] } }
      const line = yield* progressOf(["sessions", "abc", "--all", "--page-size", "2"], answers, "1 page")
      assert.strictEqual(line, "2 sessions, 1 page, some sessions/s")
    })
  )

  it.effect("of the sessions of all rooms tells how many rooms there are", () =>
    Effect.gen(function* () {
      const query = "limit=2&cursor"
      const answers = {
        "/rooms/get-rooms": roomsPage1,
        [`${sessions}?roomId=abc-defg-hij&${query}=0`]: { sessions: [ended, running] },
        [`${sessions}?roomId=abc-defg-hij&${query}=1`]: { sessions: [] },
        [`${sessions}?roomId=k&${query}=0`]: { sessions: [ended, running] }
      }
      const line = yield* progressOf(["sessions", "--all-rooms", "--page-size", "2"], answers, "3 pages")
      assert.strictEqual(line, "4 sessions, 2 of 3 rooms, 3 pages, some sessions/s, some left")
    })
  )

  it.effect("of the participants of all rooms tells from how many sessions they are", () =>
    Effect.gen(function* () {
      const args = ["participants", "--all-rooms"]
      const first = yield* progressOf(args, { "/rooms/get-rooms": roomsPage1 }, "waiting")
      assert.match(first, /^waiting for the first session of participants, \d+s$/)
      const answers = {
        "/rooms/get-rooms": roomsPage1,
        [`${sessions}?roomId=abc-defg-hij&limit=100&cursor=0`]: { sessions: [running, ended] },
        "/rooms/participant-list?sessionId=session-2": participants
      }
      const line = yield* progressOf(args, answers, "1 session")
      assert.strictEqual(line, "2 participants, 1 session, some participants/s")
    })
  )
})
