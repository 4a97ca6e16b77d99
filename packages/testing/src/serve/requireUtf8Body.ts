/**
 * A body is taken as the text that it says it is. What is no UTF-8 is refused: to replace it would store something else than what was
 * sent, without a word.
 */
import * as Effect from "effect/Effect"
import * as HttpServerError from "effect/http/HttpServerError"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"

const decoder = new TextDecoder("utf-8", { fatal: true })

/** The same request, whose text fails where its bytes are none. */
export const withStrictBody = (request: HttpServerRequest.HttpServerRequest): HttpServerRequest.HttpServerRequest => {
  const text = Effect.flatMap(request.arrayBuffer, (bytes) =>
    Effect.try({
      try: () => decoder.decode(bytes),
      catch: (cause) =>
        new HttpServerError.HttpServerError({
          reason: new HttpServerError.RequestParseError({ request, description: "is not valid UTF-8", cause })
        })
    })
  )
  return Object.create(request, { text: { value: text } })
}
