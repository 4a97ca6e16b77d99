/**
 * Runs `rooms emulator start`.
 */
import { defaultApiKey } from "@effect-rooms/testing/World"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stdio from "effect/Stdio"
import { exitCodes } from "../../../failure/exitCodes.ts"
import { Interruption } from "../../../failure/Interruption.ts"
import { note, print } from "../../../output/streams.ts"
import { quoted } from "../../../terminal/quoted.ts"
import { type Running, runEmulator } from "../runEmulator.ts"
import type { StartInput } from "./flags.ts"

/** Waits until the terminal is closed. By default that would end the process without its last writes. */
const hangUp = Effect.callback<void>((resume) => {
  const end = () => resume(Effect.void)
  process.once("SIGHUP", end)
  return Effect.sync(() => process.off("SIGHUP", end))
})

/** Returns the next steps, for people. It never shows a key that the user chose. */
const nextSteps = ({ apiKey, baseUrl, url }: Running, admin: boolean) => {
  const isDefault = Redacted.value(apiKey) === Redacted.value(defaultApiKey)
  return [
    `docs: ${url}/docs`,
    ...(admin ? [`admin API: ${url}/__emulator/docs`] : []),
    "",
    `export ROOMS_BASE_URL=${quoted(baseUrl)}`,
    isDefault
      ? `export ROOMS_API_KEY=${quoted(Redacted.value(defaultApiKey))}`
      : "# ROOMS_API_KEY is the first --api-key",
    ""
  ].join("\n")
}

/** Prints the URL on the first line, which programs read, and the next steps on a terminal. */
const greet = Effect.fnUntraced(function* (running: Running, admin: boolean) {
  const isTerminal = yield* (yield* Stdio.Stdio).stdoutIsTerminal
  yield* print(`listening on ${running.baseUrl}\n${isTerminal ? nextSteps(running, admin) : ""}`)
})

/** Ends the line after `^C`, so that the prompt of the shell starts on its own line. */
const endLine = Effect.flatMap(Stdio.Stdio, ({ stderrIsTerminal }) =>
  Effect.flatMap(stderrIsTerminal, (isTerminal) => (isTerminal ? Effect.ignore(note("")) : Effect.void))
)

export const run = Effect.fnUntraced(function* ({ host, port, ...input }: StartInput) {
  // An emulator usually ends by being interrupted.
  const interruption = yield* Interruption
  yield* interruption.exitWith(exitCodes.fine)
  yield* runEmulator(input, { host, port }, (running) =>
    // The terminal can close as soon as the first line is printed.
    Effect.raceFirst(hangUp, Effect.andThen(greet(running, !input.noAdmin), Effect.never)).pipe(
      Effect.as(exitCodes.fine),
      Effect.onInterrupt(() => endLine)
    )
  )
})
