/**
 * Turns a failed request into the typed error that the operation table names for it.
 *
 * @module
 */
import type { Failure, OperationFunction, OperationName, Operations, Request } from "../Operation.ts"
import { ServiceError } from "../ServiceError.ts"
import type { RequestFailure } from "../wire/RawResponse.ts"
import { errorFrom, type OperationFailure } from "./errorFrom.ts"
import { commonErrors, type OperationSpec, operationNames, operations } from "./table.ts"

/** Makes all operations, one at a time. */
export const makeOperations = (make: <Name extends OperationName>(name: Name) => OperationFunction<Name>): Operations =>
  Object.fromEntries(operationNames.map((name) => [name, make(name)])) as Operations

/**
 * Returns whether the service certainly didn't process a request.
 *
 * That is certain if no connection was made, nothing was sent, the rate limit was hit (429), or the service rejected the
 * request: any other 4xx except 408, which can come from a gateway that had passed the request on, and the redirects 307 and
 * 308, which ask for the same request elsewhere.
 */
export const wasNotProcessed = ({ neverSent, reason, status }: RequestFailure): boolean => {
  if (neverSent === true) return true
  // mutant: `=== "Transport") return !reason.requestSent` -> `=== "Transport") return reason.requestSent || true`
  if (reason._tag === "Transport") return !reason.requestSent
  if (status === 429) return true
  if (status === undefined || reason._tag !== "UnexpectedStatus") return false
  // mutant: `status < 500 && status !== 408` -> `status < 500`
  return status === 307 || status === 308 || (status >= 400 && status < 500 && status !== 408)
}

/**
 * Returns whether a failed request can be sent again without doing its work twice. Of all statuses, only 429 lets an operation
 * that isn't safe be repeated: a gateway's 425 may not mean that nothing was processed.
 */
export const mayBeRepeated = (name: OperationName, failure: RequestFailure): boolean =>
  operations[name].isSafe || (wasNotProcessed(failure) && failure.reason._tag !== "UnexpectedStatus")

const tagOf = (spec: OperationSpec, failure: OperationFailure): string | undefined => {
  if (!spec.isSafe && spec.outcomeUnknown !== undefined && !wasNotProcessed(failure)) return spec.outcomeUnknown
  const errors: OperationSpec["errors"] = { ...commonErrors, ...spec.errors }
  return failure.status === undefined ? undefined : errors[failure.status]
}

const isTag = (tag: string | undefined): tag is keyof typeof errorFrom => tag !== undefined && tag in errorFrom

/** Returns the error of an operation for a failed request. The status decides; the body only adds a message. */
export const errorOf = <Name extends OperationName>(
  name: Name,
  failure: OperationFailure,
  request: Request<Name>
): Failure<Name> => {
  const tag = tagOf(operations[name], failure)
  if (!isTag(tag)) return new ServiceError({ reason: failure.reason, evidence: failure.evidence })
  // The type of `errorFrom` has checked that the request of every operation that names the tag has the fields it needs.
  const make = errorFrom[tag] as (failure: OperationFailure, request: Request<Name>) => Failure<Name>
  return make(failure, request)
}
