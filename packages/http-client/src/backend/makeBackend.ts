/**
 * The operations of one client, from its options and the current `HttpClient`.
 */
import { Backend, type Operations } from "@effect-rooms/core/Backend"
import { makeMask } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import { CircuitBreaker } from "../CircuitBreaker.ts"
import type { InvalidConfiguration } from "../InvalidConfiguration.ts"
import { checkOptions } from "../options/checkOptions.ts"
import { makeSendOnce } from "../policy/attempt.ts"
import { makeExecute } from "../policy/execute.ts"
import { RetryBudgetBucket } from "../policy/RetryBudgetBucket.ts"
import { RateLimit } from "../RateLimit.ts"
import type { RoomsHttpOptions } from "../RoomsHttpOptions.ts"
import type { Telemetry } from "../telemetry.ts"
import { currentExchange } from "../transport/httpClient.ts"
import { httpOperations } from "./operations.ts"

/** Makes the operations. Without `makeTelemetry`, the client has no telemetry, and a bundle doesn't contain any. */
export const makeBackend = Effect.fnUntraced(function* (
  options: RoomsHttpOptions,
  makeTelemetry?: (baseUrl: string) => Telemetry
): Effect.fn.Return<Operations, InvalidConfiguration, HttpClient.HttpClient> {
  const checked = yield* Effect.fromResult(checkOptions(options))
  const mask = makeMask(checked.apiKey)
  const execute = makeExecute({
    options: checked,
    sendOnce: makeSendOnce(yield* currentExchange, checked.maxBodyBytes, mask),
    budget: checked.retryBudget === undefined ? undefined : new RetryBudgetBucket(checked.retryBudget),
    rateLimit: yield* Effect.serviceOption(RateLimit),
    circuitBreaker: yield* Effect.serviceOption(CircuitBreaker),
    telemetry: makeTelemetry?.(checked.baseUrl)
  })
  return Backend.make(httpOperations(checked, mask, execute))
})
