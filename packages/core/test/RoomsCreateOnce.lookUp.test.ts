import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import type { CreateRoomError, RequestError } from "../src/Backend.ts"
import { CreateOutcomeUnknown, Unauthorized } from "../src/DomainError.ts"
import { RoomId } from "../src/Identifier.ts"
import { evidenceFor } from "../src/operations/evidence.ts"
import type { RoomsPage } from "../src/Room.ts"
import { inTurn, serve } from "./fixtures/backend.ts"
import { creatingService, type Fate, lost } from "./fixtures/creatingService.ts"
import { timedOut } from "./fixtures/errors.ts"
import { roomsPage } from "./fixtures/lists.ts"
import { assertUnknown, busy, finish, key, short, undecided } from "./fixtures/lostCreates.ts"

describe("after a lost answer", () => {
  it.effect("the room is found at once, and no second one is sent", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve(creatingService(["answerLost"]))
      const room = yield* rooms.createOnce({}, { key })
      assert.deepStrictEqual(room, { roomId: RoomId.make("made-0"), message: "the room exists already" })
      assert.deepStrictEqual(calls.map(short), [1, "send", 1])
    })
  )

  it.effect("the page on which the room is found is the last one that is read", () =>
    Effect.gen(function* () {
      // Nothing on the first page was there before.
      const service = creatingService(["answerLost"])
      const { calls, rooms } = yield* serve({
        ...service,
        createRoom: (request) =>
          Effect.suspend(() => {
            service.othersMake(15)
            return service.createRoom(request)
          })
      })
      assert.strictEqual<string>((yield* rooms.createOnce({}, { key })).roomId, "made-0")
      assert.deepStrictEqual(calls.map(short), [1, "send", 1])
    })
  )

  it.effect("a room that is made late is found two seconds later", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve(creatingService([{ madeAfter: "1999 millis" }]))
      const fiber = yield* Effect.forkChild(rooms.createOnce({}, { key }))
      yield* TestClock.adjust("1999 millis")
      assert.deepStrictEqual(calls.map(short), [1, "send", 1])
      yield* TestClock.adjust("1 millis")
      assert.strictEqual<string>((yield* Fiber.join(fiber)).roomId, "made-0")
      assert.deepStrictEqual(calls.map(short), [1, "send", 1, 1])
    })
  )

  it.effect("that left no room behind, the same room is sent again after a third look, ten seconds later", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve(creatingService(["requestLost", "answered"]))
      const fiber = yield* Effect.forkChild(rooms.createOnce({ metadata: { title: "Standup" } }, { key }))
      yield* TestClock.adjust("1999 millis")
      assert.deepStrictEqual(calls.map(short), [1, "send", 1])
      yield* TestClock.adjust("8 seconds")
      assert.deepStrictEqual(calls.map(short), [1, "send", 1, 1])
      yield* TestClock.adjust("1 millis")
      const room = yield* Fiber.join(fiber)
      assert.deepStrictEqual(room, { roomId: RoomId.make("made-0"), message: "Room created" })
      assert.deepStrictEqual(calls.map(short), [1, "send", 1, 1, 1, "send"])
      assert.deepStrictEqual(calls[5], calls[1])
    })
  )

  it.effect("each room that is sent again has the same key, also one that was made", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve(creatingService(["requestLost", "requestLost", "answerLost"]))
      const room = yield* finish(rooms.createOnce({}))
      assert.strictEqual<string>(room.roomId, "made-0")
      assert.deepStrictEqual(calls.map(short), [1, "send", 1, 1, 1, "send", 1, 1, 1, "send", 1])
      assert.deepStrictEqual(calls[5], calls[1])
      assert.deepStrictEqual(calls[9], calls[1])
    })
  )

  it.effect("and three more, it gives up after the look that follows, and says so", () =>
    Effect.gen(function* () {
      const fates: ReadonlyArray<Fate> = ["requestLost", "requestLost", "requestLost", "requestLost"]
      const { calls, rooms } = yield* serve(creatingService(fates))
      const fiber = yield* Effect.forkChild(Effect.flip(rooms.createOnce({}, { key })))
      yield* TestClock.adjust("39999 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assertUnknown(yield* Fiber.join(fiber), "it was sent 4 times, and is in no room that the list shows")
      const once = ["send", 1, 1, 1]
      assert.deepStrictEqual(calls.map(short), [1, ...once, ...once, ...once, ...once])
    })
  )

  it.effect("the error has the key that was made", () =>
    Effect.gen(function* () {
      const service = creatingService([{ madeAfter: "1 hour" }, "requestLost", "requestLost", "requestLost"])
      const { rooms } = yield* serve(service)
      const error = yield* finish(Effect.flip(rooms.createOnce({})))
      assert.instanceOf(error, CreateOutcomeUnknown)
      yield* TestClock.adjust("1 hour")
      const room = yield* rooms.createOnce({}, { key: error.idempotencyKey ?? "" })
      assert.strictEqual<string>(room.roomId, "made-0")
    })
  )

  it.effect("a second create that is refused ends it", () =>
    Effect.gen(function* () {
      const refused = new Unauthorized({ evidence: evidenceFor("createRoom", 401) })
      const { listRooms } = creatingService([])
      const { calls, rooms } = yield* serve({
        listRooms,
        createRoom: inTurn<never, CreateRoomError>(Effect.fail(lost), Effect.fail(refused))
      })
      assert.strictEqual(yield* finish(Effect.flip(rooms.createOnce({}, { key }))), refused)
      assert.deepStrictEqual(calls.map(short), [1, "send", 1, 1, 1, "send"])
    })
  )
})

