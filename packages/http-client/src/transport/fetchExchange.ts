/**
 * An exchange on the platform's `fetch`, with what a program tells `FetchHttpClient`: its `Fetch` and its `RequestInit`.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Exchange } from "./exchange.ts"
import { exchangeFrom } from "./exchangeFrom.ts"
import { Fetch, RequestInit } from "./fetchServices.ts"
import { Gathering } from "./ResponseCollector.ts"

/** Reads the text of a body until there is more of it than is wanted. */
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
  // Counted whatever length was declared: to a page elsewhere, a browser shows no sign that it unpacked the body.
  const body: Response["body"] | undefined = response.body
  // React Native has no streams.
  gathering.end(body ? await readCounting(body, gathering) : await response.text())
}

const headersOf = (given: HeadersInit, own: Readonly<Record<string, string>>) => {
  const headers = new Headers(given)
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
  return headers
}

/** `services` are those of the layer, for what the fiber of a request does not have. */
const exchangeWith = (services: Context.Context<never>): Exchange =>
  exchangeFrom(({ body = null, headers, method, url }, bodyBytes, listener, fiber) => {
    const fetch =
      Context.getOrUndefined(fiber.context, Fetch) ?? Context.getOrUndefined(services, Fetch) ?? globalThis.fetch
    const init = Context.getOrUndefined(fiber.context, RequestInit) ?? Context.getOrUndefined(services, RequestInit)
    const controller = new AbortController()
    const gathering = new Gathering(bodyBytes, listener, () => controller.abort())
    const send = async () => {
      const response = await fetch(url, {
        ...init,
        method,
        headers: init?.headers === undefined ? headers : headersOf(init.headers, headers),
        body,
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

/** The exchange on fetch, in the services of where it is made. */
export const fetchExchange: Effect.Effect<Exchange> = /*#__PURE__*/ Effect.contextWith((services) =>
  Effect.succeed(exchangeWith(services))
)
