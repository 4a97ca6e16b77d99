/**
 * Validates requests before anything is sent.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { InvalidRequest, MetadataTooLarge } from "../DomainError.ts"
import { type JsonMetadata, metadataBytes, metadataLimit } from "../Metadata.ts"
import type { Failure, OperationName, Request } from "../Operation.ts"
import { decodeResult } from "../wire/fastDecoder.ts"
import { fromSchemaError } from "../wire/SchemaProblem.ts"
import { makeEvidence } from "./evidence.ts"
import { operations } from "./table.ts"

/** The errors that an invalid request fails with. */
export type ValidationError<Name extends OperationName> = Extract<Failure<Name>, InvalidRequest | MetadataTooLarge>

const hasMetadata = (request: object): request is { readonly metadata: JsonMetadata } =>
  "metadata" in request && request.metadata !== undefined

/**
 * Returns a function that checks a request against the schema in the table. It drops unknown fields. Whichever operation sends
 * metadata, it may not be larger than the contract allows.
 */
export const requestValidator = <Name extends OperationName>(
  name: Name
): ((request: Request<Name>) => Result.Result<Request<Name>, ValidationError<Name>>) => {
  const decode = decodeResult<Request<OperationName>>(Schema.toType(operations[name].request))
  const validate = (request: object): Result.Result<Request<OperationName>, InvalidRequest | MetadataTooLarge> => {
    const valid = decode(request)
    if (Result.isFailure(valid)) {
      const { path, problem } = fromSchemaError(valid.failure)
      return Result.fail(new InvalidRequest({ field: path, problem, evidence: makeEvidence(name) }))
    }
    const bytes = hasMetadata(valid.success) ? metadataBytes(valid.success.metadata) : 0
    // mutant: `return bytes > metadataLimit` -> `return bytes >= metadataLimit`
    return bytes > metadataLimit
      ? Result.fail(new MetadataTooLarge({ bytes, limit: metadataLimit, evidence: makeEvidence(name) }))
      : Result.succeed(valid.success)
  }
  // The schema is that of this operation, and `Failure` has `MetadataTooLarge` if the request has metadata.
  return validate as (request: Request<Name>) => Result.Result<Request<Name>, ValidationError<Name>>
}
