/**
 * The services that a command talks to.
 *
 * @module
 */
import type * as RoomServices from "@effect-rooms/core/RoomServices"
import type { InvalidConfiguration } from "@effect-rooms/http-client/InvalidConfiguration"
import * as RoomsHttp from "@effect-rooms/http-client/RoomsHttp"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { ConnectionInput } from "./Connection.ts"
import { settingsOf } from "./Settings.ts"
import { Transport } from "./Transport.ts"
import type { UsageError } from "./UsageError.ts"

const overHttp = Effect.fnUntraced(function* (input: ConnectionInput) {
  const settings = yield* settingsOf(input)
  const timeout = Option.match(input.timeout, { onNone: () => ({}), onSome: (timeout) => ({ timeout }) })
  return Layer.provide(RoomsHttp.layer({ ...settings, ...timeout }), yield* Transport)
})

const inMemory = Effect.map(
  Effect.promise(() => import("./Fake.ts")),
  ({ layerFake }) => layerFake
)

/** The five services that the flags and the environment name. */
export const layerServices = (
  input: ConnectionInput
): Layer.Layer<RoomServices.RoomServices, UsageError | InvalidConfiguration> =>
  Layer.unwrap(input.fake ? inMemory : overHttp(input))
