import { UnexpectedStatus } from "@effect-rooms/core/ServiceError"
import { errorOf, evidenceFor, makeOperations, type Operations } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { Host } from "../world/WorldHost.ts"

/** Makes the operations of an API key, straight on the world: no fault applies, and no other fiber runs in between. */
export const directOperations = (host: Host, apiKey: Redacted.Redacted<string>): Operations =>
  makeOperations(
    (name) => (request) =>
      Effect.flatMap(host.answer(Redacted.value(apiKey), name, request), (answer) => {
        if (Result.isSuccess(answer)) return Effect.succeed(answer.success)
        const { message, status } = answer.failure
        const reason = new UnexpectedStatus({ status, excerpt: "", serverMessage: message, retryAfter: Option.none() })
        return Effect.fail(errorOf(name, { reason, status, evidence: evidenceFor(name, status) }, request))
      })
  )
