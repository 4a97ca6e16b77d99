/** Errors of a router as JSON with a `message`: failures of its routes, and requests that it has no route for. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Types from "effect/Types"
import { bodyProblem } from "./requireUtf8Body.ts"
import { pathOf } from "./route.ts"

const json = (status: number, message: string, headers?: Record<string, string>) =>
  HttpServerResponse.jsonUnsafe({ message }, { status, ...(headers === undefined ? {} : { headers }) })

/** The method and the path of a route. Parameters in the path are written `:name`. */
export interface KnownRoute {
  readonly method: string
  readonly path: string
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, "([^/]+)")}$`)

const refuseUnknown = (routes: ReadonlyArray<KnownRoute>) => {
  const patterns = routes.map((route) => ({ ...route, pattern: patternOf(route.path) }))
  return ({ method, url }: HttpServerRequest.HttpServerRequest) => {
    const path = pathOf(url)
    const known = patterns.filter(({ pattern }) => pattern.test(path))
    if (known.length === 0) return json(404, `there is nothing at ${path}`)
    const route = known.find((route) => route.method === (method === "HEAD" ? "GET" : method))
    if (route === undefined) {
      const allow = [...new Set(known.map((route) => route.method))].join(", ")
      return json(405, `${path} does not answer ${method}`, { allow })
    }
    // The route exists, so the router gave up on its parameter.
    const name = /:(\w+)/.exec(route.path)?.[1]
    return json(400, `path${name === undefined ? "" : `.${name}`}: not percent-encoded UTF-8, or too long`)
  }
}

const fromCause = Effect.fnUntraced(function* (
  cause: Cause.Cause<unknown>,
  noRoute: ReturnType<typeof refuseUnknown>
): Effect.fn.Return<HttpServerResponse.HttpServerResponse, Types.unhandled, HttpServerRequest.HttpServerRequest> {
  if (Cause.hasInterruptsOnly(cause)) return yield* Effect.interrupt
  const error = Cause.squash(cause)
  if (HttpServerError.isHttpServerError(error)) {
    const { reason } = error
    if (reason._tag === "RouteNotFound") return noRoute(yield* HttpServerRequest.HttpServerRequest)
    if (reason._tag === "RequestParseError") {
      const { message, status } = bodyProblem(error)
      return json(status, message)
    }
  }
  yield* Effect.logError("The request failed", cause)
  return json(500, "the service failed")
})

const isJson = ({ body, headers }: HttpServerResponse.HttpServerResponse) =>
  (headers["content-type"] ?? (body._tag === "Empty" ? undefined : body.contentType) ?? "").includes("json")

const textOf = ({ body }: HttpServerResponse.HttpServerResponse) =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : "the request failed"

/** Makes the middleware of a router that has these routes. */
export const jsonErrors = (routes: ReadonlyArray<KnownRoute>) => {
  const noRoute = refuseUnknown(routes)
  return HttpRouter.middleware(
    (effect) =>
      effect.pipe(
        Effect.map((response) =>
          response.status >= 400 && !isJson(response) ? json(response.status, textOf(response)) : response
        ),
        // A router asks its middleware to let through the errors of all routes: `unhandled` is their type.
        Effect.catchCause((cause) => fromCause(cause, noRoute))
      ),
    { global: true }
  )
}
