/**
 * Makes an `HttpClient` decompress bodies like fetch does. Clients on `node:http` leave them compressed.
 */
import { Duplex } from "node:stream"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Stream from "effect/Stream"

/** Node's web streams are the global ones: only the names of the types differ. */
const webStreams = (stream: Duplex) => Duplex.toWeb(stream) as unknown as ReadableWritablePair<Uint8Array, Uint8Array>

// Compressed responses are rare, so the code that decompresses them is loaded with the first one.
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

/** Responses with these statuses have no body, whatever their headers say. */
const hasBody = (status: number) => status >= 200 && status !== 204 && status !== 205 && status !== 304

/** Decompresses the bodies of a client. The headers stay, so that readers can tell that `content-length` doesn't apply. */
export const unpacking = (client: HttpClient.HttpClient): HttpClient.HttpClient =>
  HttpClient.transformResponse(
    client,
    Effect.flatMap((response) =>
      response.headers["content-encoding"] === undefined || !hasBody(response.status)
        ? Effect.succeed(response)
        : unpacked(response)
    )
  )
