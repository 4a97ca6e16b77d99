/**
 * The laws over HTTP, for clients with and without retries.
 */
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as RoomsHttp from "../../../packages/http-client/src/RoomsHttp.ts"
import * as FakeRooms from "../../../packages/testing/src/FakeRooms.ts"
import { laws } from "../../../packages/testing/src/Laws.ts"
import { defaultApiKey, World } from "../../../packages/testing/src/World.ts"
import { subjects } from "./subjects.ts"

for (const [index, { name, quirks }] of subjects.entries()) {
  const baseUrl = `https://rooms.test${quirks.pathPrefix}`
  const attempts = index % 2 === 0 ? 4 : 1
  const clientOf = (apiKey: Redacted.Redacted<string>) =>
    Layer.provide(RoomsHttp.layer({ baseUrl, apiKey, retry: { attempts } }), FakeRooms.layerHttpClient)
  const layer = Layer.provideMerge(clientOf(defaultApiKey), World.layer({ quirks }))
  laws(name, layer, { clientOf, attempts })
}
