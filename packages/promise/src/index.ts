/**
 * A client for programs that are not written with Effect: `async` methods, async iterators, `AbortSignal`, errors as classes.
 * It does what the Effect services do, by the same code.
 *
 * @module
 */
export type { ClientTransport } from "./internal/ClientTransport.ts"
export {
  ClientClosed,
  CreateOutcomeUnknown,
  InvalidConfiguration,
  InvalidRequest,
  MetadataTooLarge,
  NoLiveSession,
  PaginationError,
  RoomNotFound,
  RoomsError,
  ServiceError,
  SessionNotFound,
  Unauthorized
} from "./internal/errors.ts"
export type * from "./internal/evidence.ts"
export type * from "./internal/options.ts"
export { RoomsClient } from "./internal/RoomsClient.ts"
export type * from "./internal/resources.ts"
export type * from "./internal/values.ts"
