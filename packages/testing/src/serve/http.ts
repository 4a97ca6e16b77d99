/** The world over HTTP, for a server or for none at all. */
import { basePath, operations, type RawResponse } from "@effect-rooms/core/unstable"
import * as Array from "effect/Array"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type { FaultAction } from "../Fault.ts"
import type { BrokenConnection } from "../faults/BrokenConnection.ts"
import { carryOut, type DeliveryOf, wholeBody } from "../faults/carryOut.ts"
import { requestedFaults } from "../faults/requestedFaults.ts"
import { defaults, type Quirks } from "../Quirks.ts"
import { unknownApiKey } from "../world/behavior.ts"
import type { Host } from "../world/WorldHost.ts"
import { decodeRequest, hasBody, type ReceivedRequest, readableInput } from "./decodeRequest.ts"
import { makeWorldEncode } from "./encode.ts"
import { bodyProblem, requireUtf8Body } from "./requireUtf8Body.ts"
import { errorResponse, faultResponse, successResponse, withRequestId } from "./response.ts"
import { canonicalUrl, hasReadableQuery, pathOf, routeOf } from "./route.ts"

type ServerRequest = HttpServerRequest.HttpServerRequest
type ServerResponse = HttpServerResponse.HttpServerResponse

const encoder = new TextEncoder()

const toServerResponse = ({ headers, status, text }: RawResponse): ServerResponse => {
  const { "content-type": contentType = "text/plain", ...others } = Record.filter(headers, Predicate.isNotUndefined)
  return text === ""
    ? HttpServerResponse.empty({ status, headers: status === 304 ? others : { ...others, "content-length": "0" } })
    : // As bytes, because Node would write the headers in the encoding of a text.
      HttpServerResponse.uint8Array(encoder.encode(text), { status, headers: others, contentType })
}

/** Makes a response whose body arrives as a fault says. */
const deliver = (response: RawResponse, deliveryOf: DeliveryOf, flush: Effect.Effect<void>): ServerResponse => {
  if (deliveryOf === wholeBody) return toServerResponse(response)
  const { "content-type": contentType = "application/json", ...headers } = Record.filter(
    response.headers,
    Predicate.isNotUndefined
  )
  const whole = encoder.encode(response.text)
  const { after, bytes, everyMillis, pieceBytes } = deliveryOf(whole.length)
  const pieces = Array.chunksOf(whole.subarray(0, bytes), Math.max(1, pieceBytes)).map((piece) =>
    Uint8Array.from(piece)
  )
  const arriving = Stream.mapEffect(Stream.fromIterable(pieces.entries()), ([index, piece]) =>
    index === 0 || everyMillis === 0 ? Effect.succeed(piece) : Effect.delay(Effect.succeed(piece), everyMillis)
  )
  const flushed = Stream.drain(Stream.fromEffect(flush))
  const body =
    after === "ends"
      ? arriving
      : Stream.concat(Stream.concat(arriving, flushed), after === "stalls" ? Stream.never : Stream.fail(after))
  return HttpServerResponse.stream(body, {
    status: response.status,
    headers: { ...headers, "content-length": String(whole.length) },
    contentType
  })
}

/** Returns the URL without the prefix of the service's paths; `undefined` if it lacks the prefix. */
const routedUrl = (written: string, prefix: Quirks["pathPrefix"]): string | undefined => {
  const url = canonicalUrl(written)
  if (prefix === "") return url
  if (url.startsWith(prefix + basePath)) return url.slice(prefix.length)
  return url.startsWith(basePath) ? undefined : url
}

/** The options of an HTTP handler for a world. */
export interface HttpHandlerOptions {
  /** The header in which a request asks for its own faults, as JSON of one `FaultAction` or of several. Default: none. */
  readonly faultHeader?: string
  /** Sends the written part of a response to the client now, for servers that buffer. Default: does nothing. */
  readonly flush?: (request: ServerRequest) => Effect.Effect<void>
}

type Head = Omit<ReceivedRequest, "body">

const unsupportedType = ({ headers }: ServerRequest): string | undefined => {
  const type = (headers["content-type"] ?? "application/json").split(";", 1)[0]?.trim().toLowerCase()
  return type === "application/json" ? undefined : type
}

/**
 * Makes the handler of HTTP requests for a world. `otherRoutes` handle every request that isn't for an operation. A connection that
 * a fault breaks before the response is the failure `BrokenConnection`, which a server carries out in its own way.
 */
