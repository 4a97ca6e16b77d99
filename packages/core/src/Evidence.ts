/**
 * What an error was met with: enough to find the request in a log of either side, and never the API key.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { type OperationName, operationNames, operations, urlTemplate } from "./Operation.ts"

/** One attempt at a request: the status it was answered with, or what it met instead of an answer. */
export const Attempt = Schema.Struct({
  /** The HTTP status of the answer, where there was one. */
  status: Schema.optionalKey(Schema.Int),
  /** What went wrong, where no answer could be used: a sentence without secrets. */
  cause: Schema.optionalKey(Schema.String),
  /** How long was waited before this attempt, in milliseconds. */
  waitedMillis: Schema.Finite
})
export interface Attempt extends Schema.Schema.Type<typeof Attempt> {}

/** The request that an error is about, and what became of it. */
export const Evidence = Schema.Struct({
  operation: Schema.Literals(operationNames),
  method: Schema.Literals(["GET", "POST"]),
  urlTemplate: Schema.String,
  /** The status of the last answer, where there was one. */
  status: Schema.optionalKey(Schema.Int),
  /** The id that the service or a gateway gave the last answer, where it gave one. */
  requestId: Schema.optionalKey(Schema.String),
  /** All attempts, the first one first. Empty where nothing was sent. */
  attempts: Schema.Array(Attempt),
  /** From the start of the operation to its failure, in milliseconds. */
  elapsedMillis: Schema.Finite
})
export interface Evidence extends Schema.Schema.Type<typeof Evidence> {}

/** The evidence of an operation that sent nothing, to which what was met can be added. */
export const makeEvidence = (operation: OperationName, met?: Partial<Evidence>): Evidence => ({
  operation,
  method: operations[operation].method,
  urlTemplate: urlTemplate(operation),
  attempts: [],
  elapsedMillis: 0,
  ...met
})

/** The evidence of an operation that was answered at the first attempt. */
export const answered = (operation: OperationName, status: number): Evidence =>
  makeEvidence(operation, { status, attempts: [{ status, waitedMillis: 0 }] })
