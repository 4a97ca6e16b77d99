/** Runs the emulator in a process that reports its URL. */
import { Emulator } from "@effect-rooms/emulator"
import { Scenario } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import { listening } from "./listening.ts"

Effect.gen(function* () {
  const { url } = yield* Emulator
  // It counts no requests: what is measured is what it costs.
  yield* Effect.sync(() => listening(url, () => 0))
  return yield* Effect.never
}).pipe(Effect.provide(Emulator.layer({ scenario: Scenario.office({ rooms: 40 }) })), Effect.runFork)
