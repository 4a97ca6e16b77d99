/**
 * Runs the laws against the emulator with the real client over a real socket. Every law starts its own emulator, so a suite for
 * each reading of each quirk would take minutes. A few mixtures cover every reading of every quirk.
 */
import { assert, it } from "@effect/vitest"
import { RoomsHttp } from "@effect-rooms/http-client"
import { RoomsHttpNode } from "@effect-rooms/http-client/node"
import { defaultApiKey, Quirks } from "@effect-rooms/testing"
import { laws } from "@effect-rooms/testing/Laws"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import type * as Redacted from "effect/Redacted"
import { inject } from "vitest"
import { Emulator } from "../src/index.ts"

// With this seed, the mixtures cover every reading.
const [defaults] = Quirks.all
const subjects = [...(defaults === undefined ? [] : [defaults]), ...Effect.runSync(Quirks.mixtures(4, 1_013_286))]

const readingsIn = (named: ReadonlyArray<Quirks.NamedQuirks>) =>
  Record.map(Quirks.defaults, (_, name) => new Set(named.map(({ quirks }) => quirks[name])))

it("the laws cover every reading of every quirk", () => {
  assert.deepStrictEqual(readingsIn(subjects), readingsIn(Quirks.all))
})

// The long run tests the defaults over both transports, and each mixture over one of them.
const clients = [
  { client: "fetch", layer: RoomsHttp.layerFetch },
  { client: "Node's transport", layer: RoomsHttpNode.layer }
]
const all = subjects.flatMap((subject, index) =>
  clients
    .filter((_, client) => index === 0 || index % clients.length === client)
    .map(({ client, layer }) => ({ ...subject, client, layer }))
)

const meetings = inject("soak") ? all : all.slice(1, 3)

for (const { client, layer, name, quirks } of meetings) {
  const clientOf = (apiKey: Redacted.Redacted<string>) =>
    Layer.unwrap(Emulator.useSync(({ url }) => layer({ baseUrl: url + quirks.pathPrefix, apiKey, retry: false })))
  laws(
    `the emulator over ${client}, ${name}`,
    Layer.provideMerge(clientOf(defaultApiKey), Emulator.layer({ quirks })),
    {
      clientOf,
      refusals: false
    }
  )
}
