/**
 * The laws on the emulator: the real client, over a real socket. Every law has an emulator of its own, so that a suite for each
 * single quirk, as at the other doors, would take minutes. A few mixtures have every reading of every quirk between them.
 */
import { assert, it } from "@effect/vitest"
import { RoomsHttp } from "@effect-rooms/http-client"
import { defaultApiKey, Quirks } from "@effect-rooms/testing"
import { laws } from "@effect-rooms/testing/Laws"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import type * as Redacted from "effect/Redacted"
import { Emulator } from "../src/index.ts"

// With this seed, no reading is left out.
const [defaults] = Quirks.all
const subjects = [...(defaults === undefined ? [] : [defaults]), ...Effect.runSync(Quirks.mixtures(4, 54_315))]

const readingsIn = (named: ReadonlyArray<Quirks.NamedQuirks>) =>
  Record.map(Quirks.defaults, (_, name) => new Set(named.map(({ quirks }) => quirks[name])))

it("every reading of every quirk is there", () => {
  assert.deepStrictEqual(readingsIn(subjects), readingsIn(Quirks.all))
})

for (const { name, quirks } of subjects) {
  const clientOf = (apiKey: Redacted.Redacted<string>) =>
    Layer.unwrap(
      Emulator.useSync(({ url }) => RoomsHttp.layerFetch({ baseUrl: url + quirks.pathPrefix, apiKey, retry: false }))
    )
  laws(`the emulator, ${name}`, Layer.provideMerge(clientOf(defaultApiKey), Emulator.layer({ quirks })), {
    clientOf,
    refusals: false
  })
}