describe("the look", () => {
  it.effect("stops at a room that was there before a key was looked for", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve(busy({ fates: ["requestLost", "answered"], before: 35, added: 12 }))
      yield* finish(rooms.createOnce({}, { key }))
      assert.deepStrictEqual(calls.map(short), [1, 2, 3, 4, "send", 1, 2, 1, 2, 1, 2, "send"])
    })
  )

  it.effect("stops at a room that was there before a key was made", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve(busy({ fates: ["requestLost", "answered"], before: 100, added: 12 }))
      yield* finish(rooms.createOnce({}))
      assert.deepStrictEqual(calls.map(short), [1, "send", 1, 2, 1, 2, 1, 2, "send"])
    })
  )

  it.effect.each([
    { options: undefined, read: [1], deleted: 9 },
    { options: { key }, read: [1, 2, 3, 4, 5], deleted: 49 }
  ])(
    "does not trust a list that lacks the newest room from before: $deleted deleted, nothing is sent again",
    (sample) =>
      Effect.gen(function* () {
        const service = busy({ fates: ["requestLost"], before: 100, added: 0 })
        const deleteNewest = Effect.sync(() => {
          for (let i = 0; i < sample.deleted; i++) service.othersDelete(0)
        })
        const { calls, rooms } = yield* serve({
          ...service,
          createRoom: (request) => Effect.ensuring(service.createRoom(request), deleteNewest)
        })
        const error = yield* finish(Effect.flip(rooms.createOnce({}, sample.options)))
        assert.instanceOf(error, CreateOutcomeUnknown)
        const why = 'the list may be out of date: it lacks the room "other-99", which it showed before'
        assert.strictEqual(error.lookUp, why)
        assert.deepStrictEqual(calls.map(short), [...sample.read, "send", 1, 1, 1])
      })
  )

  it.effect.each([
    { added: 10, page: 2 },
    { added: 49, page: 5 }
  ])("finds the room on page $page, behind the $added that others made", ({ added, page }) =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve(busy({ fates: ["answerLost"], before: 100, added }))
      assert.strictEqual<string>((yield* rooms.createOnce({})).roomId, "made-0")
      const read = Array.from({ length: page }, (_, index) => index + 1)
      assert.deepStrictEqual(calls.map(short), [1, "send", ...read])
    })
  )

  it.effect.each([
    { added: 25, read: [1, 2, 3] },
    { added: 50, read: [1, 2, 3, 4, 5] }
  ])("stops at the end of a list of $added new rooms", ({ added, read }) =>
    Effect.gen(function* () {
      const service = busy({ fates: ["requestLost", "answered"], before: 0, added })
      const { calls, rooms } = yield* serve(service)
      yield* finish(rooms.createOnce({}, { key }))
      assert.deepStrictEqual(calls.map(short), [1, "send", ...read, ...read, ...read, "send"])
    })
  )

  it.effect("cannot decide after five pages of new rooms only: nothing is sent again", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve(busy({ fates: ["answerLost"], before: 3, added: 50 }))
      assertUnknown(yield* finish(Effect.flip(rooms.createOnce({}, { key }))), undecided)
      const look = [1, 2, 3, 4, 5]
      assert.deepStrictEqual(calls.map(short), [1, "send", ...look, ...look, ...look])
    })
  )

  it.effect("cannot decide later either if that many rooms were added meanwhile", () =>
    Effect.gen(function* () {
      const service = busy({ fates: ["requestLost"], before: 3, added: 0 })
      const { calls, rooms } = yield* serve(service)
      const fiber = yield* Effect.forkChild(Effect.flip(rooms.createOnce({}, { key })))
      yield* TestClock.adjust("1 second")
      service.othersMake(50)
      yield* TestClock.adjust("9 seconds")
      assertUnknown(yield* Fiber.join(fiber), undecided)
      assert.deepStrictEqual(calls.map(short), [1, "send", 1, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5])
    })
  )
})

