import { assert, layer } from "@effect/vitest"
import { RoomId, Rooms } from "@effect-rooms/core"
import { Emulator } from "@effect-rooms/emulator"
import { RoomsHttp } from "@effect-rooms/http-client"
import { defaultApiKey, World } from "@effect-rooms/testing"
import { Effect, Layer, Redacted } from "effect"
import worker from "../worker.ts"

const client = Layer.unwrap(
  Emulator.use(({ url }) => Effect.succeed(RoomsHttp.layerFetch({ baseUrl: url, apiKey: defaultApiKey })))
).pipe(Layer.provideMerge(Emulator.layer()))

const ask = Effect.fnUntraced(function* (method: string, path: string, key = Redacted.value(defaultApiKey)) {
  const { url } = yield* Emulator
  const request = new Request(`https://worker.test${path}`, { method })
  const response = yield* Effect.promise(() => worker.fetch(request, { ROOMS_BASE_URL: url, ROOMS_API_KEY: key }))
  return { status: response.status, body: yield* Effect.promise((): Promise<unknown> => response.json()) }
})

layer(client, { excludeTestServices: true })("worker", (it) => {
  it.effect("makes one room for a key, and lists who is in it", () =>
    Effect.gen(function* () {
      const first = yield* ask("PUT", "/rooms/order-4711")
      assert.strictEqual(first.status, 200)
      assert.deepStrictEqual(yield* ask("PUT", "/rooms/order-4711"), first)
      const [room] = yield* Rooms.use((rooms) => Effect.map(rooms.page(), ({ rooms }) => rooms))
      const roomId = RoomId.make(room?.roomId ?? "")
      assert.deepStrictEqual(first.body, { roomId })
      assert.deepStrictEqual(yield* ask("GET", `/people/${roomId}`), { status: 200, body: [] })
      const { peerId } = yield* World.use((world) => world.join(roomId))
      assert.deepStrictEqual(yield* ask("GET", `/people/${roomId}`), { status: 200, body: [peerId] })
    })
  )

  it.effect("answers 404 for other routes and for ids that would lead to other URLs", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* ask("GET", "/")).status, 404)
      assert.strictEqual((yield* ask("GET", "/people/%2e%2e")).status, 404)
    })
  )

  it.effect("answers 502 if the service refuses the key", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ask("GET", "/people/a", "wrong"), { status: 502, body: { error: "Unauthorized" } })
    })
  )
})
