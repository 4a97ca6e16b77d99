import { assert, describe, it } from "@effect/vitest"
import { PaginationError, ServiceError } from "../src/index.ts"
import { pageOf, roomIds, roomsList } from "./fixtures/roomsList.ts"
import { type Answer, answering, deferred, inTurn, json, rejectionOf, settled, silence } from "./fixtures/scripted.ts"

const failing: Answer = () => json({ message: "no" }, { status: 500 })

/** Returns pages up to a given one, then a different response. */
const until =
  (page: number, pages: Answer, answer: Answer): Answer =>
  (request) =>
    pageOf(request) < page ? pages(request) : answer(request)

describe("a walk", () => {
  it("yields every row and requests each page once", async () => {
    const { client, sent } = answering(roomsList(35))
    const rooms = await client.rooms.list().toArray()
    assert.deepStrictEqual(
      rooms.map(({ roomId }) => roomId),
      roomIds(35)
    )
    assert.deepStrictEqual(sent.map(pageOf), [1, 2, 3, 4])
  })

  it("sends no request before the first row is needed, and no unnecessary request", async () => {
    const { client, sent } = answering(roomsList(35))
    const iterator = client.rooms.list()[Symbol.asyncIterator]()
    await settled()
    assert.strictEqual(sent.length, 0)
    for (let row = 0; row < 10; row++) await iterator.next()
    await settled()
    assert.strictEqual(sent.length, 1)
    await iterator.next()
    assert.strictEqual(sent.length, 2)
  })

  it("sends no more requests after the loop ends", async () => {
    const { client, sent } = answering(roomsList(35))
    for await (const { roomId } of client.rooms.list()) if (roomId === "room-12") break
    await settled()
    assert.deepStrictEqual(sent.map(pageOf), [1, 2])
  })

  it("aborts prefetched pages when the loop ends", async () => {
    const { client, sent } = answering(until(2, roomsList(95), silence))
    const iterator = client.rooms.list({ concurrency: 4 })[Symbol.asyncIterator]()
    for (let row = 0; row < 10; row++) await iterator.next()
    const next = iterator.next()
    await settled()
    assert.isAbove(sent.length, 2)
    assert.deepStrictEqual(await iterator.return(), { done: true, value: undefined })
    assert.deepStrictEqual(await next, { done: true, value: undefined })
    assert.isTrue(sent.slice(1).every(({ signal }) => signal.aborted))
  })

  it("has at most `concurrency` requests in flight", async () => {
    let [inFlight, most] = [0, 0]
    const { client } = answering(async (request) => {
      most = Math.max(most, ++inFlight)
      await settled()
      inFlight--
      return roomsList(200)(request)
    })
    const rooms = await client.rooms.list({ concurrency: 3 }).toArray()
    assert.strictEqual(rooms.length, 200)
    assert.strictEqual(most, 3)
  })

  it("resolves overlapping calls of `next` in order", async () => {
    const { client } = answering(roomsList(15))
    const iterator = client.rooms.list()[Symbol.asyncIterator]()
    const rows = await Promise.all(Array.from({ length: 18 }, () => iterator.next()))
    assert.deepStrictEqual(
      rows.map(({ value }) => value?.roomId),
      [...roomIds(15), ...Array.from({ length: 3 }, () => undefined)]
    )
  })

  it("resolves a row only after earlier calls", async () => {
    const [first, second] = [deferred<void>(), deferred<void>()]
    const { client } = answering(async (request) => {
      await (pageOf(request) === 1 ? first : second).promise
      return roomsList(25)(request)
    })
    const iterator = client.rooms.list()[Symbol.asyncIterator]()
    const asked: Array<Promise<IteratorResult<{ readonly roomId: string }, undefined>>> = []
    asked.push(iterator.next(), iterator.next())
    first.resolve()
    // A call in every turn, including the one in which the page has arrived but the first call hasn't resolved.
    for (let turn = 0; turn < 60; turn++) {
      await Promise.resolve()
      if (turn % 10 === 0) asked.push(iterator.next())
    }
    second.resolve()
    const rows = await Promise.all(asked)
    assert.deepStrictEqual(
      rows.map(({ value }) => value?.roomId),
      [...roomIds(8)]
    )
  })

  it("yields the rows of a fetched page at once", async () => {
    const { client } = answering(roomsList(15))
    const iterator = client.rooms.list()[Symbol.asyncIterator]()
    await iterator.next()
    for (const roomId of roomIds(10).slice(1)) {
      let given: string | undefined
      void iterator.next().then(({ value }) => {
        given = value?.roomId
      })
      await Promise.resolve()
      assert.strictEqual(given, roomId)
    }
  })

  it("starts again with each loop", async () => {
    const { client, sent } = answering(roomsList(15))
    const rooms = client.rooms.list()
    assert.strictEqual((await rooms.toArray()).length, 15)
    assert.strictEqual((await rooms.toArray()).length, 15)
    assert.deepStrictEqual(sent.map(pageOf), [1, 2, 1, 2])
  })

  it("continues after a loop that ended early", async () => {
    const { client } = answering(roomsList(35))
    const iterator = client.rooms.list()[Symbol.asyncIterator]()
    await iterator.next()
    for await (const { roomId } of iterator) {
      assert.strictEqual(roomId, "room-1")
      break
    }
  })

  it("stays done after its last row", async () => {
    const { client, sent } = answering(roomsList(1))
    const iterator = client.rooms.list()[Symbol.asyncIterator]()
    assert.isFalse((await iterator.next()).done)
    for (let call = 0; call < 3; call++) assert.deepStrictEqual(await iterator.next(), { done: true, value: undefined })
    assert.strictEqual(sent.length, 1)
  })

  it("sends nothing if it was returned before it started", async () => {
    const { client, sent } = answering(roomsList(1))
    const iterator = client.rooms.list()[Symbol.asyncIterator]()
    await iterator.return()
    assert.deepStrictEqual(await iterator.next(), { done: true, value: undefined })
    assert.strictEqual(sent.length, 0)
  })
})

