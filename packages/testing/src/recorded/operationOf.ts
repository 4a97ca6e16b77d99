/**
 * The operation that a recorded request belongs to.
 */
import { operationOf as matchOperation, type OperationName } from "@effect-rooms/core/unstable"
import type { RecordedRequest } from "./exchange.ts"

/** Returns the operation of a recorded request, if it is one. */
export const operationOf = ({ method, path }: RecordedRequest): OperationName | undefined =>
  matchOperation(method, path)?.name
