import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { makeOutput, type Outcome, rooms } from "../fixtures/command.ts"
import { json, makeService } from "../fixtures/service.ts"
import { rowsOf } from "../fixtures/wire.ts"

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

  it.effect.each<readonly [args: ReadonlyArray<string>, says: string]>([
    [["--watch", "--format", "json"], "a watch has no end, so it writes no json, csv or yaml; take --format ndjson"],
    [["--watch", "--format", "csv"], "a watch has no end, so it writes no json, csv or yaml; take --format ndjson"],
    [["--watch", "--format", "yaml"], "a watch has no end, so it writes no json, csv or yaml; take --format ndjson"],
    [["--watch", "--format", "table"], "a table that refreshes needs a terminal; take --format ndjson"],
    [["--watch", "--fields", "peerId"], "--fields is for one answer; with --watch, events have a shape of their own"],
    [["--every", "5s"], "--every is for --watch"]
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
