/**
 * The types of the operations: their requests, responses and errors, as the operation table declares them.
 *
 * @module
 */
import type { Effect } from "effect/Effect"
import type { MetadataTooLarge } from "./DomainError.ts"
import type { CommonTag, errorFrom, TagOf } from "./operations/errorFrom.ts"
import type { operations } from "./operations/table.ts"
import type { ServiceError } from "./ServiceError.ts"

type Table = typeof operations

type ErrorFrom = typeof errorFrom

/** The name of an operation. */
export type OperationName = keyof Table

/** A method that an operation is requested with. */
export type Method = Table[OperationName]["method"]

/** The request of an operation. */
export type Request<Name extends OperationName> = Table[Name]["request"]["Type"]

/** The response of an operation. */
export type Success<Name extends OperationName> = Table[Name]["success"]["Type"]

/** The errors that every operation can fail with. */
export type RequestError = ServiceError | ReturnType<ErrorFrom[CommonTag]>

/** The errors that an operation can fail with. */
export type Failure<Name extends OperationName> =
  | RequestError
  | ReturnType<ErrorFrom[TagOf<Name>]>
  | ("metadata" extends keyof Request<Name> ? MetadataTooLarge : never)

/** An operation as a function of its request. */
export type OperationFunction<Name extends OperationName> = (
  request: Request<Name>
) => Effect<Success<Name>, Failure<Name>>

/** All operations, each a function of its request. */
export type Operations = { readonly [Name in OperationName]: OperationFunction<Name> }
