/**
 * Whether what was recorded still fits the contract.
 */
import {
  fromSchemaError,
  type OperationName,
  operationNames,
  operations,
  type SchemaProblem
} from "@effect-rooms/core/unstable"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Drift } from "./errors.ts"
import type { Exchange, RecordedBody } from "./exchange.ts"
import { operationOf } from "./operationOf.ts"
import { describeRequest } from "./requestOf.ts"

const decoderOf = (schema: Schema.Codec<unknown, unknown>) => Schema.decodeUnknownResult(schema)

const decoders = new Map(operationNames.map((name) => [name, decoderOf(operations[name].success)]))

/** The statuses of refusals that any operation may have. Their bodies may be anything, because clients go by the status. */
const refusals = new Set([400, 401, 403, 408, 413, 422, 425, 429])

const isError = (operation: OperationName, status: number) =>
  refusals.has(status) || (status >= 500 && status <= 599) || Object.hasOwn(operations[operation].errors, status)

const whole = (problem: string): SchemaProblem => ({ path: "", problem })

const problemOfBody = (operation: OperationName, body: RecordedBody): SchemaProblem | undefined => {
  switch (body._tag) {
    case "Json": {
      const decoded = decoders.get(operation)?.(body.value)
      return decoded !== undefined && Result.isFailure(decoded) ? fromSchemaError(decoded.failure) : undefined
    }
    case "Text":
      return whole("the body is not JSON")
    case "Empty":
      return whole("the body is empty")
    case "Broken":
    case "Unread":
      return undefined
  }
}

const problemOf = (operation: OperationName, { answer }: Exchange): SchemaProblem | undefined => {
  if (answer._tag !== "Answered") return undefined
  const { body, status } = answer
  if (status >= 200 && status < 300) return problemOfBody(operation, body)
  return isError(operation, status) ? undefined : whole(`the contract gives the status ${status} no meaning here`)
}

/** Returns the exchanges that no longer fit the contract, with at most one problem each. Incomplete responses are ignored. */
export const driftsOf = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<Drift> =>
  exchanges.flatMap((exchange): ReadonlyArray<Drift> => {
    const { index, request } = exchange
    const operation = operationOf(request)
    if (operation === undefined) {
      return [{ index, path: "", problem: `${describeRequest(request)} isn't an operation of the contract` }]
    }
    const problem = problemOf(operation, exchange)
    return problem === undefined ? [] : [{ index, operation, ...problem }]
  })
