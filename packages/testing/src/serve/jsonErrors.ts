/**
 * Every failure of a route, and every path that is no route, is answered with JSON that has a `message`.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Types from "effect/Types"
import { pathOf, patternOf } from "./route.ts"

const json = (status: number, message: string, headers?: Record<string, string>) =>
  HttpServerResponse.jsonUnsafe({ message }, { status, ...(headers === undefined ? {} : { headers }) })

/** Where a router has a route. Parameters in the path are written `:name`. */
export interface KnownRoute {
  readonly method: string
  readonly path: string
}

const refuseUnknown = (routes: ReadonlyArray<KnownRoute>) => {
  const patterns = routes.map((route) => ({ ...route, pattern: patternOf(route.path) }))
  return ({ method, url }: HttpServerRequest.HttpServerRequest) => {
    const path = pathOf(url)
    const there = patterns.filter(({ pattern }) => pattern.test(path))
    if (there.length === 0) return json(404, `there is nothing at ${path}`)
    const meant = there.find((route) => route.method === (method === "HEAD" ? "GET" : method))
    if (meant === undefined) {
      const allow = [...new Set(there.map((route) => route.method))].join(", ")
      return json(405, `${path} does not answer ${method}`, { allow })
    }
    // The route is there, so the router gave up on its parameter.
    const name = /:(\w+)/.exec(meant.path)?.[1]
    return json(400, `path${name === undefined ? "" : `.${name}`}: not percent-encoded UTF-8, or too long`)
  }
}

const unreadable = ({ description, reason }: HttpServerError.RequestParseError) =>
  reason === "BodyTooLarge" ? json(413, "the body is too large") : json(400, `body: ${description ?? "it broke off"}`)

const fromCause = Effect.fnUntraced(function* (
  cause: Cause.Cause<unknown>,
  noRoute: ReturnType<typeof refuseUnknown>
): Effect.fn.Return<HttpServerResponse.HttpServerResponse, Types.unhandled, HttpServerRequest.HttpServerRequest> {
  if (Cause.hasInterruptsOnly(cause)) return yield* Effect.interrupt
  const error = Cause.squash(cause)
  if (HttpServerError.isHttpServerError(error)) {
    const { reason } = error
    if (reason._tag === "RouteNotFound") return noRoute(yield* HttpServerRequest.HttpServerRequest)
    if (reason._tag === "RequestParseError") return unreadable(reason)
  }
  yield* Effect.logError("The request failed", cause)
  return json(500, "the service failed")
})

const isJson = ({ body, headers }: HttpServerResponse.HttpServerResponse) =>
  (headers["content-type"] ?? (body._tag === "Empty" ? undefined : body.contentType) ?? "").includes("json")

const textOf = ({ body }: HttpServerResponse.HttpServerResponse) =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : "the request failed"

/** For a router that has these routes. */
export const jsonErrors = (routes: ReadonlyArray<KnownRoute>) => {
  const noRoute = refuseUnknown(routes)
  return HttpRouter.middleware(
    (effect) =>
      effect.pipe(
        Effect.map((response) =>
          response.status >= 400 && !isJson(response) ? json(response.status, textOf(response)) : response
        ),
        // `unhandled` stands for the errors of all routes: a router asks its middleware to let them be seen.
        Effect.catchCause((cause) => fromCause(cause, noRoute))
      ),
    { global: true }
  )
}
