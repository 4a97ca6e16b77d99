import * as Effect from "effect/Effect"
import * as HttpServerError from "effect/http/HttpServerError"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"

const decoder = new TextDecoder("utf-8", { fatal: true })

/**
 * Returns the same request, but its text fails unless its bytes are valid UTF-8. A lenient decoder would silently store different
 * text.
 */
export const requireUtf8Body = (request: HttpServerRequest.HttpServerRequest): HttpServerRequest.HttpServerRequest => {
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

/** Returns the status and the message of the response to a body that cannot be read. */
export const bodyProblem = ({
  reason
}: HttpServerError.HttpServerError): { readonly status: number; readonly message: string } => {
  if (reason._tag !== "RequestParseError") return { status: 400, message: "body: it broke off" }
  return reason.reason === "BodyTooLarge"
    ? { status: 413, message: "the body is too large" }
    : { status: 400, message: `body: ${reason.description ?? "it broke off"}` }
}
