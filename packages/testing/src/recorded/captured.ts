/**
 * Captures a response: its body reaches the client as it arrives, and is recorded once it ends.
 */
import * as Effect from "effect/Effect"
import * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import type * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { RawBody } from "./redactor.ts"

/** The largest body that is kept, in bytes. The client gets larger ones too. */
const largestBody = 32 * 1024 * 1024

/** Is told how a body ended; only the first time counts. */
export type BodyEnded = (body: RawBody) => Effect.Effect<void, HttpClientError.HttpClientError>

const isEmptyBody = ({ reason }: HttpClientError.HttpClientError) => reason._tag === "EmptyBodyError"

const join = (chunks: ReadonlyArray<Uint8Array>): string => {
  const decoder = new TextDecoder()
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode()
}

const readThrough = (response: HttpClientResponse.HttpClientResponse, ended: BodyEnded) =>
  Stream.suspend(() => {
    let chunks: Array<Uint8Array> = []
    let bytes = 0
    return response.stream.pipe(
      Stream.mapArray((some) => {
        for (const chunk of some) {
          bytes += chunk.length
          chunks.push(chunk)
        }
        if (bytes > largestBody) chunks = []
        return some
      }),
      Stream.onEnd(
        Effect.suspend(() =>
          ended(bytes > largestBody ? { _tag: "Unread", bytes } : { _tag: "Whole", text: join(chunks) })
        )
      ),
      Stream.tapError((error) =>
        ended(isEmptyBody(error) ? { _tag: "Whole", text: "" } : { _tag: "Broken", cause: error.reason.cause })
      ),
      // The client stopped reading, for example at its own limit.
      Stream.ensuring(Effect.suspend(() => Effect.ignore(ended({ _tag: "Unread", bytes }))))
    )
  })

/** The same answer, with every way to its body but that of forms leading by `ended`. */
export const captured = (
  response: HttpClientResponse.HttpClientResponse,
  ended: BodyEnded
): Effect.Effect<HttpClientResponse.HttpClientResponse> =>
  Effect.gen(function* () {
    const stream = readThrough(response, ended)
    // A body is read once, however often the client asks for it.
    const bytes = yield* Effect.cached(Stream.mkUint8Array(Stream.catchIf(stream, isEmptyBody, () => Stream.empty)))
    const text = Effect.map(bytes, (whole) => new TextDecoder().decode(whole))
    const json = Effect.flatMap(text, (whole) =>
      Effect.try({
        try: (): Schema.Json => (whole === "" ? null : JSON.parse(whole)),
        catch: (cause) =>
          new HttpClientError.HttpClientError({
            reason: new HttpClientError.DecodeError({ request: response.request, response, cause })
          })
      })
    )
    const arrayBuffer = Effect.map(bytes, (whole) =>
      whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.byteLength)
    )
    const through: Pick<HttpClientResponse.HttpClientResponse, "stream" | "text" | "json" | "arrayBuffer"> = {
      stream,
      text,
      json,
      arrayBuffer
    }
    // Everything else is what the transport gave. Its class computes it from private fields, so it is the prototype.
    const wrapped: HttpClientResponse.HttpClientResponse = Object.create(
      response,
      Object.getOwnPropertyDescriptors(through)
    )
    return wrapped
  })
