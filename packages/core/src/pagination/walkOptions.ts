/**
 * Checks the options of a walk before anything is sent.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Cursor, Limit } from "../Cursor.ts"
import { InvalidRequest } from "../DomainError.ts"
import type { OperationName } from "../Operation.ts"
import { makeEvidence } from "../operations/evidence.ts"
import { AllSessionsPosition, SessionsPosition } from "../Session.ts"
import { decodeResult } from "../wire/fastDecoder.ts"
import { fromSchemaError } from "../wire/SchemaProblem.ts"

/** Fails with `InvalidRequest`, which names the invalid option. */
export type CheckWalkOptions = (operation: OperationName, options: object) => Effect.Effect<void, InvalidRequest>

const checkOptions = <Position, Encoded>(position: Schema.Codec<Position, Encoded>): CheckWalkOptions => {
  const options = Schema.Struct({
    concurrency: Schema.optional(Limit),
    limit: Schema.optional(Limit),
    from: Schema.optional(position)
  })
  const decode = decodeResult(Schema.toType(options))
  return (operation, options) => {
    const decoded = decode(options)
    if (Result.isSuccess(decoded)) return Effect.void
    const { path, problem } = fromSchemaError(decoded.failure)
    return Effect.fail(new InvalidRequest({ field: path, problem, evidence: makeEvidence(operation) }))
  }
}

export const checkCursorOptions = checkOptions(Cursor)
export const checkSessionsOptions = checkOptions(SessionsPosition)
export const checkAllSessionsOptions = checkOptions(AllSessionsPosition)
