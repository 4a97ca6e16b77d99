/**
 * What an interruption (Ctrl-C, SIGTERM) means.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { exitCodes } from "./exitCodes.ts"

let exitCode: number = exitCodes.interrupted

/** For work that goes on until it is interrupted, or ends something else first: the process exits with this, not with 130. */
export const exitsWith = (code: number): Effect.Effect<void> =>
  Effect.sync(() => {
    exitCode = code
  })

/** What the process exits with when it was interrupted. */
export const interruptedExitCode = (): number => exitCode
