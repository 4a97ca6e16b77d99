/**
 * A client that answers from a recording.
 */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { NotRecorded } from "./errors.ts"
import type { Exchange, RecordedAnswer, RecordedBody, RecordedRequest } from "./exchange.ts"
import { nearestTo } from "./nearest.ts"
import { Renaming } from "./renaming.ts"
import { describeRequest, requestOf } from "./requestOf.ts"
import { Secrets } from "./secrets.ts"
import { causeOf, type RecordedCause } from "./transportCause.ts"
import { Unused } from "./unused.ts"

type Answered = Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>

const fillerSize = 64 * 1024

/** As many bytes as the client once read, and then nothing: what stopped it will stop it again. */
const stalledAfter = (bytes: number): Stream.Stream<Uint8Array> =>
  Stream.concat(
    Stream.range(1, Math.ceil(bytes / fillerSize)).pipe(
      Stream.map((chunk) => new Uint8Array(Math.min(fillerSize, bytes - (chunk - 1) * fillerSize)).fill(0x20))
    ),
    Stream.never
  )

const responseOf = (
  { headers, status }: Extract<RecordedAnswer, { readonly _tag: "Answered" }>,
  body: RecordedBody
): HttpServerResponse.HttpServerResponse => {
  switch (body._tag) {
    case "Json":
      return HttpServerResponse.text(JSON.stringify(body.value), { status, headers })
    case "Text":
      return HttpServerResponse.text(`(text of ${body.characters} characters)`, { status, headers })
    case "Empty":
      return HttpServerResponse.empty({ status, headers })
    case "Broken":
      return HttpServerResponse.stream(Stream.fail(causeOf(body)), { status, headers })
    case "Unread":
      return HttpServerResponse.stream(stalledAfter(body.bytes), { status, headers })
  }
}

const failWith = (request: HttpClientRequest.HttpClientRequest, cause: RecordedCause | NotRecorded) =>
  Effect.fail(
    new HttpClientError.HttpClientError({
      reason: new HttpClientError.TransportError({ request, cause, description: cause.message })
    })
  )

/** Answers each recorded exchange once. `toRecorded` makes of a request what it was made into when it was recorded. */
export const makeReplayer = (
  file: string,
  exchanges: ReadonlyArray<Exchange>,
  toRecorded: (request: RecordedRequest) => RecordedRequest
): HttpClient.HttpClient => {
  const secrets = new Secrets()
  const unused = new Unused(exchanges)
  const renaming = new Renaming()

  const answer = (request: HttpClientRequest.HttpClientRequest, recorded: RecordedAnswer): Answered => {
    switch (recorded._tag) {
      case "Answered": {
        const { body } = recorded
        const restored = body._tag === "Json" ? { ...body, value: renaming.restore(body.value) } : body
        return Effect.succeed(HttpServerResponse.toClientResponse(responseOf(recorded, restored), { request }))
      }
      case "Failed":
        return failWith(request, causeOf(recorded))
      case "Abandoned":
        return Effect.never
    }
  }

  return HttpClient.make((request) =>
    Effect.suspend((): Answered => {
      const actual = Option.map(requestOf(request), toRecorded)
      if (Option.isNone(actual)) return Effect.die("a client resolves the URL of a request before it sends it")
      const exchange = unused.take(actual.value, renaming)
      if (exchange !== undefined) return answer(request, exchange.answer)
      secrets.learn(request.headers)
      return failWith(
        request,
        new NotRecorded({
          file,
          request: secrets.mask(describeRequest(actual.value)),
          nearest: nearestTo(actual.value, exchanges, (candidate) => !unused.has(candidate))
        })
      )
    })
  )
}
