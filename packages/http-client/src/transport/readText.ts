/**
 * Reads a response body as text, up to a limit.
 */
import * as Effect from "effect/Effect"
import type * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Stream from "effect/Stream"

/** A body that exceeds the limit. */
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
      // The response has no body, or none that can be streamed, as in React Native.
      Effect.catchIf(
        (error) => error._tag === "HttpClientError" && error.reason._tag === "EmptyBodyError",
        () => response.text
      )
    )
  })

/** Returns whether a body's declared length exceeds the limit. The length of a compressed body says nothing about its text. */
export const isDeclaredLarger = (headers: Readonly<Record<string, string | undefined>>, limit: number): boolean =>
  headers["content-encoding"] === undefined && Number(headers["content-length"]) > limit

/**
 * Reads the text of a body. The bytes are counted whatever length was declared: a browser hides from a cross-origin page that
 * it decompressed a body.
 */
export const readText = (
  response: HttpClientResponse.HttpClientResponse,
  headers: Readonly<Record<string, string | undefined>>,
  limit: number
): Effect.Effect<string, HttpClientError.HttpClientError | BodyTooLarge> =>
  isDeclaredLarger(headers, limit) ? Effect.fail(bodyTooLarge) : readCounting(response, limit)
