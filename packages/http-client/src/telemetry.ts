/**
 * Spans and metrics of a client, named after OpenTelemetry's HTTP conventions: a span for an operation and one for each of its
 * attempts, counters, and the duration of attempts.
 */
import { type OperationName, operations, type RequestFailure, urlTemplate } from "@effect-rooms/core/unstable"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import * as Result from "effect/Result"
import * as Tracer from "effect/Tracer"
import type { AttemptResult } from "./policy/attempt.ts"
import { retryBudgetTokens } from "./RetryBudget.ts"

/** The bucket boundaries that the conventions advise, in seconds. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/** The telemetry of one client. */
export interface Telemetry {
  /** Returns the telemetry of one call, which runs on this fiber. */
  readonly operation: (operation: OperationName, fiber: Fiber.Fiber<unknown, unknown>) => OperationTelemetry
}

/** The telemetry of one call of an operation. */
export interface OperationTelemetry {
  /** Puts the operation in its span and counts its end. `failureOf` finds the failure in its error. */
  readonly observeOperation: <A, E>(
    effect: Effect.Effect<A, E>,
    failureOf: (error: E) => RequestFailure
  ) => Effect.Effect<A, E>
  /** Puts an attempt in its span, counts it and measures its duration. */
  readonly observeAttempt: <A>(
    effect: Effect.Effect<AttemptResult<A>>,
    resendCount: number
  ) => Effect.Effect<AttemptResult<A>>
  readonly countRetry: () => void
  /** Reports the tokens that are left in the retry budget. */
  readonly setTokens: (tokens: number) => void
}

// A response with a successful status failed because of its body.
const errorType = ({ reason, status }: RequestFailure) =>
  status === undefined || status < 300 ? reason._tag : String(status)

const serverOf = (baseUrl: string) => {
  const url = new URL(baseUrl)
  return { address: url.hostname, port: url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port) }
}

type Server = ReturnType<typeof serverOf>

/**
 * The series of one operation. Each is a metric with its own attributes, made once: `Metric.withAttributes` would merge them
 * and look the series up at each of the three updates of a request, which takes longer than the rest of the client
 * (benchmarks/notes/requests.md).
 */
class OperationMetrics {
  readonly attributes: Readonly<Record<string, string>>
  readonly spanName: string
  readonly succeeded: Metric.Counter<number>
  readonly failed: Metric.Counter<number>
  readonly attempts: Metric.Counter<number>
  readonly retries: Metric.Counter<number>
  readonly #server: Server
  /** By status, and by status and error for attempts that failed. */
  readonly #durations = new Map<number | string | undefined, Metric.Histogram<number>>()

  constructor(operation: OperationName, server: Server) {
    const { method } = operations[operation]
    const template = urlTemplate(operation)
    this.attributes = { "http.request.method": method, "url.template": template, "rooms.operation": operation }
    this.spanName = `${method} ${template}`
    this.#server = server
    this.succeeded = this.#requests("success")
    this.failed = this.#requests("failure")
    this.attempts = this.#counter("rooms.client.attempts", "Requests sent, including retries")
    this.retries = this.#counter("rooms.client.retries", "Requests sent again")
  }

  /** Returns the series for attempts that ended like this. */
  duration(status: number | undefined, error: string | undefined): Metric.Histogram<number> {
    const end = error === undefined ? status : `${status} ${error}`
    const known = this.#durations.get(end)
    if (known !== undefined) return known
    const duration = Metric.histogram("http.client.request.duration", {
      description: "Duration of an attempt, including its body, in seconds",
      boundaries,
      attributes: {
        ...this.attributes,
        "server.address": this.#server.address,
        "server.port": `${this.#server.port}`,
        ...(status === undefined ? {} : { "http.response.status_code": `${status}` }),
        ...(error === undefined ? {} : { "error.type": error })
      }
    })
    this.#durations.set(end, duration)
    return duration
  }

  #requests(outcome: "success" | "failure") {
    return this.#counter("rooms.client.requests", "Operations that ended, successfully or not", { outcome })
  }

  #counter(id: string, description: string, more: Readonly<Record<string, string>> = {}) {
    return Metric.counter(id, { description, incremental: true, attributes: { ...this.attributes, ...more } })
  }
}

