import { setImmediate } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import type { Operations } from "../src/Backend.ts"
import { CreateOutcomeUnknown, InvalidRequest, Unauthorized } from "../src/DomainError.ts"
import { evidenceFor, makeEvidence } from "../src/operations/evidence.ts"
import { inTurn, serve } from "./fixtures/backend.ts"
import { creatingService, type Fate } from "./fixtures/creatingService.ts"
import { reset } from "./fixtures/errors.ts"
import { roomsList } from "./fixtures/lists.ts"
import { finish, key, short } from "./fixtures/lostCreates.ts"

/** A service that takes 100 ms per request, and finishes a create even if the client has given up. */
const slowService = (fates: ReadonlyArray<Fate>) => {
  const service = creatingService(fates)
  const later = <A, E>(answer: Effect.Effect<A, E>) => Effect.delay(answer, "100 millis")
  return {
    ...service,
    createRoom: ((request) =>
      Effect.flatMap(
        Effect.forkDetach(later(service.createRoom(request))),
        Fiber.join
      )) satisfies Operations["createRoom"],
    listRooms: ((request) => later(service.listRooms(request))) satisfies Operations["listRooms"]
  }
}

const fork = <A, E>(effect: Effect.Effect<A, E>) => Effect.forkChild(effect, { startImmediately: true })

describe("concurrent calls with one key", () => {
  it.effect("share one create and its result", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve(slowService(["answered"]))
      const once = rooms.createOnce({ metadata: { title: "Standup" } }, { key })
      const made = yield* finish(Effect.all([once, once, once, once], { concurrency: "unbounded" }))
      assert.deepStrictEqual(calls.map(short), [1, "send"])
      assert.deepStrictEqual(
        made.map(({ message, roomId }) => `${roomId}: ${message}`),
        Array.from({ length: 4 }, () => "made-0: Room created")
      )
    })
  )

  it.effect("share it whenever they start, and in any order of their metadata's keys", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve(slowService(["answerLost"]))
      const first = yield* fork(rooms.createOnce({ metadata: { title: "Standup", hosts: ["ada"] } }, { key }))
      yield* TestClock.adjust("150 millis")
      const second = yield* fork(
        rooms.createOnce({ roomLocked: false, metadata: { hosts: ["ada"], title: "Standup" } }, { key })
      )
      yield* TestClock.adjust("100 millis")
      const third = yield* fork(rooms.createOnce({ metadata: { title: "Standup", hosts: ["ada"] } }, { key }))
      yield* TestClock.adjust("100 millis")
      for (const fiber of [first, second, third])
        assert.strictEqual<string>((yield* Fiber.join(fiber)).roomId, "made-0")
      assert.deepStrictEqual(calls.map(short), [1, "send", 1])
    })
  )

  it.effect("share a failure, and a later call asks the service again", () =>
    Effect.gen(function* () {
      const refused = new Unauthorized({ evidence: evidenceFor("createRoom", 403) })
      const service = slowService(["answered"])
      const { calls, rooms } = yield* serve({
        ...service,
        createRoom: (request) => answers(request)
      })
      const answers = ((request) => next()(request)) satisfies Operations["createRoom"]
      const upcoming: Array<Operations["createRoom"]> = [
        () => Effect.delay(Effect.fail(refused), "100 millis"),
        service.createRoom
      ]
      const next = () => upcoming.shift() ?? (() => Effect.die("one create too many"))
      const once = rooms.createOnce({}, { key })
      const errors = yield* finish(Effect.all([Effect.flip(once), Effect.flip(once)], { concurrency: "unbounded" }))
      assert.deepStrictEqual(errors, [refused, refused])
      assert.strictEqual<string>((yield* finish(once)).roomId, "made-0")
      assert.deepStrictEqual(calls.map(short), [1, "send", 1, "send"])
    })
  )

  it.effect("reject an input that differs from the first call's, which continues", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve(slowService(["answered"]))
      const first = yield* fork(rooms.createOnce({ metadata: { title: "Standup" } }, { key }))
      for (const input of [
        { metadata: { title: "Retro" } },
        { roomLocked: true, metadata: { title: "Standup" } },
        {}
      ]) {
        const error = yield* Effect.flip(rooms.createOnce(input, { key }))
        assert.instanceOf(error, InvalidRequest)
        assert.strictEqual(
          error.message,
          "createRoom: key: is in use by a call that is still running and has other input"
        )
      }
      assert.strictEqual<string>((yield* finish(Fiber.join(first))).roomId, "made-0")
      assert.deepStrictEqual(calls.map(short), [1, "send"])
    })
  )

  it.effect("of two clients don't know of each other", () =>
    Effect.gen(function* () {
      const service = slowService(["answered", "answered"])
      const mine = yield* serve(service)
      const theirs = yield* serve(service)
      const both = [mine, theirs].map(({ rooms }) => rooms.createOnce({}, { key }))
      const made = yield* finish(Effect.all(both, { concurrency: "unbounded" }))
      assert.deepStrictEqual(
        made.map(({ roomId }): string => roomId),
        ["made-0", "made-1"]
      )
    })
  )
})

