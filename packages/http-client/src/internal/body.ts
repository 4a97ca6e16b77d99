/**
 * Reading a body as text, up to a limit.
 */
import * as Effect from "effect/Effect"
import type * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Stream from "effect/Stream"

/** A body that is larger than what is read. */
export class BodyTooLarge {
  readonly _tag = "BodyTooLarge"
}

const bodyTooLarge = new BodyTooLarge()

const readCounting = (response: HttpClientResponse.HttpClientResponse, limit: number) =>
  Effect.suspend(() => {
    const decoder = new TextDecoder()
    let bytes = 0
    let text = ""
    return Stream.runForEachArray(response.stream, (chunks) => {
      for (const chunk of chunks) {
        bytes += chunk.length
        if (bytes > limit) return Effect.fail(bodyTooLarge)
        text += decoder.decode(chunk, { stream: true })
      }
      return Effect.void
    }).pipe(
      Effect.catchIf(
        (error) => error._tag === "HttpClientError" && error.reason._tag === "EmptyBodyError",
        () => Effect.void
      ),
      Effect.map(() => text + decoder.decode())
    )
  })

/** The text of a body. A declared length is believed only where it is the length of what is read: not when compressed. */
export const readText = (
  response: HttpClientResponse.HttpClientResponse,
  limit: number
): Effect.Effect<string, HttpClientError.HttpClientError | BodyTooLarge> => {
  const length = response.headers["content-length"]
  if (length === undefined || response.headers["content-encoding"] !== undefined) return readCounting(response, limit)
  return Number(length) > limit ? Effect.fail(bodyTooLarge) : response.text
}
