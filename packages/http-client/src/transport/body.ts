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
      Effect.map(() => text + decoder.decode()),
      // No body, or none as a stream, as in React Native.
      Effect.catchIf(
        (error) => error._tag === "HttpClientError" && error.reason._tag === "EmptyBodyError",
        () => response.text
      )
    )
  })

/**
 * Reads the text of a body. What is read is counted, whatever length was declared: to a page elsewhere, a browser shows no sign
 * that it unpacked a body. Only if it wasn't unpacked, a declared length over the limit says enough.
 */
export const readText = (
  response: HttpClientResponse.HttpClientResponse,
  limit: number
): Effect.Effect<string, HttpClientError.HttpClientError | BodyTooLarge> => {
  const length = response.headers["content-length"]
  const isPacked = response.headers["content-encoding"] !== undefined
  return !isPacked && Number(length) > limit ? Effect.fail(bodyTooLarge) : readCounting(response, limit)
}
