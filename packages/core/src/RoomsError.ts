/**
 * Every error of the five services, as one type.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import {
  CreateOutcomeUnknown,
  InvalidRequest,
  MetadataTooLarge,
  NoLiveSession,
  RoomNotFound,
  SessionNotFound,
  Unauthorized
} from "./DomainError.ts"
import type { Failure, OperationName } from "./Operation.ts"
import { PaginationError } from "./PaginationError.ts"
import { ServiceError } from "./ServiceError.ts"

const errors = [
  RoomNotFound,
  SessionNotFound,
  NoLiveSession,
  Unauthorized,
  MetadataTooLarge,
  InvalidRequest,
  CreateOutcomeUnknown,
  ServiceError,
  PaginationError
] as const

type Forgotten = Exclude<Failure<OperationName> | PaginationError, (typeof errors)[number]["Type"]>

/**
 * Every error that an operation of the five services can fail with. Each operation's own type lists only its own errors.
 * It is a schema, so `Schema.is(RoomsError)` recognizes one.
 *
 * @example
 * ```ts
 * import type { RoomsError } from "@effect-rooms/core"
 *
 * const statusOf = (error: RoomsError): number => {
 *   switch (error._tag) {
 *     case "RoomNotFound":
 *     case "SessionNotFound":
 *     case "NoLiveSession":
 *       return 404
 *     case "InvalidRequest":
 *     case "MetadataTooLarge":
 *       return 400
 *     case "Unauthorized":
 *     case "ServiceError":
 *     case "PaginationError":
 *     case "CreateOutcomeUnknown":
 *       return 502
 *   }
 * }
 * ```
 */
export const RoomsError = Schema.Union(
  // Fails to compile if an operation can fail with an error that isn't in the list.
  errors satisfies [Forgotten] extends [never] ? unknown : Forgotten
)
export type RoomsError = (typeof errors)[number]["Type"]
