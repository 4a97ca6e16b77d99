/**
 * What every door that speaks HTTP has before the routes: the prefix of the paths, faults as bytes, and answers written by
 * the world's quirks.
 */
import { basePath, type OperationName, type RawResponse } from "@effect-rooms/core/unstable"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type { Met } from "../faults/Faults.ts"
import { requestedFaults } from "../faults/requestedFaults.ts"
import { defaults, type Quirks } from "../Quirks.ts"
import type { World } from "../World.ts"
import { CurrentFault } from "../world/worldOperations.ts"
import { aborted, type BrokenConnection, refused, reset } from "./BrokenConnection.ts"
import { withStrictBody } from "./requireUtf8Body.ts"
import { canonicalUrl, hasReadableQuery, inputOf, operationOf, pathOf } from "./route.ts"
import { errorAnswer, faultAnswer, writeBody, writesBodiesPlainly } from "./writtenAnswer.ts"

const decoder = new TextDecoder()
const encoder = new TextEncoder()

const bytesOf = ({ body }: HttpServerResponse.HttpServerResponse): Uint8Array =>
  body._tag === "Uint8Array" ? body.body : new Uint8Array()

const textOf = (response: HttpServerResponse.HttpServerResponse): string => decoder.decode(bytesOf(response))

const toResponse = ({ headers, status, text }: RawResponse): HttpServerResponse.HttpServerResponse => {
  const { "content-type": contentType = "text/plain", ...others } = Record.filter(headers, Predicate.isNotUndefined)
  return text === ""
    ? HttpServerResponse.empty({ status, headers: status === 304 ? others : { ...others, "content-length": "0" } })
    : // As bytes: Node would write the headers in the encoding of a text.
      HttpServerResponse.uint8Array(encoder.encode(text), { status, headers: others, contentType })
}

/** The service's own answer, as its quirks write it. */
const write = (
  quirks: Quirks,
  operation: OperationName,
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  if (response.status >= 400) {
    if (quirks.errorBody === defaults.errorBody) return response
    const body: unknown = JSON.parse(textOf(response))
    const message = Predicate.hasProperty(body, "message") ? String(body.message) : ""
    return toResponse(errorAnswer(quirks, response.status, message))
  }
  // mutant: `operation === "createRoom" ? quirks.createdStatus` -> `operation === "createRoom" ? 201`
  const status = operation === "createRoom" ? quirks.createdStatus : response.status
  if (writesBodiesPlainly(quirks)) {
    return status === response.status ? response : HttpServerResponse.setStatus(response, status)
  }
  return HttpServerResponse.jsonUnsafe(writeBody(quirks, operation, JSON.parse(textOf(response))), { status })
}

/** A whole answer whose body takes its time, or breaks off. */
const send = (
  response: HttpServerResponse.HttpServerResponse,
  ending: Met["ending"],
  flush: Effect.Effect<void>
): HttpServerResponse.HttpServerResponse => {
  const flushed = Stream.drain(Stream.fromEffect(flush))
  const bytes = bytesOf(response)
  const streamed = (body: Stream.Stream<Uint8Array, BrokenConnection>) =>
    HttpServerResponse.stream(body, {
      status: response.status,
      headers: { ...response.headers, "content-length": String(bytes.length) },
      contentType: response.headers["content-type"] ?? "application/json"
    })
  switch (ending?._tag) {
    case "Stall":
      return streamed(Stream.concat(flushed, Stream.never))
    case "Cut": {
      const length = Math.min(ending.bytes ?? Math.floor(bytes.length / 2), bytes.length - 1)
      const part = Stream.concat(Stream.make(bytes.subarray(0, length)), flushed)
      return streamed(Stream.concat(part, Stream.fail(aborted)))
    }
    case "Drip": {
      const pieces = Array.chunksOf(bytes, ending.bytes).map((piece) => Uint8Array.from(piece))
      return streamed(
        Stream.mapEffect(Stream.fromIterable(pieces.entries()), ([index, piece]) =>
          Effect.delay(Effect.succeed(piece), index === 0 ? 0 : ending.everyMillis)
        )
      )
    }
    default:
      return response
  }
}

/** The URL as the routes know it; `undefined` where it lacks the prefix of this service's paths. */
const routedUrl = (written: string, prefix: Quirks["pathPrefix"]): string | undefined => {
  const url = canonicalUrl(written)
  if (prefix === "") return url
  if (url.startsWith(prefix + basePath)) return url.slice(prefix.length)
  return url.startsWith(basePath) ? undefined : url
}

/** How a door differs from others. */
export interface HttpDoorOptions {
  /** The header with which a request asks for faults of its own, as JSON of a `FaultAction` or of several. Default: none. */
  readonly faultHeader?: string
  /** Lets what was written of an answer reach the other side, for doors that write later. Default: nothing. */
  readonly flush?: (request: HttpServerRequest.HttpServerRequest) => Effect.Effect<void>
}

