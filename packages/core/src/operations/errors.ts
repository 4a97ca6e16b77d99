/**
 * Turns a failed request into the typed error that the operation table names for it.
 *
 * @module
 */
import type { Effect } from "effect/Effect"
import {
  CreateOutcomeUnknown,
  InvalidRequest,
  type MetadataTooLarge,
  NoLiveSession,
  RoomNotFound,
  SessionNotFound,
  Unauthorized
} from "../DomainError.ts"
import type { Evidence } from "../Evidence.ts"
import type { RoomRequest } from "../Room.ts"
import { ServiceError } from "../ServiceError.ts"
import type { SessionRequest } from "../Session.ts"
import type { RequestFailure } from "../wire/RawResponse.ts"
import {
  commonErrors,
  type OperationName,
  type OperationSpec,
  operationNames,
  operations,
  type Request,
  type Success
} from "./table.ts"

/** A failed request with its evidence. */
export interface OperationFailure extends RequestFailure {
  readonly evidence: Evidence
}

const serverMessage = ({ reason }: RequestFailure): { readonly serverMessage?: string } =>
  reason._tag === "UnexpectedStatus" && reason.serverMessage !== undefined
    ? { serverMessage: reason.serverMessage }
    : {}

/** Makes each error that the table names from a failed request. */
const errorFrom = {
  CreateOutcomeUnknown: (failure: OperationFailure) => new CreateOutcomeUnknown(failure),
  InvalidRequest: (failure: OperationFailure) =>
    new InvalidRequest({
      field: "",
      problem: serverMessage(failure).serverMessage ?? `the service rejected it with status ${failure.status}`,
      evidence: failure.evidence
    }),
  NoLiveSession: (failure: OperationFailure, { roomId }: RoomRequest) =>
    new NoLiveSession({ roomId, evidence: failure.evidence, ...serverMessage(failure) }),
  RoomNotFound: (failure: OperationFailure, { roomId }: RoomRequest) =>
    new RoomNotFound({ roomId, evidence: failure.evidence, ...serverMessage(failure) }),
  SessionNotFound: (failure: OperationFailure, { sessionId }: SessionRequest) =>
    new SessionNotFound({ sessionId, evidence: failure.evidence, ...serverMessage(failure) }),
  Unauthorized: (failure: OperationFailure) =>
    new Unauthorized({ evidence: failure.evidence, ...serverMessage(failure) })
} satisfies {
  // Fails to compile if the table names an error that isn't here, or one that needs a field that the request doesn't have.
  readonly [Tag in TagOf<OperationName>]: (
    failure: OperationFailure,
    request: { readonly [Name in OperationName]: Tag extends TagOf<Name> ? Request<Name> : never }[OperationName]
  ) => { readonly _tag: Tag }
}

type Specs = typeof operations

type ErrorTable = typeof commonErrors

/** The tags that the table names for an operation. */
type TagOf<Name extends OperationName> = Name extends OperationName
  ?
      | ErrorTable[keyof ErrorTable]
      | Specs[Name]["errors"][keyof Specs[Name]["errors"]]
      | (Specs[Name] extends { readonly outcomeUnknown: infer Tag extends string } ? Tag : never)
  : never

type ErrorFrom = typeof errorFrom

/** The errors that every operation can fail with. */
export type CommonFailure = ReturnType<ErrorFrom[ErrorTable[keyof ErrorTable]]> | ServiceError

/** The errors that an operation can fail with. */
export type Failure<Name extends OperationName> =
  | CommonFailure
  | ReturnType<ErrorFrom[Extract<TagOf<Name>, keyof ErrorFrom>]>
  | ("metadata" extends keyof Request<Name> ? MetadataTooLarge : never)

/** An operation as a function of its request. */
export type OperationFunction<Name extends OperationName> = (
  request: Request<Name>
) => Effect<Success<Name>, Failure<Name>>

/** All operations, each a function of its request. */
export type Operations = { readonly [Name in OperationName]: OperationFunction<Name> }

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

const isTag = (tag: string | undefined): tag is keyof ErrorFrom => tag !== undefined && tag in errorFrom

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
