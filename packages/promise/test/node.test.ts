import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { connectProxy } from "../../http-client/test/fixtures/connectProxy.ts"
import { counting } from "../../http-client/test/fixtures/counting.ts"
import { key } from "../../http-client/test/fixtures/recordingClient.ts"
import { InvalidConfiguration, RoomsClient } from "../src/index.ts"
import { nodeTransport } from "../src/node.ts"
import { rejectionOf } from "./fixtures/scripted.ts"

describe("nodeTransport", () => {
  it.live("sends over the client's own connections, up to their limit, and closes them with it", () =>
    Effect.gen(function* () {
      const { baseUrl, connections } = yield* counting
      const client = new RoomsClient({ baseUrl, apiKey: key, transport: nodeTransport({ limit: 2 }) })
      yield* Effect.promise(() => Promise.all(Array.from({ length: 9 }, () => client.metrics.get())))
      assert.strictEqual(connections.made, 2)
      yield* Effect.promise(() => client.close())
      while (connections.open > 0) yield* Effect.sleep(1)
    })
  )

  it.live("sends through the given proxy", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* counting
      const { seen, url } = yield* connectProxy({ port: Number(new URL(baseUrl).port) })
      const transport = nodeTransport({ proxy: { httpProxy: url } })
      const client = new RoomsClient({ baseUrl: "http://rooms.test", allowInsecure: true, apiKey: key, transport })
      yield* Effect.promise(() => client.metrics.get())
      assert.deepStrictEqual(seen.asked, ["rooms.test:80"])
      yield* Effect.promise(() => client.close())
    })
  )

  it.live.each([
    { limit: 0 },
    { keepAliveMillis: -1 },
    { connectTimeoutMillis: Number.NaN },
    { proxy: { httpProxy: "socks5://proxy.test" } }
  ])("with options %j makes every call fail and names the problem", (options) =>
    Effect.gen(function* () {
      const { baseUrl, connections } = yield* counting
      const client = new RoomsClient({ baseUrl, apiKey: key, transport: nodeTransport(options) })
      const error = yield* Effect.promise(() => rejectionOf(client.metrics.get()))
      assert.instanceOf(error, InvalidConfiguration)
      assert.include(error, { field: "connections" })
      assert.strictEqual(connections.made, 0)
      yield* Effect.promise(() => client.close())
    })
  )
})
