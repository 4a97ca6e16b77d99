import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import type { LiveError } from "../src/Backend.ts"
import { InvalidRequest, NoLiveSession, Unauthorized } from "../src/DomainError.ts"
import { RoomId } from "../src/Identifier.ts"
import { LiveParticipant, LiveParticipants } from "../src/LiveParticipant.ts"
import type { WatchOptions } from "../src/LiveRooms.ts"
import { evidenceFor } from "../src/operations/evidence.ts"
import type { PollFailed, PresenceEvent } from "../src/PresenceEvent.ts"
import { type Call, inTurn, sends, serve } from "./fixtures/backend.ts"
import { rateLimited, unexpectedStatus } from "./fixtures/errors.ts"
import { decode } from "./fixtures/schema.ts"
import { wireLiveParticipant } from "./fixtures/wire.ts"

const roomId = RoomId.make("room-1")
const poll: Call = { operation: "liveParticipants", request: { roomId } }

const wirePeers = (peers: ReadonlyArray<string>) => ({
  count: peers.length,
  participants: peers.map((peerId) => wireLiveParticipant({ peerId }))
})

/** A room with these peers in it. */
const present = (...peers: ReadonlyArray<string>) => sends(LiveParticipants, wirePeers(peers))

type Stay = readonly [peerId: string, joinTime: number | null]

const wireStays = (...stays: ReadonlyArray<Stay>) =>
  stays.map(([peerId, joinTime]) => wireLiveParticipant({ peerId, joinTime }))

const readStay = (stay: unknown) => decode(LiveParticipant, stay)

/** A room with peers in it that joined at these times. */
const stays = (...stays: ReadonlyArray<Stay>) =>
  sends(LiveParticipants, { count: stays.length, participants: wireStays(...stays) })

const noLiveSession = new NoLiveSession({ roomId, evidence: evidenceFor("liveParticipants", 404) })
const idle = Effect.fail(noLiveSession)

const limited = (retryAfter: Duration.Input) => Effect.fail(rateLimited("liveParticipants", retryAfter))

/** An event in short: `+ada`, `-ada`, everybody in the room, or what failed. */
const short = (event: PresenceEvent | PollFailed): string | ReadonlyArray<string> => {
  switch (event._tag) {
    case "Joined":
      return `+${event.participant.peerId}`
    case "Left":
      return `-${event.participant.peerId}`
    case "Snapshot":
      return event.participants.map(({ peerId }) => peerId)
    case "PollFailed":
      return `!${event.error.evidence.status} ${Duration.format(event.retryIn)}`
  }
}

type Polls = ReadonlyArray<Effect.Effect<LiveParticipants, LiveError>>

/** Watches a room in the background, and writes down what is emitted. */
const watching = Effect.fnUntraced(function* (polls: Polls, options?: WatchOptions) {
  const { calls, liveRooms } = yield* serve({ liveParticipants: inTurn(...polls) })
  const events: Array<string | ReadonlyArray<string>> = []
  const fiber = yield* liveRooms.watch(roomId, options).pipe(
    Stream.runForEach((event) =>
      Effect.sync(() => {
        events.push(short(event))
      })
    ),
    Effect.result,
    Effect.forkScoped
  )
  // Lets the first poll happen, which waits for nothing.
  yield* TestClock.adjust(0)
  return {
    calls,
    fiber,
    /** The events since the last call. */
    emitted: () => events.splice(0)
  }
})

describe("LiveRooms.participants", () => {
  it.effect("returns everybody in the room", () =>
    Effect.gen(function* () {
      const { calls, liveRooms } = yield* serve({ liveParticipants: () => present("ada", "lin") })
      assert.deepStrictEqual(yield* liveRooms.participants(roomId), decode(LiveParticipants, wirePeers(["ada", "lin"])))
      assert.deepStrictEqual(calls, [poll])
    })
  )

  it.effect("fails with NoLiveSession if the room is empty", () =>
    Effect.gen(function* () {
      const { liveRooms } = yield* serve({ liveParticipants: () => idle })
      assert.strictEqual(yield* Effect.flip(liveRooms.participants(roomId)), noLiveSession)
    })
  )
})

