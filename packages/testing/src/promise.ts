/**
 * The fake for programs without Effect: a `fetch` that calls a world in memory, and async methods to control the world.
 *
 * @module
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { layerHttpClient } from "./FakeRooms.ts"
import { defaultApiKey, World, type WorldOptions } from "./World.ts"
import { type Promised, promised } from "./world/promised.ts"

export { fault } from "./Fault.ts"
export * as Scenario from "./Scenario.ts"
export { type Promised, promised }

/** The initial state of the world, and its API keys. */
export interface FakeRoomsOptions extends Omit<WorldOptions, "apiKeys"> {
  /** The API keys that the service accepts. Each sees its own rooms. Default: one key. */
  readonly apiKeys?: ReadonlyArray<string>
}

/** A service in memory. `baseUrl`, `apiKey` and `fetch` are the options of a client that talks to it. */
export interface FakeRooms {
  /** The URL of a service that doesn't exist: only `fetch` can reach it. */
  readonly baseUrl: string
  /** The first API key. */
  readonly apiKey: string
  /** Sends a request to the world, with the signature and the errors of the platform's `fetch`. No socket is opened. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** Controls the service: people join and leave, sessions are recorded, faults are injected. It has every method of `World`. */
  readonly world: Promised<World["Service"]>
}

const withoutBody: ReadonlyArray<number> = [204, 205, 304]

const toResponse = ({ headers, status, stream }: HttpClientResponse.HttpClientResponse): Response =>
  new Response(withoutBody.includes(status) ? null : Stream.toReadableStream(stream), { status, headers })

const fetchWith =
  (client: HttpClient.HttpClient): FakeRooms["fetch"] =>
  async (input, init) => {
    const request = new Request(input, init)
    const { signal } = request
    signal.throwIfAborted()
    const exit = await Effect.runPromiseExit(client.execute(HttpClientRequest.fromWeb(request)), { signal })
    if (Exit.isSuccess(exit)) return toResponse(exit.value)
    signal.throwIfAborted()
    throw new TypeError("fetch failed", { cause: Cause.squash(exit.cause) })
  }

/**
 * Makes a service in memory. Rejects with `InvalidScenario` or `InvalidFault` if the options describe no possible world.
 *
 * @example
 * ```ts
 * import { RoomsClient } from "@effect-rooms/promise"
 * import { fakeRooms } from "@effect-rooms/testing/promise"
 *
 * const { world, ...connection } = await fakeRooms()
 * const client = new RoomsClient(connection)
 * const { roomId } = await client.rooms.create()
 * await world.join(roomId, { metadata: { displayName: "Ada" } })
 * const { count } = await client.live.participants(roomId)
 * ```
 */
export const fakeRooms = async ({ apiKeys, ...options }: FakeRoomsOptions = {}): Promise<FakeRooms> => {
  const keys = apiKeys?.map((key) => Redacted.make(key)) ?? [defaultApiKey]
  const layer = Layer.provideMerge(layerHttpClient, World.layer({ ...options, apiKeys: keys }))
  const context = await ManagedRuntime.make(layer).context()
  return {
    baseUrl: "https://rooms.test",
    apiKey: Redacted.value(keys[0] ?? defaultApiKey),
    fetch: fetchWith(Context.get(context, HttpClient.HttpClient)),
    world: promised(Context.get(context, World))
  }
}