/**
 * Wraps the routes of a world. A connection that a fault breaks before its answer is the failure `BrokenConnection`, which the
 * door brings about in its own way.
 */
export const throughHttpDoor = <E, R>(
  world: World["Service"],
  routes: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  options: HttpDoorOptions = {}
): Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  E | BrokenConnection,
  R | HttpServerRequest.HttpServerRequest
> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (received) =>
    Effect.flatMap(world.isPlain, (isPlain) =>
      isPlain && isPlainRead(received, options.faultHeader)
        ? Effect.tap(routes, logUnauthorized(world, received))
        : throughQuirksAndFaults(world, routes, options, received)
    )
  )

/** A path and a query in which no character means anything else than itself. */
const plainUrl = /^\/[\w/.~-]*(?:\?[\w.~=&-]*)?$/

/** A read in which nothing has to be looked at: such requests are most, and pay for nothing that they do not need. */
const isPlainRead = (
  { headers, method, url }: HttpServerRequest.HttpServerRequest,
  faultHeader: string | undefined
): boolean =>
  method === "GET" && plainUrl.test(url) && (faultHeader === undefined || headers[faultHeader] === undefined)

/** The world logs what it is asked; a request without a known key is refused before. */
const logUnauthorized =
  (world: World["Service"], { method, url }: HttpServerRequest.HttpServerRequest) =>
  ({ status }: HttpServerResponse.HttpServerResponse): Effect.Effect<void> => {
    const operation = status === 401 ? operationOf(method, pathOf(url)) : undefined
    return operation === undefined ? Effect.void : world.logUnauthorized(operation, inputOf(operation, url, ""))
  }

const throughQuirksAndFaults = <E, R>(
  world: World["Service"],
  routes: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  { faultHeader, flush = () => Effect.void }: HttpDoorOptions,
  received: HttpServerRequest.HttpServerRequest
): Effect.Effect<HttpServerResponse.HttpServerResponse, E | BrokenConnection, R> =>
  Effect.gen(function* () {
    const quirks = yield* world.quirks
    const url = routedUrl(received.url, quirks.pathPrefix)
    if (url === undefined) return toResponse(errorAnswer(quirks, 404, "there is nothing here"))
    const operation = operationOf(received.method, pathOf(url))
    if (!hasReadableQuery(url)) {
      const writtenBy = operation === undefined ? defaults : quirks
      return toResponse(errorAnswer(writtenBy, 400, "query: not percent-encoded UTF-8"))
    }
    const request = withStrictBody(url === received.url ? received : received.modify({ url }))
    const handled = Effect.provideService(routes, HttpServerRequest.HttpServerRequest, request)
    if (operation === undefined) return yield* handled

    const requestId = yield* world.nextRequestId
    const identified = (response: HttpServerResponse.HttpServerResponse) =>
      // mutant: `quirks.requestId, requestId)` -> `"x-other-id", requestId)`
      requestId === undefined ? response : HttpServerResponse.setHeader(response, quirks.requestId, requestId)
    const body = operation === "createRoom" ? Effect.orElseSucceed(request.text, () => "") : Effect.succeed("")
    const logged = Effect.tap(handled, ({ status }) =>
      status === 401
        ? Effect.flatMap(body, (body) => world.logUnauthorized(operation, inputOf(operation, request.url, body)))
        : Effect.void
    )
    const done = Effect.map(logged, (response) => identified(write(quirks, operation, response)))
    const header = faultHeader === undefined ? undefined : request.headers[faultHeader]
    if (header === undefined && !(yield* world.hasFaults)) return yield* done
    const requested = header === undefined ? Result.succeed([]) : requestedFaults(header, operation)
    if (Result.isFailure(requested)) {
      return toResponse(errorAnswer(quirks, 400, `header ${faultHeader}: ${requested.failure}`))
    }

    const text = yield* body
    const apiKey = Redacted.make(request.headers["x-api-key"] ?? "")
    const met = yield* world.meet(apiKey, operation, () => inputOf(operation, request.url, text), requested.success)
    if (met === undefined) return yield* done
    const { delayMillis, ending } = met
    const worked = Effect.provideService(done, CurrentFault, met.name)
    switch (ending?._tag) {
      case "Refuse":
        return yield* Effect.delay(Effect.fail(refused), delayMillis)
      case "Reset":
        // mutant: `"afterWork") yield* worked` -> `"never") yield* worked`
        if (ending.when === "afterWork") yield* worked
        return yield* Effect.delay(Effect.fail(reset), delayMillis)
      case "Respond": {
        if (ending.when === "afterWork") yield* worked
        const answer = faultAnswer(quirks, ending, yield* world.now)
        return yield* Effect.delay(Effect.succeed(identified(toResponse(answer))), delayMillis)
      }
      default:
        return send(yield* Effect.tap(worked, Effect.sleep(delayMillis)), ending, flush(request))
    }
  })
