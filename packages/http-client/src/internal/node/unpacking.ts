/**
 * An `HttpClient` that unpacks what comes compressed, as fetch does: for clients on `node:http`, which gives it as it comes.
 */
import { Duplex } from "node:stream"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Stream from "effect/Stream"
import { unpackStreamsOf } from "./unpack.ts"

/** Node's own web streams are the global ones: only the names of their types differ. */
const webStreams = (stream: Duplex) => Duplex.toWeb(stream) as unknown as ReadableWritablePair<Uint8Array, Uint8Array>

const unpacked = (response: HttpClientResponse.HttpClientResponse): HttpClientResponse.HttpClientResponse => {
  const { headers, request, status } = response
  // These have no body, whatever they say of it.
  if (status < 200 || status === 204 || status === 205 || status === 304) return response
  const streams = unpackStreamsOf(headers["content-encoding"])
  if (streams.length === 0) return response
  const body = streams.reduce<ReadableStream<Uint8Array>>(
    (packed, stream) => packed.pipeThrough(webStreams(stream)),
    Stream.toReadableStream(response.stream)
  )
  return HttpClientResponse.fromWeb(request, new Response(body, { status, headers }))
}

/** Its headers stay what they were: what reads a body knows by them that a declared length is not the body's. */
export const unpacking = (client: HttpClient.HttpClient): HttpClient.HttpClient =>
  HttpClient.transformResponse(client, Effect.map(unpacked))
