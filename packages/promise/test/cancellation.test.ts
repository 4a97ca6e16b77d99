import { getEventListeners } from "node:events"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { assert, describe, it, vi } from "@effect/vitest"
import { onTestFinished } from "vitest"
import { ClientClosed, type RoomsClient, RoomsError } from "../src/index.ts"
import { pageOf, roomsList } from "./fixtures/roomsList.ts"
import { type Answer, answering, inTurn, json, rejectionOf, settled, silence } from "./fixtures/scripted.ts"

const reason = new Error("the user left")

const aborted = () => AbortSignal.abort(reason)

const details = () => json({ roomId: "room-1", roomLocked: false, metadata: null })

const calls: ReadonlyArray<readonly [string, (client: RoomsClient, signal: AbortSignal) => Promise<unknown>]> = [
  ["rooms.create", ({ rooms }, signal) => rooms.create({}, { signal })],
  ["rooms.createOnce", ({ rooms }, signal) => rooms.createOnce({}, { signal })],
  ["rooms.get", ({ rooms }, signal) => rooms.get("room-1", { signal })],
  ["rooms.metadata", ({ rooms }, signal) => rooms.metadata("room-1", { signal })],
  ["rooms.page", ({ rooms }, signal) => rooms.page({ signal })],
  ["rooms.pages", ({ rooms }, signal) => rooms.pages({ signal }).toArray()],
  ["rooms.list", ({ rooms }, signal) => rooms.list({ signal }).toArray()],
  ["rooms.findByTitle", ({ rooms }, signal) => rooms.findByTitle("x", { signal }).toArray()],
  ["sessions.page", ({ sessions }, signal) => sessions.page("room-1", { signal })],
  ["sessions.pages", ({ sessions }, signal) => sessions.pages("room-1", { signal }).toArray()],
  ["sessions.list", ({ sessions }, signal) => sessions.list("room-1", { signal }).toArray()],
  ["sessions.pagesAll", ({ sessions }, signal) => sessions.pagesAll({ signal }).toArray()],
  ["sessions.listAll", ({ sessions }, signal) => sessions.listAll({ signal }).toArray()],
  ["sessions.participants", ({ sessions }, signal) => sessions.participants("session-1", { signal })],
  ["sessions.participantsAll", ({ sessions }, signal) => sessions.participantsAll({ signal }).toArray()],
  ["live.participants", ({ live }, signal) => live.participants("room-1", { signal })],
  ["live.watch", ({ live }, signal) => live.watch("room-1", { signal }).toArray()],
  ["recordings.page", ({ recordings }, signal) => recordings.page({ signal })],
  ["recordings.pages", ({ recordings }, signal) => recordings.pages({ signal }).toArray()],
  ["recordings.list", ({ recordings }, signal) => recordings.list({ signal }).toArray()],
  ["metrics.get", ({ metrics }, signal) => metrics.get({ signal })]
]

