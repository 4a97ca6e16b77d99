/**
 * Runs `rooms emulator exec`.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { note } from "../../../output/streams.ts"
import { runEmulator } from "../runEmulator.ts"
import type { ExecInput } from "./flags.ts"
import { runCommand } from "./runCommand.ts"

export const run = Effect.fnUntraced(function* ({ command: [command = "", ...args], ...input }: ExecInput) {
  yield* runEmulator(
    input,
    {},
    Effect.fnUntraced(function* ({ apiKey, baseUrl }) {
      if (input.verbose) yield* note(`listening on ${baseUrl}`)
      return yield* runCommand(command, args, {
        ROOMS_BASE_URL: baseUrl,
        ROOMS_API_KEY: Redacted.value(apiKey)
      })
    })
  )
})
