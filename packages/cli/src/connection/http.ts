/**
 * The services over HTTP. It is a separate module, so that commands without requests don't load it.
 */
import * as RoomsHttp from "@effect-rooms/http-client/RoomsHttp"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { ConnectionInput } from "./flags.ts"
import { settingsOf } from "./settings.ts"
import { Transport } from "./Transport.ts"

/** Returns the services that the flags, the environment and the profiles select. */
export const layerHttp = Effect.fnUntraced(function* (input: ConnectionInput) {
  const { allowInsecure, timeout, verbose } = input
  const settings = yield* settingsOf(input)
  const options = {
    ...settings,
    allowInsecure,
    ...Option.match(timeout, { onNone: () => ({}), onSome: (timeout) => ({ timeout }) })
  }
  const over = (transport: Layer.Layer<HttpClient>) => Layer.provide(RoomsHttp.layer(options), transport)
  const transport = yield* Transport
  if (!verbose) return over(transport)
  const { layerVerbose } = yield* Effect.promise(() => import("./verbose.ts"))
  return layerVerbose(over, transport, settings.apiKey)
})
