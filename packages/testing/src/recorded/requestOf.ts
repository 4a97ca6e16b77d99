/**
 * A client's request in the form in which requests are recorded and compared.
 */
import { basePath, parseJson } from "@effect-rooms/core/unstable"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import type { RecordedRequest } from "./exchange.ts"

const decode = Option.liftThrowable(decodeURIComponent)

/** The decoded segments of a path; a segment that is not percent-encoded UTF-8 stays as it is. */
export const segmentsOf = (path: string): ReadonlyArray<string> =>
  path.split("/").map((segment) => Option.getOrElse(decode(segment), () => segment))

export const pathOf = (segments: ReadonlyArray<string>): string => segments.map(encodeURIComponent).join("/")

/** A base URL can have a path. Like the host, it doesn't matter. */
const withoutBase = (path: string): string => {
  const at = `${path}/`.indexOf(`${basePath}/`)
  return at < 0 ? path : path.slice(at)
}

const byName = Order.mapInput(Order.String, ([name]: readonly [string, string]) => name)

const decoder = new TextDecoder()

type Body = NonNullable<RecordedRequest["body"]>

const bodyOfText = (text: string): Body =>
  Option.match(parseJson(text), {
    onNone: (): Body => ({ _tag: "Text", characters: text.length }),
    onSome: (value): Body => ({ _tag: "Json", value })
  })

/** A body that is a stream can be read only once, and that by the service. */
const bodyOf = ({ body }: HttpClientRequest.HttpClientRequest): Body | undefined => {
  switch (body._tag) {
    case "Empty":
      return undefined
    case "Uint8Array":
      return bodyOfText(decoder.decode(body.body))
    case "Raw":
      return typeof body.body === "string" ? bodyOfText(body.body) : { _tag: "Text", characters: 0 }
    case "FormData":
    case "Stream":
      return { _tag: "Text", characters: 0 }
  }
}

/** The request before anything is redacted; `Option.none` where its URL is none and nothing can be sent. */
export const requestOf = (request: HttpClientRequest.HttpClientRequest): Option.Option<RecordedRequest> =>
  Option.map(HttpClientRequest.toUrl(request), (url) => {
    const body = bodyOf(request)
    return {
      method: request.method,
      path: pathOf(segmentsOf(withoutBase(url.pathname))),
      query: Array.from(url.searchParams).sort(byName),
      ...(body === undefined ? {} : { body })
    }
  })

/** Method, path and query as one line. */
export const describeRequest = ({ method, path, query }: RecordedRequest): string => {
  const parameters = new URLSearchParams(query.map(([name, value]) => [name, value])).toString()
  return `${method} ${path}${parameters === "" ? "" : `?${parameters}`}`
}
