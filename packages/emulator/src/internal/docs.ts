/**
 * `/docs`: the contract in a browser. Its page is two megabytes of program text, so it is loaded when first asked for.
 */
import { RoomsApi } from "@effect-rooms/core/RoomsApi"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Scope from "effect/Scope"

export const layerDocs = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const scope = yield* Effect.scope
    const page = yield* Effect.promise(() => import("effect/http-api/HttpApiSwagger")).pipe(
      Effect.flatMap((HttpApiSwagger) => HttpRouter.toHttpEffect(HttpApiSwagger.layer(RoomsApi))),
      Effect.provideService(Scope.Scope, scope),
      Effect.cached
    )
    yield* router.add("GET", "/docs", Effect.flatten(page))
  })
)
