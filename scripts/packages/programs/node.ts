/** A program for Node only: the emulator, and the clients on the Node transport. */
import { Rooms } from "@effect-rooms/core"
import { Emulator } from "@effect-rooms/emulator"
import { RoomsHttpNode } from "@effect-rooms/http-client/node"
import { RoomsClient } from "@effect-rooms/promise"
import { nodeTransport } from "@effect-rooms/promise/node"
import { defaultApiKey, Scenario } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"

const client = Layer.unwrap(
  Emulator.use(({ url }) => Effect.succeed(RoomsHttpNode.layer({ baseUrl: url, apiKey: defaultApiKey })))
)
const emulator = Emulator.layer({ scenario: Scenario.office({ rooms: 13, sessions: 17, seed: 1 }) })

const rooms = await Rooms.use((rooms) => Stream.runCount(rooms.stream())).pipe(
  Effect.provide(Layer.provide(client, emulator)),
  Effect.runPromise
)

const byPromises = await Emulator.use(({ url }) =>
  Effect.promise(async () => {
    const client = new RoomsClient({
      baseUrl: url,
      apiKey: Redacted.value(defaultApiKey),
      transport: nodeTransport()
    })
    const { length } = await client.rooms.list().toArray()
    // Node 22 doesn't support `await using`.
    await client.close()
    return length
  })
).pipe(Effect.provide(emulator), Effect.runPromise)
console.log(JSON.stringify({ node: rooms, byPromises }))
