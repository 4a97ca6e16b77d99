import { assert, describe, it } from "@effect/vitest"
import { fakeRooms, fault, Scenario } from "@effect-rooms/testing/promise"
import { NoLiveSession, RoomsClient, ServiceError } from "../src/index.ts"
import { rejectionOf } from "./fixtures/scripted.ts"

describe("a client of fakeRooms", () => {
  it("reads the scenario", async () => {
    const { world: _, ...connection } = await fakeRooms({ scenario: Scenario.office({ rooms: 25 }) })
    await using client = new RoomsClient(connection)
    assert.strictEqual((await client.rooms.list({ concurrency: 4 }).toArray()).length, 25)
  })

  it("reports joins and leaves", async () => {
    const { world, ...connection } = await fakeRooms()
    await using client = new RoomsClient(connection)
    const { roomId } = await client.rooms.create({ metadata: { title: "Stand-up" } })
    assert.instanceOf(await rejectionOf(client.live.participants(roomId)), NoLiveSession)
    await world.join(roomId, { metadata: { displayName: "Ada" } })
    const { participants } = await client.live.participants(roomId)
    assert.deepStrictEqual(
      participants.map(({ metadata }) => metadata?.displayName),
      ["Ada"]
    )
  })

  it("creates a room once even if its response is lost", async () => {
    const { world, ...connection } = await fakeRooms()
    await using client = new RoomsClient(connection)
    await world.inject(fault("createRoom").times(1).reset("afterWork"))
    await client.rooms.createOnce({}, { key: "order-1" })
    assert.strictEqual((await client.rooms.list().toArray()).length, 1)
  })

  it("rejects with the errors of injected faults after its retries", async () => {
    const { world, ...connection } = await fakeRooms()
    await using client = new RoomsClient({ ...connection, retry: { attempts: 3, baseDelayMillis: 0 } })
    const injected = await world.inject(fault("metrics").respond(503))
    const error = await rejectionOf(client.metrics.get())
    assert(error instanceof ServiceError && error.reason._tag === "UnexpectedStatus")
    assert.deepStrictEqual([error.reason.status, await injected.applied()], [503, 3])
  })
})
