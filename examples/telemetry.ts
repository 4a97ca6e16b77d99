/**
 * Counts the rooms of an account, and exports what the client tells about its requests (spans and metrics by the names of
 * OpenTelemetry) to a collector.
 *
 *     ROOMS_BASE_URL=http://127.0.0.1:4010 ROOMS_API_KEY=dev \
 *     OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 node telemetry.ts
 */

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { type PaginationError, type RequestError, Rooms } from "@effect-rooms/core"
import { RoomsHttp } from "@effect-rooms/http-client"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Otlp from "effect/observability/Otlp"
import type * as OtlpExporter from "effect/observability/OtlpExporter"
import * as Stream from "effect/Stream"

/** The spans of all its requests are inside one of its own. */
export const countRooms: Effect.Effect<number, RequestError | PaginationError, Rooms> = Effect.gen(function* () {
  const rooms = yield* Rooms
  return yield* Stream.runCount(rooms.stream())
}).pipe(Effect.withSpan("countRooms"))

/** Exports traces, metrics and logs to the collector at this URL, every few seconds and at the end. */
export const layerTelemetry = (collectorUrl: string): Layer.Layer<OtlpExporter.Flusher> =>
  Otlp.layerJson({ baseUrl: collectorUrl, resource: { serviceName: "rooms-example" } }).pipe(
    Layer.provide(FetchHttpClient.layer)
  )

const layerTelemetryConfig = Layer.unwrap(
  Config.String("OTEL_EXPORTER_OTLP_ENDPOINT").pipe(
    Config.withDefault("http://127.0.0.1:4318"),
    Effect.map(layerTelemetry)
  )
)

if (import.meta.main) {
  countRooms.pipe(
    Effect.flatMap((rooms) => Console.log(`${rooms} rooms`)),
    Effect.provide(RoomsHttp.layerConfigFetch()),
    // Last, so that it is there for all of the above, and exports the rest when all of that has ended.
    Effect.provide(layerTelemetryConfig),
    NodeRuntime.runMain
  )
}
