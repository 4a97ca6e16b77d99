/** Our client over its own transport for Node, with tracing on. */
import { RoomsHttpNode } from "@effect-rooms/http-client/node"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { MakeClient } from "./Client.ts"
import { clientOf } from "./effectClient.ts"
import { layerTracing } from "./tracing.ts"

export const make: MakeClient = (url) =>
  clientOf(Layer.provideMerge(RoomsHttpNode.layer({ baseUrl: url, apiKey: Redacted.make("dev") }), layerTracing))
