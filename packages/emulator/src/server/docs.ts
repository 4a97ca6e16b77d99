/**
 * An API in a browser. Its page is two megabytes of program text, so it is loaded when first asked for.
 */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Scope from "effect/Scope"

export const layerDocs = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  path: `/${string}`
) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const scope = yield* Effect.scope
      const page = yield* Effect.promise(() => import("effect/http-api/HttpApiSwagger")).pipe(
        Effect.flatMap((HttpApiSwagger) => HttpRouter.toHttpEffect(HttpApiSwagger.layer(api, { path }))),
        Effect.provideService(Scope.Scope, scope),
        Effect.cached
      )
      yield* router.add("GET", path, Effect.flatten(page))
    })
  )
