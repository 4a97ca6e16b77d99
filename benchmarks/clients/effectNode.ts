/** Our client over its own transport for Node. */
import { RoomsHttpNode } from "@effect-rooms/http-client/node"
import * as Redacted from "effect/Redacted"
import type { MakeClient } from "./Client.ts"
import { clientOf } from "./effectClient.ts"

export const make: MakeClient = (url) => clientOf(RoomsHttpNode.layer({ baseUrl: url, apiKey: Redacted.make("dev") }))
