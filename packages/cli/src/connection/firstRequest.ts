/**
 * The first request of a command, without sending it.
 *
 * @module
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Sink from "effect/Sink"
import * as Stdio from "effect/Stdio"
import { Transport } from "./Transport.ts"

/** A request, and its URL with the query. */
export interface FirstRequest {
  readonly request: HttpClientRequest.HttpClientRequest
  readonly url: URL
}

/** Discards output, which isn't about the request. */
const silent = Effect.map(Stdio.Stdio, (stdio) => ({ ...stdio, stdout: () => Sink.drain, stderr: () => Sink.drain }))

/** Runs an effect until its first request, and returns that request; none if it sends none. */
export const firstRequest = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<Option.Option<FirstRequest>, E, R | Stdio.Stdio> =>
  Effect.gen(function* () {
    const asked = yield* Deferred.make<FirstRequest>()
    const transport = Layer.succeed(
      HttpClient.HttpClient,
      HttpClient.make((request, url) => Effect.andThen(Deferred.succeed(asked, { request, url }), Effect.never))
    )
    return yield* effect.pipe(
      Effect.as(Option.none()),
      Effect.provideService(Transport, transport),
      Effect.provideServiceEffect(Stdio.Stdio, silent),
      Effect.raceFirst(Effect.asSome(Deferred.await(asked)))
    )
  })

const decoder = new TextDecoder()

/** Returns the body of a request, if any. */
export const bodyOf = ({ body }: HttpClientRequest.HttpClientRequest): string | undefined =>
  body._tag === "Uint8Array" ? decoder.decode(body.body) : undefined
