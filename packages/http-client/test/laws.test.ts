/**
 * The laws on the real client, over the HTTP door of a world: codecs, errors and retries run, and no socket is opened.
 */
import { defaultApiKey, FakeRooms, Quirks, World } from "@effect-rooms/testing"
import { laws } from "@effect-rooms/testing/Laws"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { inject } from "vitest"
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

// The mixtures have every reading of every quirk between them. The long run tries each reading alone, too.
const subjects = [
  ...Quirks.all.slice(0, inject("soak") ? undefined : 1),
  ...Effect.runSync(Quirks.mixtures(4, 1_013_286))
]

for (const named of subjects) lawsOverHttp("the client without retries", named, false, 1)

// Each service has its own way to ask for a wait.
for (const named of Quirks.all.filter(({ name }) => name === "defaults" || name.startsWith("retryAfter"))) {
  lawsOverHttp("the client", named, {}, 4)
}
