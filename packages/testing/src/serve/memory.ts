/** The operations of one API key in memory. Faults are the typed errors that a transport gives for one attempt. */

import { InvalidResponse, Timeout, Transport, UnexpectedStatus } from "@effect-rooms/core/ServiceError"
import {
  attemptOf,
  defaultAttemptTimeout,
  defaultMaxBodyBytes,
  errorBodyBytes,
  errorBodyTimeout,
  errorOf,
  failureOf,
  isSuccess,
  type Mask,
  makeEvidence,
  makeMask,
  makeOperations,
  type OperationFunction,
  type OperationName,
  type Operations,
  operations,
  type RawResponse,
  type Request,
  type RequestFailure,
  requestIdOf,
  responseDecoder,
  type Success
} from "@effect-rooms/core/unstable"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { aborted, type BrokenConnection } from "../faults/BrokenConnection.ts"
import { carryOut, type DeliveryOf, wholeBody } from "../faults/carryOut.ts"
import type { AppliedFault } from "../faults/Faults.ts"
import type { Quirks } from "../Quirks.ts"
import type { Refusal } from "../world/behavior.ts"
import type { Host } from "../world/WorldHost.ts"
import { makeWorldEncode } from "./encode.ts"
import { errorResponse, faultResponse, sendsMessages, successResponse, withRequestId } from "./response.ts"
import { makeRoundTrip } from "./roundTrip.ts"

const timedOut: RequestFailure = {
  reason: new Timeout({ limit: "attempt", limitMillis: Duration.toMillis(defaultAttemptTimeout) })
}

const broken = ({ message, syscall }: BrokenConnection): RequestFailure => ({
  reason: new Transport({ description: message, requestSent: syscall !== "connect" })
})

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Copies a value of the world, so that a program that changes its copy doesn't change the world. */
const copy = <A>(value: A): A => {
  const copyOf = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null || DateTime.isDateTime(value)) return value
    if (Array.isArray(value)) return value.map(copyOf)
    if (Option.isOption(value)) return Option.map(value, copyOf)
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, copyOf(field)]))
  }
  return copyOf(value) as A
}

/** A response, and the way to read it once its body has arrived. */
interface Received<A> extends RawResponse {
  /** Reads the response with the text that arrived; without a text if its body couldn't be read. */
  readonly read: (text: string | undefined, nowMillis: number) => Result.Result<A, RequestFailure>
}

/** Waits until a body of this length has arrived. */
const arrival = Effect.fnUntraced(function* (length: number, deliveryOf: DeliveryOf) {
  const { after, bytes, everyMillis, pieceBytes } = deliveryOf(length)
  for (let arrived = pieceBytes; arrived < bytes; arrived += pieceBytes) yield* Effect.sleep(everyMillis)
  if (after === "stalls") return yield* Effect.never
  return after === "ends"
})

/** Receives a response as one attempt of a transport does. */
const receive = Effect.fnUntraced(function* <A>(
  { headers, read, status, text }: Received<A>,
  deliveryOf: DeliveryOf,
  mask: Mask
): Effect.fn.Return<A, RequestFailure> {
  const bytes = encoder.encode(text)
  const arrived = arrival(bytes.length, deliveryOf)
  // Text that came as bytes is well-formed and has no byte order mark.
  const decoded = decoder.decode(bytes)
  if (!isSuccess(status)) {
    const isWhole = yield* Effect.timeoutOption(
      bytes.length > errorBodyBytes ? Effect.succeed(false) : arrived,
      errorBodyTimeout
    )
    const readable = Option.contains(isWhole, true) ? decoded : undefined
    return yield* Effect.fromResult(read(readable, yield* Clock.currentTimeMillis))
  }
  const failWith = (reason: RequestFailure["reason"]) =>
    Effect.fail<RequestFailure>({ reason, status, ...requestIdOf(headers, mask) })
  if (bytes.length > defaultMaxBodyBytes) {
    const problem = `the body is larger than ${defaultMaxBodyBytes} bytes`
    return yield* failWith(new InvalidResponse({ path: "", problem, excerpt: "" }))
  }
  if (yield* arrived) return yield* Effect.fromResult(read(decoded, yield* Clock.currentTimeMillis))
  return yield* failWith(new Transport({ description: `the body broke off: ${aborted.message}`, requestSent: true }))
})

