/**
 * The log of `--verbose` on stderr: the start and the end of every attempt, and every wait with its reason.
 *
 * Lines start with the number of the operation, because several can be in progress. Attempts are assigned to operations by the
 * client's spans; URLs and request ids come from the requests.
 *
 * @module
 */
import { requestIdOf } from "@effect-rooms/core/unstable"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as UrlParams from "effect/http/UrlParams"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Queue from "effect/Queue"
import type * as Redacted from "effect/Redacted"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as Tracer from "effect/Tracer"
import { printable } from "../output/printable.ts"
import { Secrets } from "./Secrets.ts"

/** An operation, and the end of its last attempt. */
interface OperationLog {
  readonly number: number
  attempts: number
  endedAt: bigint
  because: string
}

type SpanOptions = Parameters<Tracer.Tracer["span"]>[0]

type Say = (text: string) => void

const elapsed = (from: bigint, to: bigint): string => {
  const millis = Math.round(Number(to - from) / 1e6)
  return millis === 0 ? "0ms" : Duration.format(Duration.millis(millis))
}

/** Returns the failure that the span of an attempt ended with. */
const reasonIn = (exit: Exit.Exit<unknown, unknown>): string | undefined => {
  const failure = Exit.isFailure(exit) ? Option.getOrUndefined(Cause.findErrorOption(exit.cause)) : undefined
  return Predicate.hasProperty(failure, "reason") && failure.reason instanceof Error
    ? failure.reason.message
    : undefined
}

/** The span of an attempt, which logs its end. */
class AttemptSpan extends Tracer.NativeSpan {
  readonly log: OperationLog
  readonly say: Say

  constructor(options: SpanOptions, log: OperationLog, say: Say) {
    super(options)
    this.log = log
    this.say = say
  }

  override end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    const status = this.attributes.get("http.response.status_code")
    const errorType = this.attributes.get("error.type")
    const outcome = status ?? errorType ?? (Exit.isSuccess(exit) ? "done" : "given up")
    const requestId = this.attributes.get(requestIdAttribute)
    const reason = reasonIn(exit)
    this.say(
      `#${this.log.number} ${outcome} after ${elapsed(this.startTime, endTime)}` +
        (requestId === undefined ? "" : `, request id ${requestId}`) +
        (reason === undefined ? "" : `: ${reason}`)
    )
    this.log.endedAt = endTime
    this.log.because = String(errorType ?? outcome)
    super.end(endTime, exit)
  }
}

const requestIdAttribute = "rooms.request_id"

/** Makes a tracer whose spans of attempts are logged. Other spans are native. */
const makeTracer = (say: Say): Tracer.Tracer => {
  const logs = new WeakMap<Tracer.AnySpan, OperationLog>()
  let operations = 0
  const logOf = (operation: Tracer.AnySpan): OperationLog => {
    const log = logs.get(operation) ?? { number: ++operations, attempts: 0, endedAt: 0n, because: "" }
    logs.set(operation, log)
    return log
  }
  return Tracer.make({
    span: (options) => {
      const operation = Option.getOrUndefined(options.parent)
      if (options.kind !== "client" || operation === undefined) return new Tracer.NativeSpan(options)
      return new AttemptSpan(options, logOf(operation), say)
    }
  })
}

const targetOf = ({ method, url, urlParams }: HttpClientRequest.HttpClientRequest) => {
  const query = UrlParams.toString(urlParams)
  return `${method} ${url}${query === "" ? "" : `?${query}`}`
}

const began = (request: HttpClientRequest.HttpClientRequest, span: AttemptSpan) => {
  const { log, say, startTime } = span
  log.attempts += 1
  const again =
    log.attempts === 1
      ? ""
      : `attempt ${log.attempts}, ${elapsed(log.endedAt, startTime)} later because of ${log.because}: `
  say(`#${log.number} ${again}${targetOf(request)}`)
}

/** Tells of requests that attempts send. */
const listening = (client: HttpClient.HttpClient): HttpClient.HttpClient =>
  HttpClient.transform(client, (effect, request) =>
    Effect.flatMap(Effect.serviceOption(Tracer.ParentSpan), (parent) => {
      if (Option.isNone(parent) || !(parent.value instanceof AttemptSpan)) return effect
      const span = parent.value
      const answered = ({ headers }: HttpClientResponse.HttpClientResponse) =>
        Effect.sync(() => {
          const { requestId } = requestIdOf(headers, (text) => text)
          if (requestId !== undefined) span.attribute(requestIdAttribute, requestId)
        })
      return Effect.andThen(
        Effect.sync(() => began(request, span)),
        Effect.tap(effect, answered)
      )
    })
  )

/** Returns a function that writes lines in order. All of them are written before the scope closes. */
const makeSay = Effect.gen(function* () {
  const stdio = yield* Stdio.Stdio
  const lines = yield* Queue.make<string, Cause.Done>()
  const writing = yield* Effect.forkScoped(
    Effect.ignore(Stream.run(Stream.fromQueue(lines), stdio.stderr({ endOnDone: false })))
  )
  yield* Effect.addFinalizer(() => Effect.andThen(Queue.end(lines), Fiber.await(writing)))
  return (text: string): void => {
    Queue.offerUnsafe(lines, `${printable(text)}\n`)
  }
})

/** Returns the services over a transport, and logs their requests to stderr without the API key. */
export const layerVerbose = <A, E>(
  servicesOver: (transport: Layer.Layer<HttpClient.HttpClient>) => Layer.Layer<A, E>,
  transport: Layer.Layer<HttpClient.HttpClient>,
  apiKey: Redacted.Redacted<string>
): Layer.Layer<A, E, Stdio.Stdio | Secrets> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const say = yield* makeSay
      const { mask } = yield* Secrets
      return Layer.merge(
        servicesOver(
          Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, listening)).pipe(
            Layer.provide(transport)
          )
        ),
        Layer.succeed(
          Tracer.Tracer,
          makeTracer((text) => say(mask(text, [apiKey])))
        )
      )
    })
  )
