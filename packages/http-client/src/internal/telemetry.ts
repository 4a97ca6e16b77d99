/**
 * What a client tells about itself, by the names of OpenTelemetry's HTTP conventions: a span for an operation and one for
 * each of its attempts, counters, and how long attempts took.
 */
import type { RequestFailure } from "@effect-rooms/core/Answer"
import { type OperationName, operationNames, operations, urlTemplate } from "@effect-rooms/core/Operation"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Result from "effect/Result"
import * as Tracer from "effect/Tracer"

const requests = Metric.counter("rooms.client.requests", {
  description: "Operations that ended, whatever came of them",
  incremental: true
})

const attempts = Metric.counter("rooms.client.attempts", {
  description: "Requests that were sent, retries included",
  incremental: true
})

const retries = Metric.counter("rooms.client.retries", {
  description: "Requests that were sent again",
  incremental: true
})

/** In seconds, with the boundaries that the conventions advise. */
const duration = Metric.histogram("http.client.request.duration", {
  description: "How long an attempt took, its body included, in seconds",
  boundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
})

const describe = (operation: OperationName) => {
  const attributes = {
    "http.request.method": operations[operation].method,
    "url.template": urlTemplate(operation),
    "rooms.operation": operation
  }
  return {
    attributes,
    span: `${operations[operation].method} ${urlTemplate(operation)}`,
    succeeded: Metric.withAttributes(requests, { ...attributes, outcome: "success" }),
    failed: Metric.withAttributes(requests, { ...attributes, outcome: "failure" }),
    attempts: Metric.withAttributes(attempts, attributes),
    retries: Metric.withAttributes(retries, attributes),
    duration: Metric.withAttributes(duration, attributes)
  }
}

const described = Object.fromEntries(operationNames.map((name) => [name, describe(name)])) as Record<
  OperationName,
  ReturnType<typeof describe>
>

// Spans cost more than anything else here, and the native tracer shows them to nobody.
const isTraced = Effect.withFiber((fiber) => Effect.succeed(fiber.getRef(Tracer.Tracer) !== Tracer.nativeTracer))

// A status of success is not what failed: then it was the body.
const errorType = ({ reason, status }: RequestFailure) =>
  status === undefined || status < 300 ? reason._tag : String(status)

/** An operation: its span, and one more that ended. */
export const observeOperation = <A>(
  effect: Effect.Effect<A, RequestFailure>,
  operation: OperationName
): Effect.Effect<A, RequestFailure> => {
  const { attributes, failed, succeeded } = described[operation]
  const counted = Effect.tapError(
    Effect.tap(effect, () => Metric.update(succeeded, 1)),
    () => Metric.update(failed, 1)
  )
  return Effect.flatMap(isTraced, (isTraced) =>
    isTraced
      ? Effect.useSpan(`rooms.${operation}`, { attributes }, (span) =>
          Effect.withParentSpan(counted, span).pipe(
            Effect.tapError((failure) => Effect.sync(() => span.attribute("error.type", errorType(failure))))
          )
        )
      : counted
  )
}

/** Where requests go. */
export interface Server {
  readonly address: string
  readonly port: number
}

/** An attempt: its span, how long it took, and one more that was sent. `statusOf` tells the status of its answer. */
export const observeAttempt = <A>(
  effect: Effect.Effect<A, RequestFailure>,
  operation: OperationName,
  server: Server,
  resendCount: number,
  statusOf: () => number | undefined
): Effect.Effect<A, RequestFailure> => {
  const { attempts, attributes, duration, span: spanName } = described[operation]
  const timed = Effect.clockWith((clock) => {
    const start = clock.currentTimeMillisUnsafe()
    return Effect.onExit(effect, () =>
      Effect.andThen(
        Metric.update(attempts, 1),
        Effect.suspend(() => Metric.update(duration, (clock.currentTimeMillisUnsafe() - start) / 1_000))
      )
    )
  })
  const traced = Effect.suspend(() =>
    Effect.useSpan(
      spanName,
      {
        kind: "client",
        attributes: {
          ...attributes,
          "server.address": server.address,
          "server.port": server.port,
          ...(resendCount === 0 ? {} : { "http.request.resend_count": resendCount })
        }
      },
      (span) =>
        Effect.result(Effect.withParentSpan(timed, span)).pipe(
          Effect.tap((result) =>
            Effect.sync(() => {
              const status = Result.isFailure(result) ? result.failure.status : statusOf()
              if (status !== undefined) span.attribute("http.response.status_code", status)
              if (Result.isFailure(result)) span.attribute("error.type", errorType(result.failure))
            })
          ),
          Effect.flatMap(Effect.fromResult)
        )
    )
  )
  return Effect.flatMap(isTraced, (isTraced) => (isTraced ? traced : timed))
}

export const countRetry = (operation: OperationName): Effect.Effect<void> =>
  Metric.update(described[operation].retries, 1)
