/**
 * The five services, derived from a backend.
 *
 * @module
 */
import * as Layer from "effect/Layer"
import type { Backend } from "./Backend.ts"
import { LiveRooms } from "./LiveRooms.ts"
import { Metrics } from "./Metrics.ts"
import { Recordings } from "./Recordings.ts"
import { Rooms } from "./Rooms.ts"
import { Sessions } from "./Sessions.ts"

/** The five services. */
export type RoomServices = Rooms | Sessions | LiveRooms | Recordings | Metrics

/** The five services, on whichever backend is provided. */
export const layer: Layer.Layer<RoomServices, never, Backend> = Layer.mergeAll(
  Rooms.layer,
  Sessions.layer,
  LiveRooms.layer,
  Recordings.layer,
  Metrics.layer
)
