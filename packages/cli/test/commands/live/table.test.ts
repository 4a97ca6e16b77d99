import { assert, describe, it } from "@effect/vitest"
import type { LiveParticipant } from "@effect-rooms/core/LiveParticipant"
import { LiveRooms } from "@effect-rooms/core/LiveRooms"
import * as ConfigProvider from "effect/ConfigProvider"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { makeTable } from "../../../src/commands/live/table.ts"
import * as Screen from "../../../src/terminal/Screen.ts"
import { makeOutput } from "../../fixtures/command.ts"
import { shown } from "../../fixtures/paper.ts"
import { ada, barbara, holds, layerLiveRooms, roomId, unavailable } from "../../fixtures/presence.ts"

const header = "        PEER    JOINED            NAME"
const adaRow = "peer-1  2023-11-15 03:58  Ada"
const barbaraRow = "peer-2                    Barbara"

/** A table on a terminal. */
const tabling = Effect.fnUntraced(function* ({ utc = false } = {}) {
  const output = makeOutput()
  const layer = Layer.mergeAll(
    Stdio.layerTest({ stdout: output.stdout, stderr: output.stderr, stdoutIsTerminal: Effect.succeed(true) }),
    ConfigProvider.layer(ConfigProvider.fromEnvRecord({ NO_COLOR: "1" }))
  )
  const { end, observer } = yield* Effect.gen(function* () {
    const screen = yield* Screen.make("stdout")
    return yield* makeTable({ roomId, format: Option.none(), utc }, screen)
  }).pipe(Effect.provide(layer))
  let present: ReadonlyArray<LiveParticipant> = []
  const pull = yield* LiveRooms.useSync((live) =>
    live.watch(roomId, { every: Schedule.forever, snapshots: "polls" })
  ).pipe(Stream.unwrap, Stream.toPull, Effect.provide(layerLiveRooms(Effect.suspend(() => holds(...present)))))
  const polled = Effect.fnUntraced(function* (wait: Duration.Input, now: ReadonlyArray<LiveParticipant>) {
    present = now
    yield* observer.answered(yield* pull, yield* DateTime.now, Duration.fromInputUnsafe(wait))
    yield* TestClock.adjust("1 second")
  })
  return {
    observer,
    end,
    /** The room is polled, and these are in it. The next poll is a long time off. */
    polled: (...now: ReadonlyArray<LiveParticipant>) => polled("1 hour", now),
    polledAgainIn: (wait: Duration.Input, ...now: ReadonlyArray<LiveParticipant>) => polled(wait, now),
    rows: () => shown(output.written.stdout.text()).rows,
    cursor: () => shown(output.written.stdout.text()).cursor
  }
})

describe("the table of a watch", () => {
  it.effect("says who is there, and marks for a minute who came and who went", () =>
    Effect.gen(function* () {
      const { polled, rows } = yield* tabling()
      assert.deepStrictEqual(rows(), ["abc: waiting for the first response; Ctrl-C ends"])
      yield* polled(ada)
      assert.deepStrictEqual(rows(), ["abc: 1 present; Ctrl-C ends", header, `        ${adaRow}`])
      yield* polled(ada, barbara)
      assert.deepStrictEqual(rows(), [
        "abc: 2 present, last change 1s ago; Ctrl-C ends",
        header,
        `        ${adaRow}`,
        `joined  ${barbaraRow}`
      ])
      yield* TestClock.adjust("30 seconds")
      yield* polled(barbara)
      assert.deepStrictEqual(rows(), [
        "abc: 1 present, last change 1s ago; Ctrl-C ends",
        header,
        `joined  ${barbaraRow}`,
        `left    ${adaRow}`
      ])
      yield* TestClock.adjust("28 seconds")
      assert.deepStrictEqual(rows().slice(2), [`        ${barbaraRow}`, `left    ${adaRow}`])
      yield* TestClock.adjust("31 seconds")
      assert.deepStrictEqual(rows(), [
        "abc: 1 present, last change 1m ago; Ctrl-C ends",
        "        PEER    JOINED  NAME",
        "        peer-2          Barbara"
      ])
    })
  )

  it.effect("says so if the first answer takes long", () =>
    Effect.gen(function* () {
      const { polled, rows } = yield* tabling()
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual(rows(), ["abc: waiting for the first response; Ctrl-C ends", "no response for 3s"])
      yield* polled()
      assert.lengthOf(rows(), 1)
    })
  )

  it.effect("of a room that is idle is empty", () =>
    Effect.gen(function* () {
      const { polled, rows } = yield* tabling()
      yield* polled()
      assert.deepStrictEqual(rows(), ["abc: empty; Ctrl-C ends"])
    })
  )

  it.effect("shows times as the flags ask for them", () =>
    Effect.gen(function* () {
      const { polled, rows } = yield* tabling({ utc: true })
      yield* polled(ada)
      assert.strictEqual(rows()[2], "        peer-1  2023-11-14 22:13Z  Ada")
    })
  )

  it.effect("says since when and why there is no answer, until there is one", () =>
    Effect.gen(function* () {
      const { observer, polled, polledAgainIn, rows } = yield* tabling()
      yield* polledAgainIn("11 seconds", ada)
      yield* TestClock.adjust("10 seconds")
      assert.lengthOf(rows(), 3)
      yield* TestClock.adjust("2900 millis")
      assert.lengthOf(rows(), 3)
      yield* TestClock.adjust("100 millis")
      assert.strictEqual(rows()[1], "no response for 3s")
      yield* observer.failed(unavailable, yield* DateTime.now, Duration.seconds(5))
      yield* TestClock.adjust("5 seconds")
      yield* TestClock.adjust("4 seconds")
      assert.strictEqual(rows()[1], "no response for 12s: liveParticipants: the service answered 503")
      yield* observer.failed(unavailable, yield* DateTime.now, Duration.seconds(5))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(rows()[1], "no response for 13s: liveParticipants: the service answered 503")
      assert.strictEqual(rows()[3], `        ${adaRow}`)
      yield* polled(ada)
      assert.deepStrictEqual(rows(), ["abc: 1 present; Ctrl-C ends", header, `        ${adaRow}`])
    })
  )

  it.effect("is left as it is at the end", () =>
    Effect.gen(function* () {
      const { cursor, end, polled, rows } = yield* tabling()
      yield* polled(ada)
      yield* end
      assert.deepStrictEqual(rows(), ["abc: 1 present", header, `        ${adaRow}`])
      assert.deepStrictEqual(cursor(), { row: 3, column: 0, isHidden: false })
    })
  )

  it.effect("disappears at the end if there was no response", () =>
    Effect.gen(function* () {
      const { end, rows } = yield* tabling()
      yield* end
      assert.deepStrictEqual(rows(), [])
    })
  )
})
