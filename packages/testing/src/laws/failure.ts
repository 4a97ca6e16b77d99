/**
 * Assertions about failures and their evidence.
 */

import { assert } from "@effect/vitest"
import type { Evidence } from "@effect-rooms/core/Evidence"
import { type OperationName, operations, urlTemplate } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Fault, InvalidFault } from "../Fault.ts"
import type { Quirks } from "../Quirks.ts"
import type { WorldGround } from "./law.ts"
import { withoutWaiting } from "./virtualTime.ts"

interface Tagged {
  readonly _tag: string
  readonly message: string
}

const hasTag = <E extends Tagged, Tag extends E["_tag"]>(
  error: E,
  tag: Tag
): error is Extract<E, { readonly _tag: Tag }> => error._tag === tag

/** Returns the error of an effect, which must fail with this tag. */
export const failure = Effect.fnUntraced(function* <A, E extends Tagged, R, const Tag extends E["_tag"]>(
  effect: Effect.Effect<A, E, R>,
  tag: Tag
) {
  const result = yield* Effect.result(effect)
  if (Result.isSuccess(result))
    assert.fail(`it succeeded, but should have failed with ${tag}: ${JSON.stringify(result.success)}`)
  const error = result.failure
  if (!hasTag(error, tag))
    assert.fail(`it failed with ${error._tag}, but should have failed with ${tag}: ${error.message}`)
  return error
})

/** Asserts the evidence of an error: the status of each attempt, or `undefined` for an attempt without a response. */
export const assertEvidence = (
  evidence: Evidence,
  operation: OperationName,
  statuses: ReadonlyArray<number | undefined>,
  { requestId }: Pick<Quirks, "requestId">
) => {
  const status = statuses.at(-1)
  assert.deepStrictEqual(
    {
      operation: evidence.operation,
      method: evidence.method,
      urlTemplate: evidence.urlTemplate,
      status: evidence.status,
      attempts: evidence.attempts.map((attempt) => attempt.status)
    },
    {
      operation,
      method: operations[operation].method,
      urlTemplate: urlTemplate(operation),
      status,
      attempts: [...statuses]
    }
  )
  if (status === undefined || requestId === "none") assert.isUndefined(evidence.requestId)
  else assert.match(evidence.requestId ?? "", /^request-\d+$/)
  for (const { cause, status } of evidence.attempts) assert.isTrue(status !== undefined || cause !== undefined)
}

/** Repeats a status, once for each attempt. */
export const times = <A>(count: number, value: A): ReadonlyArray<A> => Array.from({ length: count }, () => value)

/** Runs an effect under a fault. Waits between attempts take no time. */
export const under = <A, E, R>(
  { world }: Pick<WorldGround, "world">,
  fault: Fault,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | InvalidFault, R> =>
  Effect.acquireUseRelease(
    world.inject(fault),
    () => withoutWaiting(effect),
    ({ remove }) => remove
  )