/** Makes the operations of an API key in the world of a host. */
export const makeMemoryBackend = (host: Host, apiKey: Redacted.Redacted<string>): Operations => {
  const key = Redacted.value(apiKey)
  const mask = makeMask(apiKey)
  const encodeBy = makeWorldEncode()
  const { roundTrip, travel } = makeRoundTrip()

  const make = <Name extends OperationName>(name: Name): OperationFunction<Name> => {
    const spec = operations[name]
    const decode = responseDecoder<Success<Name>>(spec.success, mask)

    const refusalFailure = (
      quirks: Quirks,
      { message, status }: Refusal,
      requestId: string | undefined,
      text: string | undefined
    ): RequestFailure => ({
      reason: new UnexpectedStatus({
        status,
        excerpt: text ?? "",
        ...(text !== undefined && sendsMessages(quirks) ? { serverMessage: message } : {}),
        retryAfter: Option.none()
      }),
      status,
      ...requestIdOf(withRequestId(quirks, { status, headers: {}, text: "" }, requestId).headers, mask)
    })

    /** Carries out a request under faults, as one attempt of a transport. */
    const attempt = (
      applied: AppliedFault,
      request: Request<Name>,
      quirks: Quirks,
      requestId: string | undefined
    ): Effect.Effect<Success<Name>, RequestFailure> => {
      const toReceived = (answer: Result.Result<Success<Name>, Refusal>): Received<Success<Name>> => {
        if (Result.isFailure(answer)) {
          const { message, status } = answer.failure
          return {
            ...withRequestId(quirks, errorResponse(quirks, status, message), requestId),
            read: (text) => Result.fail(refusalFailure(quirks, answer.failure, requestId, text))
          }
        }
        const response = successResponse(quirks, spec.status, encodeBy(quirks)(name, answer.success))
        return { ...withRequestId(quirks, response, requestId), read: () => Result.succeed(copy(answer.success)) }
      }
      const instead = (response: RawResponse): Received<Success<Name>> => ({
        ...response,
        read: (text = "", nowMillis) =>
          isSuccess(response.status)
            ? decode({ ...response, text })
            : Result.fail(failureOf({ ...response, text }, mask, nowMillis))
      })
      return carryOut(applied, {
        work: host.answer(key, name, request, applied.name),
        deliver: (answer, deliveryOf) => receive(toReceived(answer), deliveryOf, mask),
        replace: (fault) =>
          Effect.flatMap(host.now, (at) =>
            receive(instead(withRequestId(quirks, faultResponse(quirks, fault, at), requestId)), wholeBody, mask)
          ),
        breakOff: (connection) => Effect.fail(broken(connection))
      })
    }

    const failWith = (failure: RequestFailure, startMillis: number, request: Request<Name>) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const { requestId, status } = failure
        const evidence = makeEvidence(name, {
          attempts: [attemptOf(failure, 0)],
          elapsedMillis: now - startMillis,
          ...(status === undefined ? {} : { status }),
          // mutant: remove `...(requestId === undefined ? {} : { requestId })`
          ...(requestId === undefined ? {} : { requestId })
        })
        return Effect.fail(errorOf(name, { ...failure, evidence }, request))
      })

    const send = (request: Request<Name>) =>
      Effect.gen(function* () {
        const startMillis = yield* Clock.currentTimeMillis
        const applied = host.faults.isEmpty ? undefined : yield* host.applyFaults(key, name, () => request)
        const { quirks } = host
        const requestId = host.nextRequestId()
        if (applied === undefined) {
          const answer = yield* host.answer(key, name, request)
          if (Result.isSuccess(answer)) return copy(answer.success)
          const { text } = errorResponse(quirks, answer.failure.status, answer.failure.message)
          return yield* failWith(refusalFailure(quirks, answer.failure, requestId, text), startMillis, request)
        }
        // The limit runs before the request arrives, as it does over HTTP.
        const limited = Effect.timeoutOrElse(Effect.andThen(travel, attempt(applied, request, quirks, requestId)), {
          duration: defaultAttemptTimeout,
          orElse: () => Effect.fail(timedOut)
        })
        return yield* Effect.catch(limited, (failure) => failWith(failure, startMillis, request))
      })

    // The request is fixed when it is made, as JSON is: a program may change its object afterwards.
    return (request) => Effect.suspend(() => roundTrip(send(JSON.parse(JSON.stringify(request)))))
  }

  return makeOperations(make)
}