describe("a signal", () => {
  it.each(calls)("prevents the request of %s if it was aborted before", async (_, call) => {
    const { client, sent } = answering(silence)
    assert.strictEqual(await rejectionOf(call(client, aborted())), reason)
    assert.strictEqual(sent.length, 0)
  })

  it.each(calls)("aborts the request of %s", async (_, call) => {
    const { client, sent } = answering(silence)
    const controller = new AbortController()
    const rejection = rejectionOf(call(client, controller.signal))
    await settled()
    assert.deepStrictEqual(
      sent.map(({ signal }) => signal.aborted),
      [false]
    )
    controller.abort(reason)
    assert.strictEqual(await rejection, reason)
    assert.isTrue(sent[0]?.signal.aborted)
    assert.strictEqual(sent.length, 1)
    assert.deepStrictEqual(getEventListeners(controller.signal, "abort"), [])
  })

  it("without a reason rejects the way `fetch` does", async () => {
    const { client } = answering(silence)
    const error = await rejectionOf(client.metrics.get({ signal: AbortSignal.abort() }))
    assert(error instanceof DOMException && error.name === "AbortError")
    assert.isFalse(error instanceof RoomsError)
  })

  it.each(calls.filter(([name]) => name === "metrics.get" || name === "rooms.list"))(
    "aborts the request of %s even if the transport itself aborts it",
    async (_, call) => {
      const controller = new AbortController()
      const signals: Array<AbortSignal | null | undefined> = []
      const { client } = answering(silence, {
        fetch: (_, init) => {
          signals.push(init?.signal)
          controller.abort(reason)
          return new Promise(() => {})
        }
      })
      assert.strictEqual(await rejectionOf(call(client, controller.signal)), reason)
      assert.deepStrictEqual(
        signals.map((signal) => signal?.aborted),
        [true]
      )
      assert.deepStrictEqual(getEventListeners(controller.signal, "abort"), [])
    }
  )

  it("aborts the body of a response", async () => {
    const { client, sent } = answering(({ signal }) => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode("{"))
          // Like the body of `fetch`.
          signal.addEventListener("abort", () => controller.error(signal.reason))
        }
      })
      return new Response(body)
    })
    const controller = new AbortController()
    const rejection = rejectionOf(client.metrics.get({ signal: controller.signal }))
    await settled()
    assert.isFalse(sent[0]?.signal.aborted)
    controller.abort(reason)
    assert.strictEqual(await rejection, reason)
    await settled()
    assert.isTrue(sent[0]?.signal.aborted)
  })

  it("ends the wait before a retry", async () => {
    const { client, sent } = answering(() => json({}, { status: 503, headers: { "retry-after": "30" } }), { retry: {} })
    const controller = new AbortController()
    const rejection = rejectionOf(client.metrics.get({ signal: controller.signal }))
    await settled()
    controller.abort(reason)
    assert.strictEqual(await rejection, reason)
    await settled()
    assert.strictEqual(sent.length, 1)
  })

  it("has no effect after the call", async () => {
    const { client } = answering(details)
    const controller = new AbortController()
    const details1 = await client.rooms.get("room-1", { signal: controller.signal })
    controller.abort(reason)
    assert.strictEqual(details1.roomId, "room-1")
  })

  it("has no listeners left after a call or a walk, no matter how it ended", async () => {
    const failing: Answer = () => json({}, { status: 500 })
    const { client } = answering(inTurn(details, failing, failing, roomsList(15), roomsList(15), roomsList(15)))
    const { signal } = new AbortController()
    await client.rooms.get("room-1", { signal })
    await rejectionOf(client.rooms.get("room-1", { signal }))
    await rejectionOf(client.rooms.list({ signal }).toArray())
    await client.rooms.list({ signal }).toArray()
    for await (const _ of client.rooms.list({ signal })) break
    assert.deepStrictEqual(getEventListeners(signal, "abort"), [])
  })
})

/** Five rooms. The first one has a session, and requests for the others never end. */
const roomsWithSilence: Answer = (request) => {
  if (!request.path.includes("session-details")) return roomsList(5)(request)
  if (!request.path.includes("room-0")) return silence(request)
  return json({ sessions: pageOf(request) === 1 ? [] : [{ sessionId: "session-1", startTime: 1_700_000_000_000 }] })
}

const collectGarbage = async () => {
  await settled()
  setFlagsFromString("--expose-gc")
  runInNewContext("gc")()
  // A FinalizationRegistry calls back in a task.
  await settled()
}

/** Returns the number of objects left. The last ones may still be referenced by a register or a pool. */
const countAlive = (references: ReadonlyArray<WeakRef<object>>) =>
  references.filter((reference) => reference.deref() !== undefined).length

describe("a client", () => {
  it("frees the memory of finished calls and walks", async () => {
    const { client } = answering((request) => (request.path.includes("get-rooms") ? roomsList(2)(request) : details()))
    const signals: Array<WeakRef<AbortSignal>> = []
    const signal = () => {
      const { signal } = new AbortController()
      signals.push(new WeakRef(signal))
      return signal
    }
    for (let call = 0; call < 10; call++) {
      await client.rooms.get("room-1", { signal: signal() })
      for await (const _ of client.rooms.list({ signal: signal() })) break
    }
    await collectGarbage()
    assert.isBelow(countAlive(signals), 5)
  })

  it.each([1, 4])("frees dropped iterators, as does their signal (concurrency %d)", async (concurrency) => {
    const { client } = answering(roomsList(500))
    const { signal } = new AbortController()
    const iterators: Array<WeakRef<object>> = []
    const drop = async () => {
      const iterator = client.rooms.list({ concurrency, signal })[Symbol.asyncIterator]()
      iterators.push(new WeakRef(iterator))
      // Reads into the second page, so that several pulls have started and ended.
      for (let row = 0; row < 12; row++) await iterator.next()
    }
    for (let walk = 0; walk < 30; walk++) await drop()
    await collectGarbage()
    assert.isBelow(countAlive(iterators), 5)
    assert.isBelow(getEventListeners(signal, "abort").length, 5)
    await client.close()
  })

  it.each([true, false])(
    "aborts the requests of a dropped iterator when it is closed (weak references: %s)",
    async (weak) => {
      if (!weak) for (const name of ["WeakRef", "FinalizationRegistry"]) vi.stubGlobal(name, undefined)
      onTestFinished(() => void vi.unstubAllGlobals())
      const { client, sent } = answering(roomsWithSilence)
      await (async () => {
        const iterator = client.sessions.listAll({ concurrency: 4 })[Symbol.asyncIterator]()
        await iterator.next()
      })()
      await collectGarbage()
      const open = sent.filter(({ path }) => path.includes("session-details") && !path.includes("room-0"))
      assert.isNotEmpty(open)
      assert.isFalse(open.some(({ signal }) => signal.aborted))
      await client.close()
      assert.isTrue(open.every(({ signal }) => signal.aborted))
    }
  )
})

