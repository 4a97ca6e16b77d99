/**
 * Serves the booking service on port 3000, with its documentation at /docs.
 *
 *     ROOMS_BASE_URL=http://127.0.0.1:4010 ROOMS_API_KEY=dev node booking-service/server.ts
 */
import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { RoomsHttpNode } from "@effect-rooms/http-client/node"
import { Layer } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiBuilder, HttpApiScalar } from "effect/http-api"
import { Api } from "./Api.ts"
import { layerHandlers } from "./handlers.ts"

const layerRoutes = Layer.merge(HttpApiBuilder.layer(Api), HttpApiScalar.layer(Api, { path: "/docs" })).pipe(
  Layer.provide(layerHandlers)
)

const layerServer = HttpRouter.serve(layerRoutes).pipe(
  Layer.provide(RoomsHttpNode.layerConfig()),
  Layer.provide(NodeHttpServer.layer(createServer, { port: 3000 }))
)

if (import.meta.main) Layer.launch(layerServer).pipe(NodeRuntime.runMain)
