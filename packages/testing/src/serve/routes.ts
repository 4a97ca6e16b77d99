/** The routes of a router next to the operations of the service. */
import { BadRequest, RequestValidation, RoomsApi } from "@effect-rooms/core/RoomsApi"
import { fromSchemaError, operationNames, operations } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Layer from "effect/Layer"
import { jsonErrors, type KnownRoute } from "./jsonErrors.ts"

/** Answers a request that doesn't match an API with 400 and a message that names the field: `query.limit: expected …`. */
export const layerValidation = HttpApiMiddleware.layerSchemaErrorTransform(RequestValidation, (error) => {
  const { path, problem } = fromSchemaError(error.cause)
  const part = { Params: "path", Query: "query", Payload: "body" }[error.kind as string] ?? "request"
  return Effect.fail(new BadRequest({ message: `${path === "" ? part : `${part}.${path}`}: ${problem}` }))
})

/** Lists the routes of an API. */
export const routesOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<KnownRoute> => {
  const routes: Array<KnownRoute> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { method, path } }) => {
      routes.push({ method, path })
    }
  })
  return routes
}

const openapiPath = "/openapi.json"

// The HTTP handler answers the operations before the router sees them, but the router answers other methods on their paths.
const operationRoutes: ReadonlyArray<KnownRoute> = operationNames.map((name) => ({
  method: operations[name].method,
  path: operations[name].path.replace(/{(\w+)}/g, ":$1")
}))

/** Adds `/openapi.json` to a router, and answers every error of the router as JSON. `others` are the other routes it has. */
export const layerRoutes = (others: ReadonlyArray<KnownRoute> = []): Layer.Layer<never, never, HttpRouter.HttpRouter> =>
  HttpRouter.use((router) =>
    router.add(
      "GET",
      openapiPath,
      Effect.sync(() => HttpServerResponse.jsonUnsafe(OpenApi.fromApi(RoomsApi)))
    )
  ).pipe(Layer.provide(jsonErrors([...operationRoutes, { method: "GET", path: openapiPath }, ...others])))

/** The settings of the router: parameters may be as long as a URL can be, and paths are taken as they are written. */
export const routerConfig: (typeof HttpRouter.RouterConfig)["Service"] = {
  caseSensitive: true,
  maxParamLength: 16_384,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: false
}
