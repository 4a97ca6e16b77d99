/**
 * Pages that are read ahead: the requests in flight, the order of the rows, and the cost and the benefit.
 */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import { serve, walk } from "../fixtures/backend.ts"
import { pageOf } from "../fixtures/changingLists.ts"
import { type Ages, ages, bornAt, ids, listsOf, shapesAndAges } from "../fixtures/lists.ts"
import { afterAll, heldUp, type ListRequest } from "../fixtures/timed.ts"
import { idsOf, kinds, type Shape, walkList } from "../fixtures/walks.ts"

const limit = 10

/**
 * Whether a page is among those that are read sixteen at a time. Rooms are, from the second page on; the others after the
 * windows of 2, 4, 8 and 16 requests in front of them.
 */
const isFarAhead = (shape: Shape, { cursor }: ListRequest) =>
  cursor !== undefined && cursor >= { rooms: 2, sessions: 28, recordings: 280 }[shape]

/** Pages further down are answered sooner. */
const lastFirst = ({ cursor = 0 }: ListRequest) => Effect.sleep(Math.max(1, 10_000 - 10 * cursor))

describe.each(shapesAndAges)("%s read ahead, their ages %s", (shape, ages) => {
  it.effect.each([2, 3, 8])("come in the order of the list, with at most %d requests in flight", (concurrency) =>
    Effect.gen(function* () {
      const { givenUp, script, stats } = heldUp(listsOf(ages, 995), lastFirst)
      const { result } = yield* afterAll(walkList(shape, script, { concurrency, limit }))
      assert.isUndefined(result.failure)
      assert.deepStrictEqual<ReadonlyArray<string>>(result.emitted, ids(kinds[shape], 995))
      const { inFlight, mostInFlight } = stats()
      assert.deepStrictEqual({ inFlight, mostInFlight }, { inFlight: 0, mostInFlight: concurrency })
      // If the length of the list isn't known, only requests behind the end are cancelled, and an observation of the head that
      // came too early to show anything about all pages.
      assert.isBelow(givenUp.length, concurrency)
      const pages = givenUp.map((request) => pageOf(shape, request))
      assert.deepStrictEqual(
        pages.filter((page) => page <= 100 && !(ages === "alike" && page === 1)),
        []
      )
    })
  )

  it.effect("end when they are answered, without waiting for requests behind the end", () =>
    Effect.gen(function* () {
      const endsWith = 60
      const { script, stats } = heldUp(listsOf(ages, 10 * endsWith), (request) =>
        Effect.sleep(pageOf(shape, request) > endsWith + 1 ? "1 hour" : "1 second")
      )
      const { millis, result } = yield* afterAll(walkList(shape, script, { concurrency: 8, limit }))
      assert.isUndefined(result.failure)
      assert.strictEqual(result.emitted.length, 10 * endsWith)
      assert.isBelow(millis, 60_000)
      assert.strictEqual(stats().inFlight, 0)
    })
  )

  it.effect("are requested one at a time by default", () =>
    Effect.gen(function* () {
      const { script, stats } = heldUp(listsOf(ages, 95), lastFirst)
      const { result } = yield* afterAll(walkList(shape, script, { limit }))
      assert.strictEqual(result.emitted.length, 95)
      assert.strictEqual(stats().mostInFlight, 1)
    })
  )

  it.effect.each([1, 8])("need one request for the first row, with concurrency %d", (concurrency) =>
    Effect.gen(function* () {
      const { calls, ids: stream } = yield* idsOf(shape, listsOf(ages, 995), { concurrency, limit })
      assert.strictEqual((yield* walk(Stream.take(stream, 1))).emitted.length, 1)
      assert.strictEqual(calls.length, 1)
    })
  )

  it.effect.each([2, 5, 16])("are asked for %d at a time", (concurrency) =>
    Effect.gen(function* () {
      // As many requests as may be in flight wait for each other, or for the clock if too few of them come.
      const allAreWaiting = yield* Deferred.make<boolean>()
      let waiting = 0
      const { script } = heldUp(listsOf(ages, 995), (request) => {
        if (!isFarAhead(shape, request)) return Effect.void
        waiting++
        if (waiting === concurrency) Deferred.doneUnsafe(allAreWaiting, Effect.succeed(true))
        return Effect.raceFirst(
          Deferred.await(allAreWaiting),
          Effect.andThen(Effect.sleep("1 hour"), Deferred.succeed(allAreWaiting, false))
        )
      })
      const { result } = yield* afterAll(walkList(shape, script, { concurrency, limit }))
      assert.strictEqual(result.emitted.length, 995)
      assert.isTrue(yield* Deferred.await(allAreWaiting))
    })
  )

  it.effect("leave nothing in flight when the walk is interrupted", () =>
    Effect.gen(function* () {
      const { script, stats } = heldUp(listsOf(ages, 995), (request) =>
        isFarAhead(shape, request) ? Effect.never : Effect.sleep("1 second")
      )
      const fiber = yield* Effect.forkChild(walkList(shape, script, { concurrency: 4, limit }))
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(stats(), { inFlight: 4, mostInFlight: 4, interrupted: 0 })
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(stats(), { inFlight: 0, mostInFlight: 4, interrupted: 4 })
    })
  )
})