describe("a signal of a walk", () => {
  it("throws once and drops the rest of the page if it is aborted between two rows", async () => {
    const { client, sent } = answering(roomsList(35))
    const controller = new AbortController()
    const iterator = client.rooms.list({ signal: controller.signal })[Symbol.asyncIterator]()
    await iterator.next()
    controller.abort(reason)
    assert.strictEqual(await rejectionOf(iterator.next()), reason)
    assert.deepStrictEqual(await iterator.next(), { done: true, value: undefined })
    assert.strictEqual(sent.length, 1)
  })

  it("aborts prefetched pages", async () => {
    const { client, sent } = answering((request) => (pageOf(request) === 1 ? roomsList(95)(request) : silence(request)))
    const controller = new AbortController()
    const rejection = rejectionOf(client.rooms.list({ concurrency: 4, signal: controller.signal }).toArray())
    await settled()
    assert.isAbove(sent.length, 2)
    controller.abort(reason)
    assert.strictEqual(await rejection, reason)
    assert.isTrue(sent.slice(1).every(({ signal }) => signal.aborted))
  })

  it("aborts requests between two rows", async () => {
    const { client, sent } = answering(roomsWithSilence)
    const controller = new AbortController()
    const walk = client.sessions.listAll({ concurrency: 4, signal: controller.signal })
    const leave = async (leaving: (iterator: ReturnType<(typeof walk)[typeof Symbol.asyncIterator]>) => unknown) => {
      sent.length = 0
      const iterator = walk[Symbol.asyncIterator]()
      await iterator.next()
      await settled()
      const open = sent.filter(({ path, signal }) => path.includes("session-details") && !signal.aborted)
      assert.isTrue(open.some(({ path }) => !path.includes("room-0")))
      await leaving(iterator)
      await settled()
      assert.isTrue(open.filter(({ path }) => !path.includes("room-0")).every(({ signal }) => signal.aborted))
    }
    await leave((iterator) => iterator.return())
    await leave(() => controller.abort(reason))
  })

  it("throws nothing after the loop has ended", async () => {
    const { client } = answering(roomsList(35))
    const controller = new AbortController()
    const iterator = client.rooms.list({ signal: controller.signal })[Symbol.asyncIterator]()
    await iterator.next()
    controller.abort(reason)
    await iterator.return()
    assert.deepStrictEqual(await iterator.next(), { done: true, value: undefined })
  })
})

describe("a closed client", () => {
  it.each(calls)("sends nothing for %s", async (_, call) => {
    const { client, sent } = answering(silence)
    await client.close()
    assert.instanceOf(await rejectionOf(call(client, new AbortController().signal)), ClientClosed)
    assert.strictEqual(sent.length, 0)
  })

  it.each(calls)("sends nothing for %s while it is being closed", async (_, call) => {
    const { client, sent } = answering(silence)
    const closing = client.close()
    assert.instanceOf(await rejectionOf(call(client, new AbortController().signal)), ClientClosed)
    await closing
    assert.strictEqual(sent.length, 0)
  })

  it("aborts its requests and then resolves", async () => {
    const { client, sent } = answering((request) => (pageOf(request) === 1 ? roomsList(95)(request) : silence(request)))
    const { signal } = new AbortController()
    const rejections = [
      rejectionOf(client.rooms.list({ concurrency: 4, signal }).toArray()),
      rejectionOf(client.rooms.page({ cursor: 2, signal }))
    ]
    await settled()
    const closing = client.close()
    assert.strictEqual(client.close(), closing)
    await closing
    assert.isTrue(sent.filter((request) => pageOf(request) > 1).every(({ signal }) => signal.aborted))
    for (const rejection of rejections) assert.instanceOf(await rejection, ClientClosed)
    assert.deepStrictEqual(getEventListeners(signal, "abort"), [])
  })

  it("is closed by `await using`", async () => {
    const closed = await (async () => {
      await using client = answering(details).client
      await client.rooms.get("room-1")
      return client
    })()
    assert.instanceOf(await rejectionOf(closed.rooms.get("room-1")), ClientClosed)
  })

  it("ends a walk between two rows", async () => {
    const { client } = answering(roomsList(35))
    const iterator = client.rooms.list()[Symbol.asyncIterator]()
    await iterator.next()
    await client.close()
    assert.instanceOf(await rejectionOf(iterator.next()), ClientClosed)
  })
})
