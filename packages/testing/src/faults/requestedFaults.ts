/**
 * The faults that a request asks for in a header: JSON of one action, or of several.
 */
import { fromSchemaError, type OperationName } from "@effect-rooms/core/unstable"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { FaultAction } from "../Fault.ts"
import { decodeFault } from "./Faults.ts"

const parse = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Unknown))

/** Returns the actions that a request of this operation asks for, or the problem with them. */
export const requestedFaults = (
  header: string,
  operation: OperationName
): Result.Result<ReadonlyArray<FaultAction>, string> =>
  Result.gen(function* () {
    const value = yield* Result.mapError(parse(header), (error) => fromSchemaError(error).problem)
    const actions: Array<FaultAction> = []
    for (const [index, action] of (Array.isArray(value) ? value : [value]).entries()) {
      const fault = yield* Result.mapError(decodeFault({ operations: [operation], action }), ({ path, problem }) => {
        const place = Array.isArray(value) ? `[${index}]` : ""
        // A problem with the operations of the fault is one with the operation of this request.
        const within = path.replace(/^action\.?/, "").replace(/^operations.*/, operation)
        return [[place, within].filter((part) => part !== "").join("."), problem]
          .filter((part) => part !== "")
          .join(": ")
      })
      actions.push(fault.action)
    }
    return actions
  })