class ObservedOperation implements OperationTelemetry {
  readonly #operation: OperationName
  readonly #metrics: OperationMetrics
  readonly #server: Server
  readonly #services: Context.Context<never>
  readonly #clock: Clock.Clock
  /** Effect's native tracer doesn't export its spans, and spans cost more than everything else here. */
  readonly #isTraced: boolean

  constructor(
    operation: OperationName,
    metrics: OperationMetrics,
    server: Server,
    fiber: Fiber.Fiber<unknown, unknown>
  ) {
    this.#operation = operation
    this.#metrics = metrics
    this.#server = server
    this.#services = fiber.context
    this.#clock = fiber.getRef(Clock.Clock)
    this.#isTraced = fiber.getRef(Tracer.Tracer) !== Tracer.nativeTracer
  }

  observeOperation<A, E>(effect: Effect.Effect<A, E>, failureOf: (error: E) => RequestFailure): Effect.Effect<A, E> {
    const { attributes, failed, succeeded } = this.#metrics
    const counted = Effect.onExit(effect, (exit) => {
      if (Exit.isSuccess(exit)) succeeded.updateUnsafe(1, this.#services)
      else if (Exit.hasFails(exit)) failed.updateUnsafe(1, this.#services)
      return Effect.void
    })
    if (!this.#isTraced) return counted
    return Effect.useSpan(`rooms.${this.#operation}`, { attributes }, (span) =>
      Effect.withParentSpan(counted, span).pipe(
        Effect.tapError((error) => Effect.sync(() => span.attribute("error.type", errorType(failureOf(error)))))
      )
    )
  }

  observeAttempt<A>(effect: Effect.Effect<AttemptResult<A>>, resendCount: number): Effect.Effect<AttemptResult<A>> {
    const startMillis = this.#clock.currentTimeMillisUnsafe()
    const counted = Effect.onExit(effect, (exit) => {
      const millis = this.#clock.currentTimeMillisUnsafe() - startMillis
      this.#countAttempt(millis, Exit.isSuccess(exit) ? exit.value : undefined)
      return Effect.void
    })
    return this.#isTraced ? this.#inAttemptSpan(counted, resendCount) : counted
  }

  countRetry(): void {
    this.#metrics.retries.updateUnsafe(1, this.#services)
  }

  setTokens(tokens: number): void {
    retryBudgetTokens.updateUnsafe(tokens, this.#services)
  }

  /** Counts an attempt that ended like this, or that was interrupted. */
  #countAttempt(millis: number, ended: AttemptResult<unknown> | undefined): void {
    const error = ended === undefined || Result.isSuccess(ended.result) ? undefined : errorType(ended.result.failure)
    this.#metrics.attempts.updateUnsafe(1, this.#services)
    this.#metrics.duration(ended?.status, error).updateUnsafe(millis / 1_000, this.#services)
  }

  /** The span fails if the attempt does, although a failed attempt is a value. */
  #inAttemptSpan<A>(effect: Effect.Effect<AttemptResult<A>>, resendCount: number): Effect.Effect<AttemptResult<A>> {
    const { attributes, spanName } = this.#metrics
    const options = {
      kind: "client" as const,
      attributes: {
        ...attributes,
        "server.address": this.#server.address,
        "server.port": this.#server.port,
        ...(resendCount === 0 ? {} : { "http.request.resend_count": resendCount })
      }
    }
    return Effect.useSpan(spanName, options, (span) =>
      Effect.flatMap(Effect.withParentSpan(effect, span), (ended): Effect.Effect<AttemptResult<A>, RequestFailure> => {
        if (ended.status !== undefined) span.attribute("http.response.status_code", ended.status)
        if (Result.isSuccess(ended.result)) return Effect.succeed(ended)
        span.attribute("error.type", errorType(ended.result.failure))
        return Effect.fail(ended.result.failure)
      })
    ).pipe(Effect.catch((failure) => Effect.succeed({ result: Result.fail(failure), status: failure.status })))
  }
}

/** Makes the telemetry of a client of `baseUrl`. */
export const makeTelemetry = (baseUrl: string): Telemetry => {
  const server = serverOf(baseUrl)
  const metrics = new Map<OperationName, OperationMetrics>()
  const metricsOf = (operation: OperationName) => {
    const known = metrics.get(operation)
    if (known !== undefined) return known
    const made = new OperationMetrics(operation, server)
    metrics.set(operation, made)
    return made
  }
  return {
    operation: (operation, fiber) => new ObservedOperation(operation, metricsOf(operation), server, fiber)
  }
}
