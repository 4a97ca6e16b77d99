/**
 * An exchange on the platform's `fetch`, with what a program tells `FetchHttpClient`: its `Fetch` and its `RequestInit`.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { type Exchange, withExchange } from "./exchange.ts"
import { exchangeFrom } from "./exchangeFrom.ts"
import { Gathering } from "./Gathering.ts"

/** The text of a body as it comes, as far as it is wanted. */
const readCounting = async (body: ReadableStream<Uint8Array>, gathering: Gathering): Promise<string> => {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ""
  while (true) {
    const { done, value } = await reader.read()
    if (done || !gathering.take(value.length)) return text + decoder.decode()
    text += decoder.decode(value, { stream: true })
  }
}

const receive = async (response: Response, gathering: Gathering): Promise<void> => {
  const headers: Record<string, string> = {}
  response.headers.forEach((value, name) => {
    headers[name] = value
  })
  if (!gathering.begin({ status: response.status, headers })) return
  // A declared length is believed only where it is the length of what is read: not when compressed.
  const isCounted = headers["content-length"] === undefined || headers["content-encoding"] !== undefined
  gathering.end(
    isCounted && response.body !== null ? await readCounting(response.body, gathering) : await response.text()
  )
}

/** `services` are those of the layer, for what the fiber of a request does not have. */
const makeExchange = (services: Context.Context<never>): Exchange =>
  exchangeFrom(({ body, headers, method, url }, bodyBytes, listener, fiber) => {
    // The client sends text, or nothing. The length of it is for fetch to tell.
    const isText = body._tag === "Uint8Array"
    const own = isText ? Headers.remove(headers, "content-length") : headers
    const fetch =
      Context.getOrUndefined(fiber.context, FetchHttpClient.Fetch) ?? Context.get(services, FetchHttpClient.Fetch)
    const init =
      Context.getOrUndefined(fiber.context, FetchHttpClient.RequestInit) ??
      Context.getOrUndefined(services, FetchHttpClient.RequestInit)
    const controller = new AbortController()
    const gathering = new Gathering(bodyBytes, listener, () => controller.abort())
    const send = async () => {
      const response = await fetch(url, {
        ...init,
        method,
        headers: init?.headers === undefined ? own : Headers.merge(Headers.fromInput(init.headers), own),
        ...(isText ? { body: new Uint8Array(body.body) } : {}),
        // Followed, a redirect would take the API key with it.
        redirect: "manual",
        signal: controller.signal
      })
      await receive(response, gathering)
    }
    send().catch((cause) => gathering.fail(cause, false))
    // Nothing tells when a connection is made; why none was made, the cause of a failure does.
    return { gathering, isStarted: true }
  })

/** `FetchHttpClient.layer` with an exchange of its own. */
export const layerFetchClient: Layer.Layer<HttpClient.HttpClient> = Layer.effect(
  HttpClient.HttpClient,
  Effect.contextWith((services: Context.Context<HttpClient.HttpClient>) =>
    Effect.succeed(withExchange(Context.get(services, HttpClient.HttpClient), makeExchange(services)))
  )
).pipe(Layer.provide(FetchHttpClient.layer))
