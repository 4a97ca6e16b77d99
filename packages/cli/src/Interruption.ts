/**
 * What an interruption (Ctrl-C, SIGTERM) means.
 *
 * @module
 */
import * as Effect from "effect/Effect"

let clean = false

/** For work whose end is an interruption: it exits with 0, not with 130. */
export const endsCleanly = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.onInterrupt(effect, () =>
    Effect.sync(() => {
      clean = true
    })
  )

/** Whether the interrupted work ended as it should. */
export const endedCleanly = (): boolean => clean
