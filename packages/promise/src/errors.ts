/**
 * The errors of a client: the same classes that the Effect services use.
 */
import { RoomsError as Errors, type RoomsError as RoomsErrorType } from "@effect-rooms/core/RoomsError"

export {
  CreateOutcomeUnknown,
  InvalidRequest,
  MetadataTooLarge,
  NoLiveSession,
  RoomNotFound,
  SessionNotFound,
  Unauthorized
} from "@effect-rooms/core/DomainError"
export type { Attempt, Evidence } from "@effect-rooms/core/Evidence"
export { PaginationError, type PaginationErrorReason } from "@effect-rooms/core/PaginationError"
export { ServiceError, type ServiceErrorReason } from "@effect-rooms/core/ServiceError"
export { InvalidConfiguration } from "@effect-rooms/http-client/InvalidConfiguration"

/** Every error that the service or the network can cause. A canceled call and a closed client have their own errors. */
export type RoomsError = RoomsErrorType

/** Recognizes the errors of requests: after `error instanceof RoomsError`, TypeScript tells them apart by `_tag`. */
export const RoomsError: { readonly [Symbol.hasInstance]: (value: unknown) => value is RoomsError } = {
  [Symbol.hasInstance]: (value): value is RoomsError => Errors.members.some((member) => value instanceof member)
}

/** The client was closed: before the call, or while it was in flight. */
export class ClientClosed extends Error {
  readonly _tag = "ClientClosed"
  readonly isRetryable = false
  override readonly name = "ClientClosed"

  constructor() {
    super("the client was closed")
  }
}
