/**
 * The exit code of an interrupted process (Ctrl-C, SIGTERM).
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { exitCodes } from "./exitCodes.ts"

/** Decides the exit code if the command is interrupted. */
export class Interruption extends Context.Service<
  Interruption,
  {
    /** Makes an interrupted process exit with this code instead of 130. */
    readonly exitWith: (code: number) => Effect.Effect<void>
    /** The exit code of a process that is interrupted now. */
    readonly exitCode: () => number
  }
>()("@effect-rooms/cli/failure/Interruption") {
  /** Returns the service of one process. */
  static readonly make = (): Interruption["Service"] => {
    let exitCode: number = exitCodes.interrupted
    return {
      exitWith: (code) =>
        Effect.sync(() => {
          exitCode = code
        }),
      exitCode: () => exitCode
    }
  }
}
