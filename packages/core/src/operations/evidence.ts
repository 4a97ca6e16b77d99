/**
 * Builds the evidence of errors.
 *
 * @module
 */
import type { Evidence } from "../Evidence.ts"
import type { OperationName } from "../Operation.ts"
import { operations, urlTemplate } from "./table.ts"

/** Returns the evidence of an operation that sent nothing, changed by the given fields. */
export const makeEvidence = (name: OperationName, fields?: Partial<Evidence>): Evidence => ({
  operation: name,
  method: operations[name].method,
  urlTemplate: urlTemplate(name),
  attempts: [],
  elapsedMillis: 0,
  ...fields
})

/** Returns the evidence of an operation whose first attempt got a response with this status. */
export const evidenceFor = (name: OperationName, status: number): Evidence =>
  makeEvidence(name, { status, attempts: [{ status, waitedMillis: 0 }] })
