/**
 * Every failure of a route, and every path that is no route, is answered with JSON that has a `message`.
 */
import { operations } from "@effect-rooms/core/Operation"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Types from "effect/Types"

const json = (status: number, message: string, headers?: Record<string, string>) =>
  HttpServerResponse.jsonUnsafe({ message }, { status, ...(headers === undefined ? {} : { headers }) })

const patterns = Object.values(operations).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`)
}))

const pathOf = (url: string) => url.split(/[?#]/, 1)[0] ?? ""

const noRoute = ({ method, url }: HttpServerRequest.HttpServerRequest) => {
  const path = pathOf(url)
  const allowed = patterns.filter(({ pattern }) => pattern.test(path)).map((operation) => operation.method)
  if (allowed.length === 0) return json(404, `there is nothing at ${path}`)
  // The route is there, so the router gave up on its parameter.
  if (allowed.some((known) => known === method)) {
    return json(400, "path.roomId: not percent-encoded UTF-8, or too long")
  }
  return json(405, `${path} does not answer ${method}`, { allow: allowed.join(", ") })
}

// `unhandled` stands for the errors of all routes: a router asks its middleware to let them be seen.
type AnyResponse = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  Types.unhandled,
  HttpServerRequest.HttpServerRequest
>

const fromCause = (cause: Cause.Cause<unknown>): AnyResponse =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    if (Cause.hasInterruptsOnly(cause)) return yield* Effect.interrupt
    const error = Cause.squash(cause)
    if (HttpServerError.isHttpServerError(error)) {
      if (error.reason._tag === "RouteNotFound") return noRoute(request)
      // A body that cannot be read whole: cut off, or larger than the server reads.
      if (error.reason._tag === "RequestParseError") return json(413, "the body is too large, or it broke off")
    }
    yield* Effect.logError("The request failed", cause)
    return json(500, "the service failed")
  })

const isJson = ({ body, headers }: HttpServerResponse.HttpServerResponse) =>
  (headers["content-type"] ?? (body._tag === "Empty" ? undefined : body.contentType) ?? "").includes("json")

const textOf = ({ body }: HttpServerResponse.HttpServerResponse) =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : "the request failed"

export const jsonErrors = HttpRouter.middleware(
  (effect) =>
    effect.pipe(
      Effect.map((response) =>
        response.status >= 400 && !isJson(response) ? json(response.status, textOf(response)) : response
      ),
      Effect.catchCause(fromCause)
    ),
  { global: true }
)
