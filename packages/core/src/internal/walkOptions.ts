/**
 * The options of a walk, refused before anything is sent where no walk could follow them.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Cursor, Limit } from "../Cursor.ts"
import { InvalidRequest } from "../DomainError.ts"
import { makeEvidence } from "../Evidence.ts"
import type { OperationName } from "../Operation.ts"
import { fromSchemaError } from "../SchemaProblem.ts"
import { AllSessionsPosition, SessionsPosition } from "../Session.ts"

const Options = Schema.Struct({
  concurrency: Schema.optional(Limit),
  limit: Schema.optional(Limit),
  from: Schema.optional(Schema.Union([Cursor, SessionsPosition, AllSessionsPosition]))
})

const decode = Schema.decodeUnknownEffect(Schema.toType(Options))

/** Fails with `InvalidRequest`, which names the option. */
export const checkWalkOptions = (operation: OperationName, options: object): Effect.Effect<void, InvalidRequest> =>
  Effect.mapError(Effect.asVoid(decode(options)), (error) => {
    const { path, problem } = fromSchemaError(error)
    return new InvalidRequest({ field: path, problem, evidence: makeEvidence(operation) })
  })