describe("rooms read ahead, some of whose pages take twenty times as long as others", () => {
  it.effect("hold up no requests behind a slow page, so a walk takes half the time", () =>
    Effect.gen(function* () {
      const { script, stats } = heldUp(listsOf("different", 19_995), ({ cursor = 1 }) =>
        Effect.sleep(cursor % 50 === 0 ? 1_000 : 50)
      )
      const { millis, result } = yield* afterAll(walkList("rooms", script, { concurrency: 16 }))
      assert.deepStrictEqual<ReadonlyArray<string>>(result.emitted, ids("room", 19_995))
      assert.strictEqual(stats().mostInFlight, 16)
      // Each of forty slow pages takes a second if the others wait for it.
      assert.isBelow(millis, 40_000 / 2)
    })
  )
})

describe("recordings read ahead, which have no age", () => {
  it.effect("are requested once each by a walk that begins in the middle of the list", () =>
    Effect.gen(function* () {
      const { log, script } = heldUp(listsOf("different", 95), () => Effect.sleep(50))
      const { recordings } = yield* serve(script)
      const { result } = yield* afterAll(walk(recordings.stream({ concurrency: 4, limit, from: 10 })))
      assert.strictEqual(result.emitted.length, 85)
      const asked = log.map(({ request }) => request.cursor).filter((cursor) => cursor !== undefined && cursor > 0)
      assert.strictEqual(new Set(asked).size, asked.length)
    })
  )
})

describe("rooms read ahead, all of one age", () => {
  it.effect("are requested once more by a walk that begins in the middle of the list, after the head", () =>
    Effect.gen(function* () {
      const { givenUp, log, script } = heldUp(listsOf("alike", 95), () => Effect.sleep(50))
      const { rooms } = yield* serve(script)
      const { result } = yield* afterAll(walk(rooms.stream({ concurrency: 3, from: 2 })))
      assert.strictEqual(result.emitted.length, 85)
      const asked = log.map(({ request }) => request.cursor)
      assert.deepStrictEqual(asked.slice(0, 8), [2, 3, 4, 5, 6, undefined, 3, 4])
      // Requests from before the observation are awaited, because cancelling them would close their connections.
      assert.deepStrictEqual(
        givenUp.filter(({ cursor = 0 }) => cursor <= 10),
        []
      )
    })
  )
})

describe("rooms read ahead, two of them of one age", () => {
  it.effect("flow again behind these, so that no page waits for one further down", () =>
    Effect.gen(function* () {
      const { listRooms } = listsOf("different", 1_995)
      const createdAt = DateTime.makeUnsafe(bornAt("different", 19))
      const lists = {
        listRooms: (request: ListRequest) =>
          Effect.map(listRooms(request), (page) => ({
            ...page,
            rooms: page.rooms.map((room) => (room.roomId === "room-20" ? { ...room, createdAt } : room))
          }))
      }
      const { script } = heldUp(lists, ({ cursor = 1 }) => (cursor === 141 ? Effect.never : Effect.sleep(50)))
      const { rooms } = yield* serve(script)
      const first = Stream.runCollect(Stream.take(rooms.stream({ concurrency: 8 }), 1_400))
      const { result } = yield* afterAll(first)
      assert.deepStrictEqual<ReadonlyArray<string>>(
        result.map(({ roomId }) => roomId),
        ids("room", 1_400)
      )
    })
  )
})

