/**
 * An `HttpClient` that unpacks what comes compressed, as fetch does: for clients on `node:http`, which give it as it comes.
 */
import { Duplex } from "node:stream"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Stream from "effect/Stream"

/** Node's own web streams are the global ones: only the names of their types differ. */
const webStreams = (stream: Duplex) => Duplex.toWeb(stream) as unknown as ReadableWritablePair<Uint8Array, Uint8Array>

// Almost no answer comes compressed: what unpacks it is loaded with the first one that does.
const unpacked = Effect.fnUntraced(function* (response: HttpClientResponse.HttpClientResponse) {
  const { headers, request, status } = response
  const { unpackStreamsOf } = yield* Effect.promise(() => import("./unpack.ts"))
  const streams = unpackStreamsOf(headers["content-encoding"])
  if (streams.length === 0) return response
  const body = streams.reduce<ReadableStream<Uint8Array>>(
    (packed, stream) => packed.pipeThrough(webStreams(stream)),
    Stream.toReadableStream(response.stream)
  )
  return HttpClientResponse.fromWeb(request, new Response(body, { status, headers }))
})

/** An answer with one of these statuses has no body, whatever its headers say. */
const hasBody = (status: number) => status >= 200 && status !== 204 && status !== 205 && status !== 304

/** Its headers stay what they were: what reads a body knows by them that a declared length is not the body's. */
export const unpacking = (client: HttpClient.HttpClient): HttpClient.HttpClient =>
  HttpClient.transformResponse(
    client,
    Effect.flatMap((response) =>
      response.headers["content-encoding"] === undefined || !hasBody(response.status)
        ? Effect.succeed(response)
        : unpacked(response)
    )
  )
