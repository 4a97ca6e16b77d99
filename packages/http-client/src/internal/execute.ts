/**
 * The way of one operation through the stack: its deadline around its attempts.
 */
import type { Attempt } from "@effect-rooms/core/Evidence"
import type { OperationName } from "@effect-rooms/core/Operation"
import { Timeout } from "@effect-rooms/core/ServiceError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as Result from "effect/Result"
import type { Answer, AttemptFailure } from "./attempt.ts"

/** An operation that failed, with everything that was tried. */
export interface Failed {
  readonly failure: AttemptFailure
  readonly attempts: ReadonlyArray<Attempt>
  readonly elapsedMillis: number
}

/** Runs an operation to its decoded answer. */
export type Execute = <A>(
  operation: OperationName,
  request: HttpClientRequest.HttpClientRequest,
  decode: (answer: Answer) => Result.Result<A, AttemptFailure>
) => Effect.Effect<A, Failed>

const attemptEvidence = ({ reason, status }: AttemptFailure): Attempt => ({
  ...(status === undefined ? {} : { status }),
  ...(reason._tag === "UnexpectedStatus" ? {} : { cause: `${reason._tag}: ${reason.message}` }),
  waitedMillis: 0
})

export const makeExecute = (
  attempt: (request: HttpClientRequest.HttpClientRequest) => Effect.Effect<Answer, AttemptFailure>,
  timeout: Duration.Duration
): Execute => {
  const outOfTime = Effect.fail<AttemptFailure>({
    reason: new Timeout({ limit: "operation", limitMillis: Duration.toMillis(timeout) })
  })
  return (_operation, request, decode) =>
    Effect.clockWith((clock) => {
      const start = clock.currentTimeMillisUnsafe()
      return attempt(request).pipe(
        Effect.flatMap((answer) => Effect.fromResult(decode(answer))),
        Effect.timeoutOrElse({ duration: timeout, orElse: () => outOfTime }),
        Effect.mapError((failure) => ({
          failure,
          attempts: [attemptEvidence(failure)],
          elapsedMillis: clock.currentTimeMillisUnsafe() - start
        }))
      )
    })
}