describe("a call that is interrupted", () => {
  it.effect.each([50, 150])("leaves the others their room, after %d ms", (millis) =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve(slowService(["answered"]))
      const once = rooms.createOnce({}, { key })
      const [first, second] = [yield* fork(once), yield* fork(once)]
      yield* TestClock.adjust(millis)
      yield* Fiber.interrupt(first)
      yield* TestClock.adjust("1 second")
      assert.strictEqual<string>((yield* Fiber.join(second)).roomId, "made-0")
      assert.deepStrictEqual(calls.map(short), [1, "send"])
    })
  )

  it.effect("ends the look if nobody else waits for it, so that nothing is sent", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve(slowService(["answered"]))
      const once = rooms.createOnce({}, { key })
      const [first, second] = [yield* fork(once), yield* fork(once)]
      yield* TestClock.adjust("50 millis")
      yield* Fiber.interruptAll([first, second])
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(calls.map(short), [1])
      assert.strictEqual<string>((yield* finish(once)).roomId, "made-0")
      assert.deepStrictEqual(calls.map(short), [1, 1, "send"])
    })
  )

  it.effect("interrupts its request, for which a call that follows waits", () =>
    Effect.gen(function* () {
      const ended: Array<number> = []
      const service = slowService(["answered"])
      let creates = 0
      const { rooms } = yield* serve({
        ...service,
        createRoom: (request) =>
          creates++ === 0
            ? Effect.onInterrupt(Effect.never, () =>
                Effect.map(Effect.delay(Clock.currentTimeMillis, "1 second"), (at) => {
                  ended.push(at)
                })
              )
            : service.createRoom(request)
      })
      const once = rooms.createOnce({}, { key })
      const first = yield* fork(once)
      yield* TestClock.adjust("150 millis")
      const interrupting = yield* fork(Fiber.interrupt(first))
      const second = yield* fork(once)
      yield* TestClock.adjust("11 seconds")
      assert.deepStrictEqual(ended, [1150])
      assert.isUndefined(second.pollUnsafe())
      yield* Fiber.join(interrupting)
      assert.strictEqual<string>((yield* finish(Fiber.join(second))).roomId, "made-0")
    })
  )

  it.effect("while its room is being made, leaves that room to the next call with the key", () =>
    Effect.gen(function* () {
      const service = creatingService([{ madeAfter: "600 millis" }])
      const { calls, rooms } = yield* serve({
        ...service,
        // The service finishes, although no caller waits for the response any more.
        createRoom: (request) => Effect.andThen(Effect.exit(service.createRoom(request)), Effect.never)
      })
      const once = rooms.createOnce({}, { key })
      const first = yield* fork(once)
      yield* TestClock.adjust("200 millis")
      yield* Fiber.interrupt(first)
      const again = yield* finish(once)
      assert.deepStrictEqual(service.withKey(key), [again.roomId])
      assert.deepStrictEqual(calls.map(short), [1, "send", 1, 1])
    })
  )

  it.effect("that left no room is sent again by a later call, ten seconds after it was given up", () =>
    Effect.gen(function* () {
      let creates = 0
      const service = creatingService(["answered"])
      const { calls, rooms } = yield* serve({
        ...service,
        createRoom: (request) => (creates++ === 0 ? Effect.never : service.createRoom(request))
      })
      const once = rooms.createOnce({}, { key })
      const first = yield* fork(once)
      yield* TestClock.adjust("200 millis")
      yield* Fiber.interrupt(first)
      const second = yield* fork(once)
      yield* TestClock.adjust("9999 millis")
      assert.deepStrictEqual(calls.map(short), [1, "send", 1, 1])
      yield* TestClock.adjust("1 millis")
      assert.strictEqual<string>((yield* Fiber.join(second)).roomId, "made-0")
      assert.deepStrictEqual(calls.map(short), [1, "send", 1, 1, 1, "send"])
    })
  )

  it.effect("leaves a later call with an unknown outcome if a new room may be the one", () =>
    Effect.gen(function* () {
      const service = creatingService([])
      const { rooms } = yield* serve({ ...service, createRoom: () => Effect.never })
      const once = rooms.createOnce({}, { key })
      const first = yield* fork(once)
      yield* Effect.yieldNow
      yield* Fiber.interrupt(first)
      service.othersMake(1, {})
      const error = yield* Effect.flip(finish(once))
      assert.instanceOf(error, CreateOutcomeUnknown)
      assert.strictEqual(
        error.reason.message,
        "the service could not be reached: an earlier call ended before its response arrived"
      )
      assert.strictEqual(error.idempotencyKey, key)
    })
  )
})

