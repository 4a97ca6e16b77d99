import { assert, describe, it } from "@effect/vitest"
import { startEmulator } from "../src/promise.ts"

const metricsOf = async (url: string, apiKey: string) => {
  const response = await fetch(`${url}/api/v2/sdk/metrics`, { headers: { "x-api-key": apiKey } })
  return [response.status, await response.json()]
}

describe("startEmulator", () => {
  it("serves its world until it is closed, and can be closed twice", async () => {
    const requests: Array<string> = []
    const emulator = await startEmulator({ apiKeys: ["my-key"], onRequest: ({ method }) => requests.push(method) })
    const create = await fetch(`${emulator.url}/api/v2/sdk/rooms/create-room`, {
      method: "POST",
      headers: { "x-api-key": emulator.apiKey, "content-type": "application/json" },
      body: JSON.stringify({ roomLocked: false })
    })
    const { data }: { data: { roomId: string } } = await create.json()
    const { peerId } = await emulator.world.join(data.roomId, { metadata: { displayName: "Ada" } })
    await emulator.world.leave(data.roomId, peerId)
    const [status, metrics] = await metricsOf(emulator.url, "my-key")
    assert.deepStrictEqual([status, metrics.totalSessions], [200, 1])
    assert.deepStrictEqual(requests, ["POST", "GET"])
    await emulator.close()
    await emulator.close()
    const refused = await metricsOf(emulator.url, "my-key").catch((error: unknown) => error)
    assert.instanceOf(refused, TypeError)
  })

  it("is closed by `await using`", async () => {
    const url = await (async () => {
      await using emulator = await startEmulator()
      assert.strictEqual((await metricsOf(emulator.url, emulator.apiKey))[0], 200)
      return emulator.url
    })()
    assert.instanceOf(await metricsOf(url, "dev").catch((error: unknown) => error), TypeError)
  })

  it("rejects if its port is in use, with a stack that starts at the caller", async () => {
    await using emulator = await startEmulator()
    const startAnother = async () => {
      await startEmulator({ port: Number(new URL(emulator.url).port) })
    }
    const error: unknown = await startAnother().catch((error: unknown) => error)
    assert(error instanceof Error)
    assert.include(error.message, "cannot listen")
    assert.include(error.stack, "startAnother")
  })
})
