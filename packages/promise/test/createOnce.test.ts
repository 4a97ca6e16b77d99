import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { key as apiKey, baseUrl } from "../../http-client/test/fixtures/recordingClient.ts"
import { InvalidRequest, RoomsClient } from "../src/index.ts"
import { type Answer, answering, json, rejectionOf } from "./fixtures/scripted.ts"

const key = "order-4711"

/** A service that takes a while to create a room, and creates it even if the client gives up. */
const slowService = (millis: number) => {
  const rooms: Array<unknown> = []
  const answer: Answer = async ({ body, method }) => {
    if (method === "GET") {
      return json({ rooms: [...rooms], pageSize: rooms.length, current: 1, nextCursor: null, count: rooms.length })
    }
    await new Promise((resolve) => setTimeout(resolve, millis))
    const roomId = `room-${rooms.length}`
    rooms.unshift({ ...JSON.parse(body ?? ""), roomId, createdAt: 1_700_000_000_000 + rooms.length })
    return json({ message: "created", data: { roomId } }, { status: 201 })
  }
  const { client, sent } = answering(answer)
  return { client, rooms, sends: () => sent.filter(({ method }) => method === "POST").length }
}

describe("createOnce of a Promise client", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("creates one room for three concurrent calls with one key", async () => {
    const { client, sends } = slowService(600)
    const once = () => client.rooms.createOnce({ metadata: { title: "Standup" } }, { key })
    const calls = Promise.all([once(), once(), once()])
    await vi.advanceTimersByTimeAsync(600)
    const [first, ...others] = await calls
    assert.strictEqual(first?.roomId, "room-0")
    for (const other of others) assert.deepStrictEqual(other, first)
    assert.strictEqual(sends(), 1)
  })

  it("continues for the other callers if one caller's signal is aborted", async () => {
    const { client, sends } = slowService(600)
    const controller = new AbortController()
    const first = rejectionOf(client.rooms.createOnce({}, { key, signal: controller.signal }))
    const second = client.rooms.createOnce({}, { key })
    await vi.advanceTimersByTimeAsync(200)
    controller.abort(new Error("the user left"))
    assert.strictEqual(String(await first), "Error: the user left")
    await vi.advanceTimersByTimeAsync(400)
    assert.strictEqual((await second).roomId, "room-0")
    assert.strictEqual(sends(), 1)
  })

  it("creates no second room if it is aborted and called again at once", async () => {
    const { client, rooms, sends } = slowService(600)
    const controller = new AbortController()
    const first = rejectionOf(client.rooms.createOnce({}, { key, signal: controller.signal }))
    await vi.advanceTimersByTimeAsync(200)
    controller.abort(new Error("the user left"))
    await first
    const second = client.rooms.createOnce({}, { key })
    await vi.advanceTimersByTimeAsync(2_000)
    assert.strictEqual((await second).roomId, "room-0")
    assert.strictEqual(rooms.length, 1)
    assert.strictEqual(sends(), 1)
  })

  it("rejects different input for a key that is in use", async () => {
    const { client } = slowService(600)
    const first = client.rooms.createOnce({ metadata: { title: "Standup" } }, { key })
    const refused = await rejectionOf(client.rooms.createOnce({ metadata: { title: "Retro" } }, { key }))
    assert(refused instanceof InvalidRequest)
    assert.strictEqual(refused.field, "key")
    await vi.advanceTimersByTimeAsync(600)
    await first
  })

  it("has no open requests after the client is closed", async () => {
    const signals: Array<AbortSignal | null | undefined> = []
    const client = new RoomsClient({
      baseUrl,
      apiKey,
      retry: false,
      fetch: (_, init) => {
        signals.push(init?.signal)
        return new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)))
      }
    })
    const calls = [client.rooms.createOnce({}, { key }), client.rooms.createOnce({}, { key })].map(rejectionOf)
    await vi.advanceTimersByTimeAsync(1)
    await client.close()
    await Promise.all(calls)
    assert.deepStrictEqual(
      signals.map((signal) => signal?.aborted),
      [true]
    )
  })
})
