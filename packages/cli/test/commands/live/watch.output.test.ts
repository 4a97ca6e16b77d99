import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as PlatformError from "effect/PlatformError"
import * as Sink from "effect/Sink"
import * as TestClock from "effect/testing/TestClock"
import { StdoutIsPipe } from "../../../src/terminal/progress.ts"
import { makeOutput, type Outcome, type Output, rooms } from "../../fixtures/command.ts"
import { json, makeService } from "../../fixtures/service.ts"
import { rowsOf } from "../../fixtures/wire.ts"

const ada = { peerId: "peer-1", joinTime: 1_700_000_000_000, metadata: { displayName: "Ada\u009b2J" } }
const barbara = { peerId: "peer-2", joinTime: null, metadata: null }

const holds =
  (...participants: ReadonlyArray<unknown>) =>
  () =>
    json({ count: participants.length, participants })

const refuses = (status: number) => () => json({ message: "not now" }, { status })

/** Watches a room that answers so, one request after the other and then for ever as the last time, until `isEnough`. */
const watching = Effect.fnUntraced(function* (
  answers: ReadonlyArray<() => Response>,
  args: ReadonlyArray<string>,
  isEnough: (outcome: Omit<Outcome, "code">) => boolean
) {
  const output = makeOutput()
  const { stderr, stdout } = output.written
  let asked = 0
  const service = makeService(() => {
    const answer = answers[Math.min(asked, answers.length - 1)] ?? refuses(500)
    asked += 1
    return answer()
  })
  const fiber = yield* Effect.forkChild(rooms(["live", "abc", "--watch", ...args], { service, output }))
  const written = () => ({ stdout: stdout.text(), stderr: stderr.text() })
  while (!isEnough(written()) && fiber.pollUnsafe() === undefined) {
    yield* TestClock.adjust("100 millis")
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
  }
  yield* Fiber.interrupt(fiber)
  return written()
})

