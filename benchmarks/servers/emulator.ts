/** The emulator, as a process that says where it listens. */
import { Emulator } from "@effect-rooms/emulator"
import { Scenario } from "@effect-rooms/testing"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

Effect.gen(function* () {
  const { url } = yield* Emulator
  yield* Console.log(url)
  return yield* Effect.never
}).pipe(Effect.provide(Emulator.layer({ scenario: Scenario.office({ rooms: 40 }) })), Effect.runFork)
