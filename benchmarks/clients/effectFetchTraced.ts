/** Our client over `fetch`, with tracing on. */
import { RoomsHttp } from "@effect-rooms/http-client"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { MakeClient } from "./Client.ts"
import { clientOf } from "./effectClient.ts"
import { layerTracing } from "./tracing.ts"

export const make: MakeClient = (url) =>
  clientOf(Layer.provideMerge(RoomsHttp.layerFetch({ baseUrl: url, apiKey: Redacted.make("dev") }), layerTracing))
