/**
 * The laws on the real client, over the HTTP door of a world: codecs, errors and retries run, and no socket is opened.
 */
import { defaultApiKey, FakeRooms, Quirks, World } from "@effect-rooms/testing"
import { laws } from "@effect-rooms/testing/Laws"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type { RetryPolicyInput } from "../src/RetryPolicy.ts"
import * as RoomsHttp from "../src/RoomsHttp.ts"

const lawsOverHttp = (
  kind: string,
  { name, quirks }: Quirks.NamedQuirks,
  retry: RetryPolicyInput,
  attempts: number
) => {
  const baseUrl = `https://rooms.test${quirks.pathPrefix}`
  const clientOf = (apiKey: Redacted.Redacted<string>) =>
    Layer.provide(RoomsHttp.layer({ baseUrl, apiKey, retry }), FakeRooms.layerHttpClient)
  const layer = Layer.provideMerge(clientOf(defaultApiKey), World.layer({ quirks }))
  laws(`${kind}, ${name}`, layer, { clientOf, attempts })
}

for (const named of Quirks.all) lawsOverHttp("the client without retries", named, false, 1)

// A service that asks to wait does so in its own way.
for (const named of Quirks.all.filter(({ name }) => name === "defaults" || name.startsWith("retryAfter"))) {
  lawsOverHttp("the client", named, {}, 4)
}
