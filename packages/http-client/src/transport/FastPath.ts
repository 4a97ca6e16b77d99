/**
 * A faster way to send the requests of one particular `HttpClient`, declared next to it by the layer that provides both.
 */
import * as Context from "effect/Context"
import type * as HttpClient from "effect/http/HttpClient"
import type { Exchange } from "./Exchange.ts"

/** The fast path of a client. A client that wraps it is a different client, so its requests don't take the fast path. */
export interface FastPath {
  readonly client: HttpClient.HttpClient
  readonly exchange: Exchange
}

/** The fast path that the current context declares, if any. */
export const CurrentFastPath = /*#__PURE__*/ Context.Reference<FastPath | undefined>(
  "@effect-rooms/http-client/CurrentFastPath",
  { defaultValue: () => undefined }
)
