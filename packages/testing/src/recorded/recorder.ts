/**
 * A client that writes down every exchange of another one.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as FileSystem from "effect/FileSystem"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import { captured } from "./captured.ts"
import type { RecordedError } from "./errors.ts"
import type { RecordedAnswer, RecordedRequest } from "./exchange.ts"
import { openRecording } from "./recordingFile.ts"
import { type RawAnswer, type RedactionChoice, Redactor } from "./redactor.ts"
import { requestOf } from "./requestOf.ts"

/** The file of a recording, and how it is redacted. */
export interface RecorderOptions extends RedactionChoice {
  readonly file: string
  readonly overwrite: boolean
  readonly request: (request: RecordedRequest) => RecordedRequest
  readonly answer: (answer: RecordedAnswer, request: RecordedRequest) => RecordedAnswer
}

/** Nothing was sent, so there is nothing to record. */
const wasSent = ({ reason }: HttpClientError.HttpClientError) =>
  reason._tag !== "InvalidUrlError" && reason._tag !== "EncodeError"

const answerOf = (cause: Cause.Cause<HttpClientError.HttpClientError>): Option.Option<RawAnswer> =>
  Option.match(Cause.findErrorOption(cause), {
    onNone: () => Option.some<RawAnswer>({ _tag: "Abandoned" }),
    onSome: (error) =>
      wasSent(error)
        ? Option.some<RawAnswer>({ _tag: "Failed", cause: error.reason.cause ?? error.reason })
        : Option.none()
  })

export const makeRecorder = Effect.fnUntraced(function* (
  options: RecorderOptions
): Effect.fn.Return<HttpClient.HttpClient, RecordedError, HttpClient.HttpClient | FileSystem.FileSystem | Scope.Scope> {
  const client = yield* HttpClient.HttpClient
  const scope = yield* Effect.scope
  const writer = yield* openRecording(options.file, options.overwrite)
  const redactor = new Redactor(options)
  let sent = 0

  const notWritten = (request: HttpClientRequest.HttpClientRequest) => (cause: RecordedError) =>
    new HttpClientError.HttpClientError({
      reason: new HttpClientError.TransportError({ request, cause, description: cause.message })
    })

  const record = (
    effect: Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>,
    clientRequest: HttpClientRequest.HttpClientRequest,
    rawRequest: RecordedRequest
  ) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        // A request that can't be recorded isn't sent.
        yield* Effect.mapError(writer.check, notWritten(clientRequest))
        redactor.learn(clientRequest.headers)
        const index = sent++
        let isOpen = true
        const write = (answer: RawAnswer) =>
          Effect.suspend(() => {
            if (!isOpen) return Effect.void
            isOpen = false
            return Effect.mapError(
              writer.append(() => {
                const request = options.request(redactor.request(rawRequest))
                return { index, request, answer: options.answer(redactor.answer(answer), request) }
              }),
              notWritten(clientRequest)
            )
          })

        const exit = yield* Effect.exit(restore(effect))
        if (Exit.isFailure(exit)) {
          const answer = answerOf(exit.cause)
          if (Option.isSome(answer)) yield* write(answer.value)
          return yield* exit
        }
        const response = exit.value
        const { headers, status } = response
        redactor.learnCookies(Object.values(response.cookies.cookies).map(({ value }) => value))

        // A client may never read a body: then the exchange ends with the request, or with the recording.
        const exchange = yield* Scope.fork(scope)
        yield* Scope.addFinalizer(
          exchange,
          Effect.suspend(() =>
            Effect.ignore(write({ _tag: "Answered", status, headers, body: { _tag: "Unread", bytes: 0 } }))
          )
        )
        const ofRequest = yield* Effect.flatMap(
          Effect.serviceOption(Scope.Scope),
          Option.match({ onNone: () => Scope.make(), onSome: (parent) => Scope.fork(parent) })
        )
        yield* Scope.addFinalizer(ofRequest, Scope.close(exchange, Exit.void))

        return yield* captured(response, (body) =>
          Effect.uninterruptible(
            Effect.ensuring(write({ _tag: "Answered", status, headers, body }), Scope.close(ofRequest, Exit.void))
          )
        )
      })
    )

  return HttpClient.transform(client, (effect, request) =>
    Option.match(requestOf(request), {
      onNone: () => effect,
      onSome: (rawRequest) => record(effect, request, rawRequest)
    })
  )
})
