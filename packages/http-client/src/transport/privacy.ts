/**
 * What a request must not carry to where, whichever client sends it.
 */
import * as Effect from "effect/Effect"
import { constTrue } from "effect/Function"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Option from "effect/Option"

/** A redirect is an answer like any other: followed, it would take the API key with it. */
export const withoutRedirects = (client: HttpClient.HttpClient): HttpClient.HttpClient =>
  HttpClient.transformResponse(client, (effect) =>
    Effect.flatMap(Effect.serviceOption(FetchHttpClient.RequestInit), (init) =>
      Effect.provideService(effect, FetchHttpClient.RequestInit, {
        ...Option.getOrUndefined(init),
        redirect: "manual"
      })
    )
  )

/**
 * The client's own span would hold what must not be seen: the headers, where the caller records them, and what the
 * transport says, unmasked. Nor are the names and ids of the caller's spans the service's business. Attempts have spans.
 */
export const withoutClientSpans = (client: HttpClient.HttpClient): HttpClient.HttpClient =>
  HttpClient.transformResponse(client, (effect) =>
    Effect.provideService(effect, HttpClient.TracerDisabledWhen, constTrue)
  )