describe("LiveRooms.watch", () => {
  it.effect("starts with a snapshot, without waiting", () =>
    Effect.gen(function* () {
      const { calls, emitted } = yield* watching([present("ada", "lin")])
      assert.deepStrictEqual(emitted(), [["ada", "lin"]])
      assert.deepStrictEqual(calls, [poll])
    })
  )

  it.effect("polls every five seconds by default", () =>
    Effect.gen(function* () {
      const { calls } = yield* watching([present(), present(), present()])
      yield* TestClock.adjust("4999 millis")
      assert.strictEqual(calls.length, 1)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(calls.length, 2)
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(calls, [poll, poll, poll])
    })
  )

  it.effect("waits from the answer to a poll, not from its start", () =>
    Effect.gen(function* () {
      const slow = Effect.delay(present(), "3 seconds")
      const { calls } = yield* watching([present(), slow, present()])
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(calls.length, 2)
      yield* TestClock.adjust("7999 millis")
      assert.strictEqual(calls.length, 2)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(calls.length, 3)
    })
  )

  it.effect("emits the participants who left and joined, and then everybody", () =>
    Effect.gen(function* () {
      const { emitted } = yield* watching([present("ada", "lin"), present("lin", "nia", "kim"), present("kim")])
      emitted()
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(emitted(), ["-ada", "+nia", "+kim", ["lin", "nia", "kim"]])
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(emitted(), ["-lin", "-nia", ["kim"]])
    })
  )

  it.effect("emits the whole participant with each event", () =>
    Effect.gen(function* () {
      const { liveRooms } = yield* serve({ liveParticipants: inTurn(present("ada"), present("lin")) })
      const events = yield* liveRooms.watch(roomId, { every: Schedule.recurs(1) }).pipe(Stream.runCollect)
      const [ada] = decode(LiveParticipants, wirePeers(["ada"])).participants
      const [lin] = decode(LiveParticipants, wirePeers(["lin"])).participants
      assert.deepStrictEqual<unknown>(events, [
        { _tag: "Snapshot", participants: [ada] },
        { _tag: "Left", participant: ada },
        { _tag: "Joined", participant: lin },
        { _tag: "Snapshot", participants: [lin] }
      ])
    })
  )

  it.effect("emits nothing while nothing changes, in whatever order the participants come", () =>
    Effect.gen(function* () {
      const { calls, emitted } = yield* watching([present("ada", "lin"), present("lin", "ada"), present("ada", "lin")])
      emitted()
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(calls.length, 3)
      assert.deepStrictEqual(emitted(), [])
    })
  )

  it.effect("takes a peer that left and came back between two polls for one that left and one that joined", () =>
    Effect.gen(function* () {
      const { liveRooms } = yield* serve({
        liveParticipants: inTurn(stays(["ada", 1], ["lin", 1]), stays(["ada", 2], ["lin", 1]))
      })
      const events = yield* liveRooms.watch(roomId, { every: Schedule.recurs(1) }).pipe(Stream.runCollect)
      const [ada1, lin, ada2] = wireStays(["ada", 1], ["lin", 1], ["ada", 2]).map(readStay)
      assert.deepStrictEqual<unknown>(events, [
        { _tag: "Snapshot", participants: [ada1, lin] },
        { _tag: "Left", participant: ada1 },
        { _tag: "Joined", participant: ada2 },
        { _tag: "Snapshot", participants: [ada2, lin] }
      ])
    })
  )

  it.effect("takes two stays of one peer for two, of which one can end", () =>
    Effect.gen(function* () {
      const { emitted } = yield* watching([
        stays(["ada", 1], ["ada", 2]),
        stays(["ada", 2], ["ada", 1]),
        stays(["ada", 2]),
        stays(["ada", 2], ["ada", 3])
      ])
      assert.deepStrictEqual(emitted(), [["ada", "ada"]])
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(emitted(), [])
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(emitted(), ["-ada", ["ada"]])
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(emitted(), ["+ada", ["ada", "ada"]])
    })
  )

  it.effect("recognizes a participant without a join time", () =>
    Effect.gen(function* () {
      const { calls, emitted } = yield* watching([stays(["ada", null]), stays(["ada", null]), stays()])
      assert.deepStrictEqual(emitted(), [["ada"]])
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(calls.length, 2)
      assert.deepStrictEqual(emitted(), [])
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(emitted(), ["-ada", []])
    })
  )

  it.effect("emits an empty snapshot for an empty room, and continues when somebody joins", () =>
    Effect.gen(function* () {
      const { emitted } = yield* watching([idle, idle, present("ada"), idle])
      assert.deepStrictEqual(emitted(), [[]])
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(emitted(), [])
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(emitted(), ["+ada", ["ada"]])
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(emitted(), ["-ada", []])
    })
  )

  it.effect("takes an answer without peers for an idle room too", () =>
    Effect.gen(function* () {
      const { emitted } = yield* watching([present(), idle, present("ada")])
      assert.deepStrictEqual(emitted(), [[]])
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(emitted(), ["+ada", ["ada"]])
    })
  )

  it.effect("polls by the given schedule, and ends with it", () =>
    Effect.gen(function* () {
      const every = Schedule.max([Schedule.spaced("1 minute"), Schedule.recurs(2)])
      const { calls, emitted, fiber } = yield* watching([present("ada"), present(), present("lin")], { every })
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual(calls.length, 1)
      yield* TestClock.adjust("2 minutes")
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(emitted(), [["ada"], "-ada", [], "+lin", ["lin"]])
      assert.deepStrictEqual(calls, [poll, poll, poll])
    })
  )

  it.effect.each([
    unexpectedStatus("liveParticipants"),
    new Unauthorized({ evidence: evidenceFor("liveParticipants", 401) })
  ])("fails as a poll fails, with everything before it emitted: $_tag", (failure) =>
    Effect.gen(function* () {
      const { calls, emitted, fiber } = yield* watching([present("ada"), present("ada", "lin"), Effect.fail(failure)])
      yield* TestClock.adjust("1 minute")
      const ended = yield* Effect.flip(Effect.flatMap(Fiber.join(fiber), Effect.fromResult))
      assert.strictEqual(ended, failure)
      assert.deepStrictEqual(emitted(), [["ada"], "+lin", ["ada", "lin"]])
      assert.strictEqual(calls.length, 3)
    })
  )

  it.effect("reports a failed poll if asked to, polls again, and then emits what changed meanwhile", () =>
    Effect.gen(function* () {
      const failed = Effect.fail(unexpectedStatus("liveParticipants"))
      const { calls, emitted } = yield* watching([present("ada"), failed, failed, present("ada", "lin"), idle], {
        onError: "report"
      })
      yield* TestClock.adjust("15 seconds")
      assert.deepStrictEqual(emitted(), [["ada"], "!503 5s", "!503 5s", "+lin", ["ada", "lin"]])
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(emitted(), ["-ada", "-lin", []])
      assert.strictEqual(calls.length, 5)
    })
  )

  it.effect("emits a snapshot after a failed poll even if nothing changed", () =>
    Effect.gen(function* () {
      const failed = Effect.fail(unexpectedStatus("liveParticipants"))
      const { emitted } = yield* watching([present("ada"), failed, present("ada"), present("ada")], {
        onError: "report"
      })
      yield* TestClock.adjust("15 seconds")
      assert.deepStrictEqual(emitted(), [["ada"], "!503 5s", ["ada"]])
    })
  )

  it.effect("starts with a snapshot even if the first poll failed", () =>
    Effect.gen(function* () {
      const failed = Effect.fail(unexpectedStatus("liveParticipants"))
      const { emitted } = yield* watching([failed, present("ada")], { onError: "report" })
      assert.deepStrictEqual(emitted(), ["!503 5s"])
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(emitted(), [["ada"]])
    })
  )

  it.effect("waits as long as the service asks it to after a failed poll, but no less than its schedule says", () =>
    Effect.gen(function* () {
      const { calls, emitted } = yield* watching([limited("30 seconds"), limited("1 second"), present()], {
        onError: "report"
      })
      yield* TestClock.adjust("29999 millis")
      assert.strictEqual(calls.length, 1)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(calls.length, 2)
      yield* TestClock.adjust("4999 millis")
      assert.strictEqual(calls.length, 2)
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(emitted(), ["!429 30s", "!429 5s", []])
    })
  )

  it.effect.each([
    new Unauthorized({ evidence: evidenceFor("liveParticipants", 401) }),
    new InvalidRequest({ field: "roomId", problem: "is refused", evidence: evidenceFor("liveParticipants", 400) }),
    unexpectedStatus("liveParticipants", 501)
  ])("ends with a failure that won't pass, whatever it does with others: $_tag", (failure) =>
    Effect.gen(function* () {
      const { emitted, fiber } = yield* watching([present("ada"), Effect.fail(failure)], { onError: "report" })
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(emitted(), [["ada"]])
      assert.isDefined(fiber.pollUnsafe())
      assert.strictEqual(yield* Effect.flip(Effect.flatMap(Fiber.join(fiber), Effect.fromResult)), failure)
    })
  )

  it.effect("ends with the failure of the last poll of its schedule", () =>
    Effect.gen(function* () {
      const failure = unexpectedStatus("liveParticipants")
      const { calls, emitted, fiber } = yield* watching([Effect.fail(failure), Effect.fail(failure)], {
        every: Schedule.recurs(1),
        onError: "report"
      })
      assert.strictEqual(yield* Effect.flip(Effect.flatMap(Fiber.join(fiber), Effect.fromResult)), failure)
      assert.deepStrictEqual(emitted(), ["!503 0"])
      assert.strictEqual(calls.length, 2)
    })
  )

  it.effect("emits a snapshot after every poll if asked to", () =>
    Effect.gen(function* () {
      const { emitted } = yield* watching([present("ada"), present("ada"), present("lin"), idle, idle], {
        snapshots: "polls"
      })
      yield* TestClock.adjust("20 seconds")
      assert.deepStrictEqual(emitted(), [["ada"], ["ada"], "-ada", "+lin", ["lin"], "-lin", [], []])
    })
  )

  it.effect("waits from the answer to a poll, however long the reader takes", () =>
    Effect.gen(function* () {
      const { calls, liveRooms } = yield* serve({ liveParticipants: inTurn(present("ada"), present("lin"), present()) })
      const pull = yield* Stream.toPull(liveRooms.watch(roomId))
      yield* pull
      yield* TestClock.adjust("4 seconds")
      yield* Effect.forkChild(pull, { startImmediately: true })
      yield* TestClock.adjust("1 second")
      assert.strictEqual(calls.length, 2)
      yield* TestClock.adjust("1 minute")
      yield* pull
      assert.strictEqual(calls.length, 3)
    })
  )

  it.effect("takes a time of joining that becomes known for no coming and going", () =>
    Effect.gen(function* () {
      const { calls, emitted } = yield* watching([
        stays(["ada", null]),
        stays(["ada", 1_000]),
        stays(["ada", null]),
        stays(["ada", 2_000])
      ])
      yield* TestClock.adjust("15 seconds")
      assert.strictEqual(calls.length, 4)
      assert.deepStrictEqual(emitted(), [["ada"]])
    })
  )

  it.effect("starts again each time it is run", () =>
    Effect.gen(function* () {
      const { liveRooms } = yield* serve({ liveParticipants: () => present("ada") })
      const once = liveRooms.watch(roomId, { every: Schedule.recurs(0) })
      const events = [...(yield* Stream.runCollect(once)), ...(yield* Stream.runCollect(once))]
      assert.deepStrictEqual(events.map(short), [["ada"], ["ada"]])
    })
  )
})
