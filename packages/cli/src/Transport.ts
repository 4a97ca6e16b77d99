/**
 * What carries requests to the service.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type * as HttpClient from "effect/http/HttpClient"
import type * as Layer from "effect/Layer"

/** The client of every command that asks the service something. Tests put another in its place. */
export const Transport: Context.Reference<Layer.Layer<HttpClient.HttpClient>> = Context.Reference(
  "@effect-rooms/cli/Transport",
  { defaultValue: () => FetchHttpClient.layer }
)
