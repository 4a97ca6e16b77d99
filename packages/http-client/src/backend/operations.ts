/**
 * The operations over HTTP: encoded as the operation table says, sent, and read.
 */
import type { Operations } from "@effect-rooms/core/Backend"
import {
  definedFields,
  errorOf,
  type Mask,
  makeEvidence,
  makeOperations,
  type OperationFunction,
  type OperationName,
  operations,
  requestEncoder,
  responseDecoder,
  type Success
} from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { CheckedOptions } from "../options/checkOptions.ts"
import type { Execute } from "../policy/execute.ts"
import type { OutgoingRequest } from "../transport/Exchange.ts"

/** Returns all operations, each sent by `execute`. */
export const httpOperations = (options: CheckedOptions, mask: Mask, execute: Execute): Operations => {
  // Made once, because all requests have the same headers.
  // mutant: `"x-api-key": Redacted.value(options.apiKey)` -> `"x-api-kay": Redacted.value(options.apiKey)`
  const headers = { accept: "application/json", "x-api-key": Redacted.value(options.apiKey) }
  // mutant: `"content-type": "application/json"` -> `"content-type": "text/plain"`
  const headersOfBody = { ...headers, "content-type": "application/json" }

  const operation = <Name extends OperationName>(name: Name): OperationFunction<Name> => {
    const encode = requestEncoder(name)
    const decode = responseDecoder<Success<Name>>(operations[name].success, mask)
    return (request) => {
      const { body, method, url } = encode(request)
      const outgoing: OutgoingRequest = {
        method,
        // mutant: `options.baseUrl + url` -> `options.baseUrl + "/v1" + url`
        url: options.baseUrl + url,
        headers: body === undefined ? headers : headersOfBody,
        body
      }
      return Effect.mapError(
        execute({ operation: name, request: outgoing, decode }),
        ({ attempts, elapsedMillis, failure }) => {
          const { requestId, status } = failure
          // mutant: `attempts,` -> `attempts: [],`
          // mutant: `status, requestId })` -> `requestId })`
          // mutant: `status, requestId })` -> `status })`
          const evidence = makeEvidence(name, { attempts, elapsedMillis, ...definedFields({ status, requestId }) })
          return errorOf(name, { ...failure, evidence }, request)
        }
      )
    }
  }
  return makeOperations(operation)
}