describe("a walk that fails", () => {
  it("yields the rows before, throws once, and is done", async () => {
    const { client, sent } = answering(until(3, roomsList(35), failing))
    const iterator = client.rooms.list()[Symbol.asyncIterator]()
    for (let row = 0; row < 20; row++) assert.isFalse((await iterator.next()).done)
    assert.instanceOf(await rejectionOf(iterator.next()), ServiceError)
    assert.deepStrictEqual(await iterator.next(), { done: true, value: undefined })
    assert.strictEqual(sent.length, 3)
  })

  it("rejects the first waiting call", async () => {
    const { client } = answering(failing)
    const iterator = client.rooms.list()[Symbol.asyncIterator]()
    const [first, second] = [rejectionOf(iterator.next()), iterator.next()]
    assert.instanceOf(await first, ServiceError)
    assert.deepStrictEqual(await second, { done: true, value: undefined })
  })

  it("resumes from the page that failed", async () => {
    const { client } = answering(inTurn(roomsList(35), roomsList(35), failing, roomsList(35)))
    const ids: Array<string> = []
    let from: number | undefined
    const walk = async () => {
      for await (const { items, next } of client.rooms.pages({ from })) {
        ids.push(...items.map(({ roomId }) => roomId))
        from = next ?? undefined
      }
    }
    assert.instanceOf(await rejectionOf(walk()), ServiceError)
    assert.strictEqual(from, 3)
    await walk()
    assert.deepStrictEqual(ids, roomIds(35))
  })

  it("explains why its list can't be completed", async () => {
    const { client } = answering(async (request) => {
      const page: object = await (await roomsList(35)(request)).json()
      return json({ ...page, nextCursor: 1 })
    })
    const error = await rejectionOf(client.rooms.list().toArray())
    assert(error instanceof PaginationError && error.reason._tag === "StuckCursor")
    assert.deepStrictEqual([error.reason.asked, error.reason.next], [undefined, 1])
    assert.strictEqual(error.emitted, 10)
    assert.include(error.message, error.reason.message)
  })

  it("includes the loop in its stack", async () => {
    const { client } = answering(failing)
    const walkTheList = async () => {
      for await (const _ of client.rooms.list()) assert.fail("there is no row")
    }
    const error = await rejectionOf(walkTheList())
    assert(error instanceof Error)
    assert.include(error.stack, "walkTheList")
  })
})