describe.each<Ages>(ages)("reading ahead, with ages %s", (ages) => {
  const millis = 50
  const tellsAges = ages === "different"

  /**
   * Returns how long a walk takes, one page at a time and with eight or more requests at a time that take 50 ms each, and how
   * many requests the second walk makes.
   */
  const times = Effect.fnUntraced(function* (
    shape: "rooms" | "sessions",
    count: number,
    limit: number,
    concurrency = 8
  ) {
    const { log, script } = heldUp(listsOf(ages, count), () => Effect.sleep(millis))
    const sequential = yield* afterAll(walkList(shape, script, { limit }))
    const asked = log.length
    const ahead = yield* afterAll(walkList(shape, script, { concurrency, limit }))
    return [sequential.millis, ahead.millis, log.length - asked] as const
  })

  it.effect("takes less than a sixth of the time for 1 000 rooms", () =>
    Effect.gen(function* () {
      const [sequential, ahead] = yield* times("rooms", 1_000, 10)
      assert.strictEqual(sequential, 100 * millis)
      const expected = tellsAges
        ? // One page, and 99 of which 8 are always in flight.
          1 + 13
        : // One page; three windows of 32 requests at most and one of 8, looks at the head included; and the last look.
          1 + 4 + 4 + 4 + 1 + 1
      assert.strictEqual(ahead, expected * millis)
    })
  )

  it.effect("takes a tenth of the time for 10 000 sessions with sixteen requests at a time", () =>
    Effect.gen(function* () {
      const [sequential, ahead, requests] = yield* times("sessions", 10_000, 100, 16)
      assert.strictEqual(sequential, 101 * millis)
      // One page; 3, 6, 12, and from then on 16 at a time; and the last observation if ages are alike.
      assert.strictEqual(ahead, (1 + 1 + 1 + 1 + 4 + 1 + (tellsAges ? 0 : 1)) * millis)
      // Every window but the first includes an observation, and the last one decides about all remaining pages.
      assert.strictEqual(requests, 101 + (tellsAges ? 0 : 4) + 15)
    })
  )

  it.effect("takes less than a sixth of the time for 10 000 sessions", () =>
    Effect.gen(function* () {
      const [sequential, ahead] = yield* times("sessions", 10_000, 100)
      assert.strictEqual(sequential, 101 * millis)
      const expected = tellsAges
        ? // One page; 3, 6, and from then on 8 at a time, the empty one behind the end among them.
          1 + 1 + 1 + 12
        : // One page; windows of 3, of 6 and a look, and of 31 and a look; what is left; and the last look.
          1 + 1 + 1 + 4 + 4 + 4 + 1
      assert.strictEqual(ahead, expected * millis)
    })
  )

  it.effect("needs at most twice the requests if the length of the list isn't known", () =>
    Effect.gen(function* () {
      const concurrency = 16
      let mostInVain = 0
      for (let pages = 1; pages <= 200; pages++) {
        // The last page has five sessions, or none.
        const count = 10 * (pages - 1) + (pages % 2 === 0 ? 5 : 0)
        const { log, script } = heldUp(listsOf(ages, count), () => Effect.sleep(millis))
        const { result } = yield* afterAll(walkList("sessions", script, { concurrency, limit }))
        assert.strictEqual(result.emitted.length, count)

        // Windows double: 3, 6, 12, and then 63 and a look at the head. With the first one comes no look. Ages need none.
        const windows = tellsAges ? 0 : [1, 4, 10, 22, 85, 148].filter((read) => read < pages).length
        const looks = log.filter(({ request }) => request.limit === 1).length
        assert.isAtMost(looks, windows + (count % 10 === 0 ? 0 : 1), `${pages} pages`)
        assert.isAtLeast(looks, windows === 0 ? 0 : Math.max(1, windows - 1), `${pages} pages`)
        const inVain = log.length - pages - looks
        // Behind the end are no more than the pages of the list, and than are in flight when the end is seen. Behind a short
        // page one more request shows that it was the end.
        assert.isAtMost(inVain, Math.min(pages, concurrency) + (count % 10 === 0 ? 0 : 1), `${pages} pages`)
        assert.isAtLeast(inVain, 0, `${pages} pages`)
        mostInVain = Math.max(mostInVain, inVain)
      }
      // If pages flow, the last one is in flight with them.
      assert.strictEqual(mostInVain, tellsAges ? concurrency : concurrency + 1)
    })
  )

  it.effect("requests no page behind the end if the service counts rows", () =>
    Effect.gen(function* () {
      for (const count of [0, 10, 11, 20, 95, 995]) {
        const { log, script } = heldUp(listsOf(ages, count), () => Effect.void)
        const { emitted } = yield* walkList("rooms", script, { concurrency: 16 })
        assert.strictEqual(emitted.length, count)
        const pages = Math.max(1, Math.ceil(count / 10))
        assert.strictEqual(Math.max(...log.map(({ request: { cursor = 1 } }) => cursor)), pages)
        // Each page once and, if ages are alike, one observation of the head for each window of at most 64 requests.
        const looks = tellsAges || pages <= 2 ? 0 : Math.ceil(pages / 64)
        assert.strictEqual(log.length, pages + looks, `${count} rooms`)
      }
    })
  )
})