export const makeHttpHandler = <E, R>(
  host: Host,
  otherRoutes: Effect.Effect<ServerResponse, E, R>,
  { faultHeader, flush = () => Effect.void }: HttpHandlerOptions = {}
): Effect.Effect<ServerResponse, E | BrokenConnection, R | ServerRequest> => {
  const encodeBy = makeWorldEncode()

  /** Does the work of a request and makes its response. */
  const respondTo = Effect.fnUntraced(function* (
    quirks: Quirks,
    request: ServerRequest,
    head: Head,
    fault?: FaultAction["_tag"]
  ): Effect.fn.Return<RawResponse> {
    const { name } = head.route
    const apiKey = request.headers["x-api-key"] ?? ""
    if (!host.isTenant(apiKey)) {
      const text = hasBody(name) ? yield* Effect.orElseSucceed(request.text, () => "") : undefined
      yield* host.logUnauthorized(name, readableInput({ ...head, body: text }), fault)
      return errorResponse(quirks, 401, apiKey === "" ? "the header x-api-key is missing" : unknownApiKey.message)
    }
    let text: string | undefined
    if (hasBody(name)) {
      const type = unsupportedType(request)
      if (type !== undefined) return errorResponse(quirks, 415, `body: ${type} is not supported; send application/json`)
      const read = yield* Effect.result(request.text)
      if (Result.isFailure(read)) {
        const { message, status } = bodyProblem(read.failure)
        return errorResponse(quirks, status, message)
      }
      text = read.success
    }
    const decoded = decodeRequest(name, { ...head, body: text })
    if (Result.isFailure(decoded)) return errorResponse(quirks, 400, decoded.failure)
    const answer = yield* host.answer(apiKey, name, decoded.success, fault)
    return Result.isFailure(answer)
      ? errorResponse(quirks, answer.failure.status, answer.failure.message)
      : successResponse(quirks, operations[name].status, encodeBy(quirks)(name, answer.success))
  })

  const serve = Effect.fnUntraced(function* (
    quirks: Quirks,
    request: ServerRequest,
    head: Head
  ): Effect.fn.Return<ServerResponse, BrokenConnection> {
    const { name } = head.route
    const requestId = host.nextRequestId()
    const identified = (response: RawResponse) => withRequestId(quirks, response, requestId)
    const work = (fault?: FaultAction["_tag"]) =>
      respondTo(quirks, request, head, fault).pipe(
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.failCause(cause)
            : Effect.as(Effect.logError("The request failed", cause), errorResponse(quirks, 500, "the service failed"))
        ),
        Effect.map(identified)
      )
    const header = faultHeader === undefined ? undefined : request.headers[faultHeader]
    if (header === undefined && host.faults.isEmpty) return toServerResponse(yield* work())
    const requested = header === undefined ? Result.succeed([]) : requestedFaults(header, name)
    if (Result.isFailure(requested)) {
      return toServerResponse(errorResponse(quirks, 400, `header ${faultHeader}: ${requested.failure}`))
    }
    const body = hasBody(name) ? yield* Effect.orElseSucceed(request.text, () => "") : undefined
    const apiKey = request.headers["x-api-key"] ?? ""
    const applied = yield* host.applyFaults(apiKey, name, () => readableInput({ ...head, body }), requested.success)
    if (applied === undefined) return toServerResponse(yield* work())
    return yield* carryOut<RawResponse, ServerResponse, BrokenConnection, never>(applied, {
      work: work(applied.name),
      deliver: (response, deliveryOf) => Effect.sync(() => deliver(response, deliveryOf, flush(request))),
      replace: (fault) => Effect.map(host.now, (at) => toServerResponse(identified(faultResponse(quirks, fault, at)))),
      breakOff: Effect.fail
    })
  })

  return Effect.flatMap(
    HttpServerRequest.HttpServerRequest,
    (received): Effect.Effect<ServerResponse, E | BrokenConnection, R> => {
      const { quirks } = host
      const url = routedUrl(received.url, quirks.pathPrefix)
      if (url === undefined)
        return Effect.succeed(toServerResponse(errorResponse(quirks, 404, "there is nothing here")))
      const route = routeOf(received.method, pathOf(url))
      if (!hasReadableQuery(url)) {
        const message = "query: not percent-encoded UTF-8"
        return Effect.succeed(toServerResponse(errorResponse(route === undefined ? defaults : quirks, 400, message)))
      }
      if (route !== undefined) {
        const request = hasBody(route.name) ? requireUtf8Body(received) : received
        return serve(quirks, request, { route, url })
      }
      const request = requireUtf8Body(url === received.url ? received : received.modify({ url }))
      return Effect.provideService(otherRoutes, HttpServerRequest.HttpServerRequest, request)
    }
  )
}
