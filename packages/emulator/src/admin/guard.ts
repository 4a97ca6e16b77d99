/**
 * Protects the admin API from foreign web pages. The API has no key, and browsers send simple requests to any address without asking
 * first.
 */
import * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

type Request = HttpServerRequest.HttpServerRequest

const refuse = (status: number, message: string) => HttpServerResponse.jsonUnsafe({ message }, { status })

const mayCall = (origin: string, corsOrigins: ReadonlyArray<string> | undefined) =>
  corsOrigins !== undefined && (corsOrigins.length === 0 || corsOrigins.includes(origin))

/** A browser sends no `Origin` with a simple read, and old ones with a form; newer ones say where the page is. */
const isOfAnotherSite = ({ headers, method }: Request): boolean => {
  const site = headers["sec-fetch-site"]
  if (site === undefined || site === "same-origin" || site === "none") return false
  // A link may lead here: the linking page cannot read the response.
  return headers["sec-fetch-mode"] !== "navigate" || (method !== "GET" && method !== "HEAD")
}

/** Whether a page of another origin sends this. The host has been checked, so a page of the same origin is the emulator's own. */
const isForeign = (request: Request, corsOrigins: ReadonlyArray<string> | undefined): boolean => {
  const { host, origin } = request.headers
  if (origin === undefined) return isOfAnotherSite(request)
  return (host === undefined || origin !== `http://${host}`) && !mayCall(origin, corsOrigins)
}

const hasBody = (headers: Headers.Headers): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0"

/** The one type that no page may send without asking first. */
const isJson = (contentType: string | undefined): boolean =>
  contentType !== undefined && /^application\/json\s*(?:;|$)/i.test(contentType)

const refusalOf = (request: Request, corsOrigins: ReadonlyArray<string> | undefined) => {
  if (isForeign(request, corsOrigins)) {
    return refuse(
      403,
      `pages of ${request.headers.origin ?? "another site"} may not use the admin API; to allow an origin, start the emulator with --cors <origin> (corsOrigins in TypeScript)`
    )
  }
  const contentType = request.headers["content-type"]
  if (hasBody(request.headers) && !isJson(contentType)) {
    return refuse(415, `header content-type: ${contentType ?? "is missing"}; the admin API reads application/json only`)
  }
  return undefined
}

/** Guards the routes that it is provided to, however their paths are written in a request. */
export const layerAdminGuard = (corsOrigins: ReadonlyArray<string> | undefined) =>
  HttpRouter.middleware((route) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const refusal = refusalOf(request, corsOrigins)
      return refusal === undefined ? route : Effect.succeed(refusal)
    })
  ).layer
