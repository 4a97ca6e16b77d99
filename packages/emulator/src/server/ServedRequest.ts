/**
 * The report of each request that an emulator served.
 */
import { makeMask } from "@effect-rooms/core/unstable"
import { defaultApiKey, type WorldOptions } from "@effect-rooms/testing/World"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { flow, identity } from "effect/Function"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Redacted from "effect/Redacted"

/** A request that the emulator served. */
export interface ServedRequest {
  readonly method: string
  /** The path and the query as they were sent, without the API keys of the emulator. */
  readonly target: string
  /** Absent if there was no answer: a fault broke the connection, or the client left. */
  readonly status?: number
  /** Until the head of the answer was ready to be sent. */
  readonly duration: Duration.Duration
}

const maskOf = (apiKeys: WorldOptions["apiKeys"] = [defaultApiKey]): ((text: string) => string) =>
  apiKeys
    // The default key is public, and too short to distinguish from other text.
    .filter((apiKey) => Redacted.value(apiKey) !== Redacted.value(defaultApiKey))
    .reduce((mask, apiKey) => flow(mask, makeMask(apiKey)), identity<string>)

type App<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest>

/** Reports each request to whoever wants to know. */
export const reportingRequests = ({
  apiKeys,
  onRequest
}: Pick<WorldOptions, "apiKeys"> & {
  readonly onRequest?: (request: ServedRequest) => Effect.Effect<void>
}): (<E, R>(app: App<E, R>) => App<E, R>) => {
  if (onRequest === undefined) return identity
  const mask = maskOf(apiKeys)
  return (app) =>
    Effect.flatMap(Clock.currentTimeNanos, (start) =>
      Effect.onExit(app, (exit) =>
        Effect.flatMap(Effect.all([HttpServerRequest.HttpServerRequest, Clock.currentTimeNanos]), ([request, end]) =>
          onRequest({
            method: request.method,
            target: mask(request.url),
            ...(Exit.isSuccess(exit) ? { status: exit.value.status } : {}),
            duration: Duration.nanos(end - start)
          })
        )
      )
    )
}
