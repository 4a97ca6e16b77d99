/**
 * The services that a command talks to.
 *
 * @module
 */
import type * as RoomServices from "@effect-rooms/core/RoomServices"
import type { InvalidConfiguration } from "@effect-rooms/http-client/InvalidConfiguration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Stdio from "effect/Stdio"
import type { UsageError } from "../failure/UsageError.ts"
import type { ConnectionInput } from "./flags.ts"
import type { Secrets } from "./Secrets.ts"

const inMemory = Effect.map(
  Effect.promise(() => import("./fake.ts")),
  ({ layerFake }) => layerFake
)

const overHttp = (input: ConnectionInput) =>
  Effect.flatMap(
    Effect.promise(() => import("./http.ts")),
    ({ layerHttp }) => layerHttp(input)
  )

/** Returns the five services that the flags, the environment and the profiles select. */
export const layerServices = (
  input: ConnectionInput
): Layer.Layer<RoomServices.RoomServices, UsageError | InvalidConfiguration, Stdio.Stdio | Secrets> =>
  Layer.unwrap(input.fake ? inMemory : overHttp(input))
