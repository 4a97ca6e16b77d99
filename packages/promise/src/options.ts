/**
 * The options of a client and its calls, derived from those of the Effect services.
 */
import type * as Core from "@effect-rooms/core"
import type { InvalidConfiguration, RoomsHttpOptions } from "@effect-rooms/http-client"
import type { Overrides } from "@effect-rooms/http-client/unstable"
import type * as HttpClient from "effect/http/HttpClient"
import type * as Layer from "effect/Layer"
import type { PlainOptions } from "./Plain.ts"

/** Sends a request, as the platform's `fetch` does. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** A layer that sends requests in place of `fetch`, such as `nodeTransport()` of `@effect-rooms/promise/node`. */
export type ClientTransport = Layer.Layer<HttpClient.HttpClient, InvalidConfiguration>

/** The service's address, the API key, and the limits of every call. */
export interface RoomsClientOptions extends PlainOptions<RoomsHttpOptions> {
  /** Sends the requests. Default: the platform's `fetch`, looked up for each request. */
  readonly fetch?: Fetch | undefined
  /** Sends the requests in place of `fetch`. */
  readonly transport?: ClientTransport | undefined
}

/** Options that the environment doesn't provide. */
export type EnvironmentOptions = Omit<RoomsClientOptions, "baseUrl" | "apiKey">

/** `process.env`, or the bindings of a worker. */
export interface Environment {
  readonly ROOMS_BASE_URL?: string | undefined
  readonly ROOMS_API_KEY?: string | undefined
}

/** Options of every call. The limits replace those of the client; a walk applies them to each request. */
export interface RequestOptions extends PlainOptions<Overrides> {
  /** Cancels the call: it rejects with the reason of the signal, and its requests are aborted. */
  readonly signal?: AbortSignal | undefined
}

type CreateOnce = Core.Rooms["Service"]["createOnce"]

/** Options of `rooms.createOnce`: the key that goes into the metadata as `idempotencyKey`. Default: a new key. */
export interface CreateOnceOptions extends RequestOptions, PlainOptions<NonNullable<Parameters<CreateOnce>[1]>> {}

/** Options of `rooms.page`. */
export interface RoomsPageOptions extends RequestOptions, PlainOptions<Core.ListRoomsRequest> {}

/** Options of walks over the rooms. */
export interface RoomsOptions extends RequestOptions, PlainOptions<Core.RoomsOptions> {}

/** Options of `sessions.page`. The page at `cursor` skips `cursor * limit` sessions. */
export interface SessionsPageOptions extends RequestOptions, PlainOptions<Omit<Core.ListSessionsRequest, "roomId">> {}

/** Options of walks over the sessions of one room. */
export interface SessionsOptions extends RequestOptions, PlainOptions<Core.SessionsOptions> {}

/** Options of walks over the sessions of all rooms. `concurrency` bounds all requests of the walk together. */
export interface AllSessionsOptions extends RequestOptions, PlainOptions<Core.AllSessionsOptions> {}

/** Options of `recordings.page`. */
export interface RecordingsPageOptions extends RequestOptions, PlainOptions<Core.ListRecordingsRequest> {}

/** Options of walks over the recordings. */
export interface RecordingsOptions extends RequestOptions, PlainOptions<Core.RecordingsOptions> {}

/** Options of `live.watch`. */
export interface WatchOptions extends RequestOptions, PlainOptions<Omit<Core.WatchOptions, "every">> {
  /** How long to wait after the response to a poll, in milliseconds. Default: 5 000. */
  readonly everyMillis?: number | undefined
}
