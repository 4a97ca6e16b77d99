/**
 * A client for programs that are not written with Effect: `async` methods, async iterators, `AbortSignal`, errors as classes.
 * It does what the Effect services do, by the same code.
 *
 * @module
 */
export type { ClientTransport } from "./internal/promise/ClientTransport.ts"
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
} from "./internal/promise/errors.ts"
export type * from "./internal/promise/evidence.ts"
export type * from "./internal/promise/options.ts"
export { RoomsClient } from "./internal/promise/RoomsClient.ts"
export type * from "./internal/promise/resources.ts"
export type * from "./internal/promise/values.ts"
