/**
 * The evidence of an error: enough to find the request in the logs of either side, and never the API key.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { methods, operationNames } from "./operations/table.ts"

/** One attempt at a request: the status of its response, or the reason why there isn't a usable one. */
export const Attempt = Schema.Struct({
  /** The HTTP status, if there was a response. */
  status: Schema.optionalKey(Schema.Int),
  /** The reason, if there was no usable response: a sentence without secrets. */
  cause: Schema.optionalKey(Schema.String),
  /** The wait before this attempt, in milliseconds. */
  waitedMillis: Schema.Finite
})
export interface Attempt extends Schema.Schema.Type<typeof Attempt> {}

/** The request that an error is about, with all its attempts. */
export const Evidence = Schema.Struct({
  operation: Schema.Literals(operationNames),
  method: Schema.Literals(methods),
  urlTemplate: Schema.String,
  /** The status of the last response, if there was one. */
  status: Schema.optionalKey(Schema.Int),
  /** The id that the service or a gateway gave the last response, if it has one. */
  requestId: Schema.optionalKey(Schema.String),
  /** All attempts, oldest first. Empty if nothing was sent. */
  attempts: Schema.Array(Attempt),
  /** The time from the start of the operation to its failure, in milliseconds. */
  elapsedMillis: Schema.Finite
})
export interface Evidence extends Schema.Schema.Type<typeof Evidence> {}
