/**
 * What a client tells about itself, by the names of OpenTelemetry's HTTP conventions: a span for an operation and one for
 * each of its attempts, counters, and how long attempts took. Spans are made only where a tracer shows them to somebody.
 */
import {
  type OperationName,
  operationNames,
  operations,
  type RequestFailure,
  urlTemplate
} from "@effect-rooms/core/unstable"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import * as Result from "effect/Result"
import * as Tracer from "effect/Tracer"
import type { Sent } from "./policy/attempt.ts"
import { retryBudgetTokens } from "./RetryBudget.ts"

// Those that the conventions advise, in seconds.
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

// Each operation has metrics of its own: attributes that are added to one metric of all would be merged at each update.
const describe = (operation: OperationName) => {
  const attributes = {
    "http.request.method": operations[operation].method,
    "url.template": urlTemplate(operation),
    "rooms.operation": operation
  }
  const counter = (id: string, description: string, outcome: { readonly outcome?: "success" | "failure" } = {}) =>
    Metric.counter(id, { description, incremental: true, attributes: { ...attributes, ...outcome } })
  const requests = (outcome: "success" | "failure") =>
    counter("rooms.client.requests", "Operations that ended, whatever came of them", { outcome })
  return {
    attributes,
    span: `${operations[operation].method} ${urlTemplate(operation)}`,
    succeeded: requests("success"),
    failed: requests("failure"),
    attempts: counter("rooms.client.attempts", "Requests that were sent, retries included"),
    retries: counter("rooms.client.retries", "Requests that were sent again")
  }
}

const forEachOperation = <A>(make: (operation: OperationName) => A) =>
  Object.fromEntries(operationNames.map((name) => [name, make(name)])) as Record<OperationName, A>

const described = forEachOperation(describe)

type Services = Context.Context<never>

/** What the stack tells while it works. */
export interface Telemetry {
  /** Whether anybody sees the spans of a fiber: they cost more than anything else here. */
  readonly isTraced: (fiber: Fiber.Fiber<unknown, unknown>) => boolean
  /** An operation in its span. `failureOf` finds in its error why it failed. */
  readonly inOperationSpan: <A, E>(
    effect: Effect.Effect<A, E>,
    operation: OperationName,
    failureOf: (error: E) => RequestFailure
  ) => Effect.Effect<A, E>
  /** An attempt in its span, which fails where the attempt came to nothing. */
  readonly inAttemptSpan: <A>(
    effect: Effect.Effect<Sent<A>>,
    operation: OperationName,
    resendCount: number
  ) => Effect.Effect<Sent<A>>
  /** One more operation ended. */
  readonly countOperation: (operation: OperationName, isSuccess: boolean, services: Services) => void
  /** One more attempt ended, as `sent` says, unless it was interrupted. */
  readonly countAttempt: (
    operation: OperationName,
    millis: number,
    sent: Sent<unknown> | undefined,
    services: Services
  ) => void
  /** One more request is sent again. */
  readonly countRetry: (operation: OperationName, services: Services) => void
  /** So many tokens are left in the retry budget. */
  readonly setTokens: (tokens: number, services: Services) => void
}

// A status of success is not what failed: then it was the body.
const errorType = ({ reason, status }: RequestFailure) =>
  status === undefined || status < 300 ? reason._tag : String(status)

/** Where requests go. */
const serverOf = (baseUrl: string) => {
  const url = new URL(baseUrl)
  return { address: url.hostname, port: url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port) }
}

/** What a client of `baseUrl` tells to the tracer and the metrics of where it is called. */
export const makeTelemetry = (baseUrl: string): Telemetry => {
  const { address, port } = serverOf(baseUrl)
  // One for each way in which attempts ended: there are as many as there are statuses.
  const durations = forEachOperation(() => new Map<number | string | undefined, Metric.Histogram<number>>())

  const durationOf = (operation: OperationName, status: number | undefined, error: string | undefined) => {
    // A text for each success would be the dearest part of what is counted.
    const end = error === undefined ? status : `${status} ${error}`
    const known = durations[operation].get(end)
    if (known !== undefined) return known
    const duration = Metric.histogram("http.client.request.duration", {
      description: "How long an attempt took, its body included, in seconds",
      boundaries,
      attributes: {
        ...described[operation].attributes,
        "server.address": address,
        "server.port": `${port}`,
        ...(status === undefined ? {} : { "http.response.status_code": `${status}` }),
        ...(error === undefined ? {} : { "error.type": error })
      }
    })
    durations[operation].set(end, duration)
    return duration
  }

  return {
    // The native tracer shows spans to nobody.
    isTraced: (fiber) => fiber.getRef(Tracer.Tracer) !== Tracer.nativeTracer,
    inOperationSpan: (effect, operation, failureOf) =>
      Effect.useSpan(`rooms.${operation}`, { attributes: described[operation].attributes }, (span) =>
        Effect.withParentSpan(effect, span).pipe(
          Effect.tapError((error) => Effect.sync(() => span.attribute("error.type", errorType(failureOf(error)))))
        )
      ),
    inAttemptSpan: <A>(effect: Effect.Effect<Sent<A>>, operation: OperationName, resendCount: number) =>
      Effect.suspend(() => {
        const { attributes, span: name } = described[operation]
        const options = {
          kind: "client" as const,
          attributes: {
            ...attributes,
            "server.address": address,
            "server.port": port,
            ...(resendCount === 0 ? {} : { "http.request.resend_count": resendCount })
          }
        }
        return Effect.useSpan(name, options, (span) =>
          Effect.flatMap(Effect.withParentSpan(effect, span), (sent): Effect.Effect<Sent<A>, RequestFailure> => {
            if (sent.status !== undefined) span.attribute("http.response.status_code", sent.status)
            if (Result.isSuccess(sent.result)) return Effect.succeed(sent)
            span.attribute("error.type", errorType(sent.result.failure))
            return Effect.fail(sent.result.failure)
          })
        ).pipe(Effect.catch((failure) => Effect.succeed({ result: Result.fail(failure), status: failure.status })))
      }),
    countOperation: (operation, isSuccess, services) => {
      const { failed, succeeded } = described[operation]
      const counter = isSuccess ? succeeded : failed
      counter.updateUnsafe(1, services)
    },
    countAttempt: (operation, millis, sent, services) => {
      described[operation].attempts.updateUnsafe(1, services)
      const error = sent === undefined || Result.isSuccess(sent.result) ? undefined : errorType(sent.result.failure)
      durationOf(operation, sent?.status, error).updateUnsafe(millis / 1_000, services)
    },
    countRetry: (operation, services) => described[operation].retries.updateUnsafe(1, services),
    setTokens: (tokens, services) => retryBudgetTokens.updateUnsafe(tokens, services)
  }
}