describe("a call that follows a lost answer at once", () => {
  it.effect("repeats the search that failed instead of sending", () =>
    Effect.gen(function* () {
      const service = creatingService([{ madeAfter: "600 millis" }])
      const unreadable = new Unauthorized({ evidence: evidenceFor("listRooms", 401) })
      const failing = inTurn<never, Unauthorized>(Effect.fail(unreadable))
      let lists = 0
      const { calls, rooms } = yield* serve({
        ...service,
        listRooms: (request) => (lists++ === 1 ? failing() : service.listRooms(request))
      })
      const once = rooms.createOnce({}, { key })
      assert.strictEqual((yield* Effect.flip(once))._tag, "CreateOutcomeUnknown")
      const room = yield* finish(once)
      assert.deepStrictEqual(service.withKey(key), [room.roomId])
      assert.deepStrictEqual(calls.map(short), [1, "send", 1, 1, 1])
    })
  )
})

describe("a client", () => {
  it.effect("keeps nothing of keys that were last used more than ten seconds ago", () =>
    Effect.gen(function* () {
      const errors: Array<WeakRef<CreateOutcomeUnknown>> = []
      const { rooms } = yield* serve({
        listRooms: roomsList({ count: 0 }),
        createRoom: () =>
          Effect.suspend(() => {
            const error = new CreateOutcomeUnknown({ reason: reset, evidence: makeEvidence("createRoom") })
            errors.push(new WeakRef(error))
            return Effect.fail(error)
          })
      })
      for (let order = 0; order < 20; order++) {
        yield* Effect.flip(finish(rooms.createOnce({}, { key: `order-${order}` })))
      }
      yield* Effect.promise(() => setImmediate())
      setFlagsFromString("--expose-gc")
      runInNewContext("gc")()
      // The last ones may still be in use, or in a register.
      assert.isBelow(errors.filter((error) => error.deref() !== undefined).length, 10)
    })
  )
})
