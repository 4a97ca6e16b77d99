/**
 * What `rooms emulator start` does.
 */
import * as Effect from "effect/Effect"
import type { StartInput } from "../../commands/emulator/start.ts"
import { exitCodes } from "../../ExitCode.ts"
import { exitsWith } from "../../Interruption.ts"
import { print } from "../../Streams.ts"
import { runEmulator } from "./runEmulator.ts"

/** The terminal is closed. It interrupts nothing, and would end the process without its last writes. */
const hangUp = Effect.callback<void>((resume) => {
  const end = () => resume(Effect.void)
  process.once("SIGHUP", end)
  return Effect.sync(() => process.off("SIGHUP", end))
})

export const run = Effect.fnUntraced(function* ({ host, port, ...input }: StartInput) {
  // To be interrupted is its usual end.
  yield* exitsWith(exitCodes.fine)
  yield* runEmulator(input, { host, port }, ({ baseUrl }) =>
    // Who reads that it listens may close the terminal at once.
    Effect.raceFirst(hangUp, Effect.andThen(print(`listening on ${baseUrl}\n`), Effect.never)).pipe(
      Effect.as(exitCodes.fine)
    )
  )
})
