/** Our client over `fetch`, as it comes. */
import { RoomsHttp } from "@effect-rooms/http-client"
import * as Redacted from "effect/Redacted"
import type { MakeClient } from "./Client.ts"
import { clientOf } from "./effectClient.ts"

export const make: MakeClient = (url) => clientOf(RoomsHttp.layerFetch({ baseUrl: url, apiKey: Redacted.make("dev") }))
