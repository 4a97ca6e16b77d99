/**
 * The body of an error response is useful but optional: the status alone identifies the error.
 */
import { errorBodyTimeout, type RawResponse } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ResponseHead } from "./Exchange.ts"

/** Waits a short time for an error's body, and returns the response with an empty one if it doesn't arrive. */
export const orEmptyBody = ({ headers, status }: ResponseHead, read: Effect.Effect<string, unknown>) =>
  read.pipe(
    Effect.timeoutOption(errorBodyTimeout),
    Effect.catch(() => Effect.succeed(Option.none<string>())),
    Effect.map((text): RawResponse => ({ status, headers, text: Option.getOrElse(text, () => "") }))
  )
