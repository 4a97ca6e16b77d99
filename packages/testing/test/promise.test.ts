import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import { InvalidScenario, RoomUnknown } from "../src/index.ts"
import { fakeRooms, fault, Scenario } from "../src/promise.ts"

const { office } = Scenario

const rejectionOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.fail("it should have been rejected"),
    (error: unknown) => error
  )

const startFake = async (...options: Parameters<typeof fakeRooms>) => {
  const fake = await fakeRooms(...options)
  const send = (path: string, init?: RequestInit) =>
    fake.fetch(`${fake.baseUrl}/api/v2/sdk/${path}`, {
      ...init,
      headers: { "x-api-key": fake.apiKey, "content-type": "application/json" }
    })
  return { ...fake, send }
}

describe("fakeRooms", () => {
  it("answers fetch with the rooms of its scenario", async () => {
    const { send } = await startFake({ scenario: office({ rooms: 13, sessions: 20 }) })
    const response = await send("rooms/get-rooms")
    const { count, rooms }: { count: number; rooms: ReadonlyArray<object> } = await response.json()
    assert.deepStrictEqual([response.status, count, rooms.length], [200, 13, 10])
  })

  it("gives each world its own rooms", async () => {
    const [first, second] = [await startFake(), await startFake()]
    await first.send("rooms/create-room", { method: "POST", body: JSON.stringify({ roomLocked: false }) })
    const countIn = async ({ send }: typeof first) => (await (await send("rooms/get-rooms")).json()).count
    assert.deepStrictEqual([await countIn(first), await countIn(second)], [1, 0])
  })

  it("accepts only its own API keys", async () => {
    const { apiKey, baseUrl, fetch } = await fakeRooms({ apiKeys: ["one", "two"] })
    assert.strictEqual(apiKey, "one")
    const statusFor = async (key: string) =>
      (await fetch(new Request(`${baseUrl}/api/v2/sdk/metrics`, { headers: { "x-api-key": key } }))).status
    assert.deepStrictEqual([await statusFor("one"), await statusFor("two"), await statusFor("three")], [200, 200, 401])
  })

  it("rejects a scenario that can't have happened", async () => {
    const scenario = { rooms: [{ createdAt: "not a time" }] }
    assert.instanceOf(await rejectionOf(fakeRooms({ scenario })), InvalidScenario)
  })

  it("still responds after other tests have run their own fakes", async () => {
    const { send } = await startFake()
    await Promise.all(Array.from({ length: 20 }, () => startFake()))
    assert.strictEqual((await send("metrics")).status, 200)
  })
})

describe("fetch of fakeRooms", () => {
  it("rejects with the reason of a signal that was aborted before the call", async () => {
    const reason = new Error("the user left")
    const { send, world } = await startFake()
    assert.strictEqual(await rejectionOf(send("metrics", { signal: AbortSignal.abort(reason) })), reason)
    assert.deepStrictEqual(await world.log(), [])
  })

  it("rejects with the reason of a signal that is aborted during the call", async () => {
    const reason = new Error("the user left")
    const { send, world } = await startFake()
    await world.inject(fault("metrics").delay("1 hour"))
    const controller = new AbortController()
    const rejection = rejectionOf(send("metrics", { signal: controller.signal }))
    setTimeout(() => controller.abort(reason), 5)
    assert.strictEqual(await rejection, reason)
  })

  it("rejects like the platform's fetch if the connection breaks", async () => {
    const { send, world } = await startFake()
    await world.inject(fault("metrics").reset("afterWork"))
    const error = await rejectionOf(send("metrics"))
    assert(error instanceof TypeError && error.cause instanceof Error)
    assert.strictEqual(error.message, "fetch failed")
  })
})

describe("world of fakeRooms", () => {
  const createRoom = async (send: Awaited<ReturnType<typeof startFake>>["send"]): Promise<string> => {
    const response = await send("rooms/create-room", { method: "POST", body: JSON.stringify({ roomLocked: false }) })
    return (await response.json()).data.roomId
  }

  it("has an async method for every method of World", async () => {
    const { send, world } = await startFake()
    const roomId = await createRoom(send)
    const { peerId, sessionId } = await world.join(roomId, { peerId: "ada", metadata: { displayName: "Ada" } })
    assert.strictEqual(peerId, "ada")
    await world.leave(roomId, peerId)
    const { id } = await world.record(sessionId, { recordingSize: 7 })
    await world.lock(roomId, true)
    await world.livestream(roomId)
    const snapshot = await world.snapshot()
    await world.deleteRoom(roomId)
    await world.restore(snapshot)
    const { recordings } = await (await send("recordings")).json()
    assert.deepStrictEqual([recordings[0].id, recordings[0].recordingSize], [id, 7])
    assert.deepStrictEqual(
      (await world.log()).map(({ operation }) => operation),
      ["createRoom", "listRecordings"]
    )
    assert.isNumber(await world.now())
  })

  it("injects faults, counts their requests and removes them", async () => {
    const { send, world } = await startFake()
    const injected = await world.inject(fault("metrics").respond(503))
    assert.strictEqual((await send("metrics")).status, 503)
    assert.deepStrictEqual([injected.id, await injected.applied()], ["fault-1", 1])
    await injected.remove()
    assert.strictEqual((await send("metrics")).status, 200)
  })

  it("rejects with an error whose stack leads to the caller", async () => {
    const { world } = await startFake()
    const joinNoRoom = async () => {
      await world.join("no-such-room")
    }
    const error = await rejectionOf(joinNoRoom())
    assert(error instanceof RoomUnknown)
    assert.include(error.stack, "joinNoRoom")
  })

  it("adds a scenario for one of its API keys", async () => {
    const { baseUrl, fetch, world } = await fakeRooms({ apiKeys: ["one", "two"] })
    await world.seed(Scenario.make(Scenario.room("Kitchen")), Redacted.make("two"))
    const countFor = async (key: string) => {
      const response = await fetch(`${baseUrl}/api/v2/sdk/rooms/get-rooms`, { headers: { "x-api-key": key } })
      return (await response.json()).count
    }
    assert.deepStrictEqual([await countFor("one"), await countFor("two")], [0, 1])
  })
})
