/**
 * The list of routes at an emulator's root address.
 */
import { World } from "@effect-rooms/testing"
import type { KnownRoute } from "@effect-rooms/testing/unstable"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

export const contentsRoute: KnownRoute = { method: "GET", path: "/" }

const describe = (origin: string, pathPrefix: string, admin: boolean) => {
  const documents = (path: string) => ({ docs: `${origin}${path}/docs`, openapi: `${origin}${path}/openapi.json` })
  return {
    baseUrl: origin + pathPrefix,
    ...documents(""),
    ...(admin ? { admin: { baseUrl: `${origin}/__emulator`, ...documents("/__emulator") } } : {})
  }
}

/** Lists the base URL and the documents, with the host by which the client reaches them. */
export const layerContents = (admin: boolean) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const world = yield* World
      yield* router.add("GET", "/", (request) => {
        // The router takes the target `*` for an empty path.
        if (!request.url.startsWith("/")) {
          return Effect.fail(
            new HttpServerError.HttpServerError({ reason: new HttpServerError.RouteNotFound({ request }) })
          )
        }
        const { host } = request.headers
        return Effect.map(world.quirks, ({ pathPrefix }) =>
          HttpServerResponse.jsonUnsafe(describe(host === undefined ? "" : `http://${host}`, pathPrefix, admin))
        )
      })
    })
  )
