/**
 * The services by which a program tells `FetchHttpClient` how to fetch, by their keys. The module itself brings the whole of
 * Effect's client, which a program on `fetch` alone does without.
 */
import * as Context from "effect/Context"
import type * as FetchHttpClient from "effect/http/FetchHttpClient"

/** `FetchHttpClient.Fetch`. */
export const Fetch: typeof FetchHttpClient.Fetch = /*#__PURE__*/ Context.Reference(
  "effect/http/FetchHttpClient/Fetch",
  { defaultValue: () => globalThis.fetch }
)

/** `FetchHttpClient.RequestInit`. */
export const RequestInit = /*#__PURE__*/ Context.Service<FetchHttpClient.RequestInit, globalThis.RequestInit>(
  "effect/http/FetchHttpClient/RequestInit"
)
