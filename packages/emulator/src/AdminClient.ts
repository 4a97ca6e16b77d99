/**
 * A typed client for the admin API of an emulator, which may run in another process.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as Layer from "effect/Layer"
import { AdminApi } from "./AdminApi.ts"
import { Emulator } from "./Emulator.ts"

const make = (baseUrl: string) => HttpApiClient.make(AdminApi, { baseUrl })

/** The routes of `AdminApi` as functions. */
export class AdminClient extends Context.Service<AdminClient, Effect.Success<ReturnType<typeof make>>>()(
  "@effect-rooms/emulator/AdminClient"
) {
  /** Provides a client for the emulator at this URL, such as `http://127.0.0.1:4010`. */
  static readonly layer = (url: string): Layer.Layer<AdminClient, never, HttpClient.HttpClient> =>
    Layer.effect(AdminClient, make(url))

  /** Provides a client for the emulator in the context. */
  static readonly layerEmulator: Layer.Layer<AdminClient, never, Emulator | HttpClient.HttpClient> = Layer.effect(
    AdminClient,
    Effect.flatMap(Emulator, ({ url }) => make(url))
  )
}