describe("rooms live --watch", () => {
  it.effect("writes events as ndjson, in the service's own shape", () =>
    Effect.gen(function* () {
      const answers = [refuses(404), holds(ada), holds(ada, barbara), holds(barbara)]
      const { stderr, stdout } = yield* watching(answers, [], ({ stdout }) => rowsOf(stdout).length >= 7)
      assert.strictEqual(stderr, "")
      assert.notInclude(stdout, "\u009b")
      const times = rowsOf(stdout).map(({ at }) => Number(at))
      const waits = times.map((at) => Math.floor((at - (times[0] ?? 0)) / 5_000))
      assert.deepStrictEqual(waits, [0, 1, 1, 2, 2, 3, 3])
      const events = rowsOf(stdout).map(({ at, ...event }) => event)
      assert.deepStrictEqual(events, [
        { event: "Snapshot", count: 0, participants: [] },
        { event: "Joined", participant: ada },
        { event: "Snapshot", count: 1, participants: [ada] },
        { event: "Joined", participant: barbara },
        { event: "Snapshot", count: 2, participants: [ada, barbara] },
        { event: "Left", participant: ada },
        { event: "Snapshot", count: 1, participants: [barbara] }
      ])
    })
  )

  const failing = [holds(ada), ...Array.from({ length: 4 }, () => refuses(503)), holds(barbara)]
  const hasGoneOn = ({ stdout }: { readonly stdout: string }) => stdout.includes('"Left"')

  it.effect("says on stderr what failed, and goes on", () =>
    Effect.gen(function* () {
      const { stderr, stdout } = yield* watching(failing, ["--every", "200ms"], hasGoneOn)
      assert.match(stderr, /^rooms: liveParticipants: the service answered 503: not now; asking again in 200ms\n$/)
      assert.deepStrictEqual(
        rowsOf(stdout).map(({ event }) => event),
        ["Snapshot", "Left", "Joined", "Snapshot"]
      )
    })
  )

  it.effect("says it as JSON where JSON was asked for", () =>
    Effect.gen(function* () {
      const { stderr } = yield* watching(failing, ["--every", "200ms", "--format", "ndjson"], hasGoneOn)
      const [failure, ...rest] = rowsOf(stderr)
      assert.lengthOf(rest, 0)
      assert.include(JSON.stringify(failure), '{"error":{"_tag":"ServiceError"')
      assert.strictEqual(failure?.askedAgainInMillis, 200)
    })
  )

  it.effect("ends with its reader, although nobody comes or goes", () =>
    Effect.gen(function* () {
      const output = makeOutput()
      const { stdout } = output.written
      const cause = Object.assign(new Error("write EPIPE"), { code: "EPIPE" })
      const gone = PlatformError.systemError({ _tag: "Unknown", module: "Stdio", method: "stdout", cause })
      let asked = 0
      const service = makeService(() => {
        asked += 1
        return holds(ada)()
      })
      // A reader that takes one line, as `head -1` does.
      const reader: Output = {
        ...output,
        stdout: (options) => (stdout.text().includes("\n") && asked >= 2 ? Sink.fail(gone) : output.stdout(options))
      }
      const fiber = yield* Effect.forkChild(
        Effect.provideService(
          rooms(["live", "abc", "--watch"], { service, output: reader }),
          StdoutIsPipe,
          Effect.succeed(true)
        )
      )
      while (fiber.pollUnsafe() === undefined && asked < 20) {
        yield* TestClock.adjust("1 second")
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      }
      const outcome = yield* Fiber.join(fiber)
      assert.deepStrictEqual([outcome.code, outcome.stderr, asked], [0, "", 2])
    })
  )

  it.effect("says in a pipe, and not in a file, that nothing has changed for five seconds", () =>
    Effect.gen(function* () {
      const quiet = Array.from({ length: 20 }, () => holds(ada))
      const isEnough = ({ stdout }: { readonly stdout: string }) => stdout.includes("Joined")
      for (const isPipe of [true, false]) {
        const { stdout } = yield* Effect.provideService(
          watching([...quiet, holds(ada, barbara)], ["--every", "1s"], isEnough),
          StdoutIsPipe,
          Effect.succeed(isPipe)
        )
        const unchanged = isPipe ? ["Unchanged", "Unchanged", "Unchanged"] : []
        assert.deepStrictEqual(
          rowsOf(stdout).map(({ event }) => event),
          ["Snapshot", ...unchanged, "Joined", "Snapshot"]
        )
      }
    })
  )

  it.effect.each<readonly [args: ReadonlyArray<string>, says: string]>([
    [["--watch", "--format", "json"], "--watch never ends, so it can't write json, csv or yaml: use --format ndjson"],
    [["--watch", "--format", "csv"], "--watch never ends, so it can't write json, csv or yaml: use --format ndjson"],
    [["--watch", "--format", "yaml"], "--watch never ends, so it can't write json, csv or yaml: use --format ndjson"],
    [["--watch", "--format", "table"], "a table that refreshes needs a terminal: use --format ndjson"],
    [["--watch", "--fields", "peerId"], "--fields doesn't work with --watch, whose events always have all fields"],
    [["--every", "5s"], "--every needs --watch"]
  ])("refuses %s before it asks", ([args, says]) =>
    Effect.gen(function* () {
      const outcome = yield* rooms(["live", "abc", ...args])
      assert.strictEqual(outcome.code, 2)
      assert.strictEqual(outcome.stdout, "")
      assert.include(outcome.stderr, says)
    })
  )

  it.effect.each(["0", "99ms", "soon"])("refuses to ask every %s", (every) =>
    Effect.gen(function* () {
      const { code, stderr } = yield* rooms(["live", "abc", "--watch", "--every", every])
      assert.strictEqual(code, 2)
      assert.include(stderr, `"${every}" is not a duration of 100ms or more`)
    })
  )
})
