/**
 * The nine operations of one client, from its options and a way to send requests.
 */

import { Backend, type Operations } from "@effect-rooms/core/Backend"
import { makeMask } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import { CircuitBreaker } from "../CircuitBreaker.ts"
import type { InvalidConfiguration } from "../InvalidConfiguration.ts"
import { makeSend } from "../policy/attempt.ts"
import { makeExecute } from "../policy/execute.ts"
import { RetryBudgetBucket } from "../policy/RetryBudgetBucket.ts"
import { RateLimit } from "../RateLimit.ts"
import { checkOptions, type RoomsHttpOptions } from "../RoomsHttpOptions.ts"
import type { Telemetry } from "../telemetry.ts"
import type { Exchange } from "../transport/exchange.ts"
import { httpOperations } from "./operations.ts"

/** Without `makeTelemetry`, a client tells nothing of what it does, and a bundle has nothing that it would be told by. */
export const makeBackend = Effect.fnUntraced(function* (
  options: RoomsHttpOptions,
  exchange: Exchange,
  makeTelemetry?: (baseUrl: string) => Telemetry
): Effect.fn.Return<Operations, InvalidConfiguration> {
  const checked = yield* Effect.fromResult(checkOptions(options))
  const mask = makeMask(checked.apiKey)
  const execute = makeExecute({
    options: checked,
    send: makeSend(exchange, checked.maxBodyBytes, mask),
    budget: checked.retryBudget === undefined ? undefined : new RetryBudgetBucket(checked.retryBudget),
    rateLimit: yield* Effect.serviceOption(RateLimit),
    circuitBreaker: yield* Effect.serviceOption(CircuitBreaker),
    telemetry: makeTelemetry?.(checked.baseUrl)
  })
  return Backend.make(httpOperations(checked, mask, execute))
})
