/**
 * The seam between services and the outside. A backend runs the operations, over HTTP or in memory; everything else in this
 * package is derived from a backend, so it behaves the same on each of them.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Failure, OperationFunction, OperationName, Operations } from "./Operation.ts"
import { makeOperations } from "./operations/errors.ts"
import { requestValidator } from "./operations/validate.ts"

export type { Failure, OperationFunction, OperationName, Operations, RequestError } from "./Operation.ts"

/** The errors of creating a room. */
export type CreateRoomError = Failure<"createRoom">
/** The errors of an operation on one room. */
export type RoomError = Failure<"roomDetails">
/** The errors of an operation on one session. */
export type SessionError = Failure<"sessionParticipants">
/** The errors of reading who is in a room. */
export type LiveError = Failure<"liveParticipants">

const validated = <Name extends OperationName>(name: Name, run: OperationFunction<Name>): OperationFunction<Name> => {
  const validate = requestValidator(name)
  return (request) => {
    const valid = validate(request)
    return Result.isFailure(valid) ? Effect.fail(valid.failure) : run(valid.success)
  }
}

/** The service that runs the operations. */
export class Backend extends Context.Service<Backend, Operations>()("@effect-rooms/core/Backend") {
  /**
   * Returns a backend that validates each request before `operations` see it. An invalid request fails with `InvalidRequest`,
   * which names the field, or with `MetadataTooLarge`.
   */
  static readonly make = (operations: Operations): Operations =>
    makeOperations((name) => validated(name, operations[name]))
}