describe("a look that fails", () => {
  const failed = Effect.fail(timedOut("listRooms"))
  const empty = roomsPage({ rooms: [], current: 1 })
  const stuck = roomsPage({ rooms: ["new-room"], current: 1, next: 1, count: 30 })
  const why = "listRooms: no complete response within 15s (the limit of one attempt)"
  const whyStuck =
    "listRooms: the response breaks the contract at nextCursor: the first page names 1 as the next cursor, which is not further down, while rows are still missing"

  it.effect.each([
    { how: "at once", lists: [empty, failed], asked: [1, "send", 1], why },
    { how: "two seconds later", lists: [empty, empty, failed], asked: [1, "send", 1, 1], why },
    { how: "in a list that leads nowhere", lists: [empty, stuck, stuck], asked: [1, "send", 1, 2], why: whyStuck }
  ])("does not send again: $how", ({ asked, lists, why }) =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve({
        listRooms: inTurn<RoomsPage, RequestError>(...lists),
        createRoom: inTurn<never, CreateRoomError>(Effect.fail(lost))
      })
      assertUnknown(yield* finish(Effect.flip(rooms.createOnce({}, { key }))), `the look-up failed: ${why}`)
      assert.deepStrictEqual(calls.map(short), asked)
    })
  )

  it.effect("is none where the list leads nowhere behind a room that was there before", () =>
    Effect.gen(function* () {
      const fine = roomsPage({ rooms: ["old-room"], current: 1, next: null, count: 1 })
      const stuckBehind = roomsPage({ rooms: ["new-room", "old-room"], current: 1, next: 1, count: 30 })
      const { calls, rooms } = yield* serve({
        listRooms: inTurn<RoomsPage, RequestError>(fine, stuckBehind, stuckBehind, stuckBehind),
        createRoom: creatingService(["requestLost", "answered"]).createRoom
      })
      assert.strictEqual<string>((yield* finish(rooms.createOnce({}, { key }))).roomId, "made-0")
      assert.deepStrictEqual(calls.map(short), [1, "send", 1, 1, 1, "send"])
    })
  )
})
