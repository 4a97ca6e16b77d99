/**
 * The hosts of the files. They aren't the service, so they get nothing that is meant for it, above all not the API key.
 *
 * @module
 */
import { describeTransportCause, failureOf } from "@effect-rooms/core/unstable"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { constTrue, identity } from "effect/Function"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { DownloadProblem } from "../../../failure/DownloadFailed.ts"
import { type FileUrlRules, parseFileUrl } from "./fileUrl.ts"
import type { Part, Version } from "./Part.ts"

export interface FileHostOptions {
  readonly rules: FileUrlRules
  /** How long a host may send nothing. */
  readonly patience: Duration.Duration
}

/** A response with a file, from `offset` on. */
export interface FileAnswer {
  /** The position of its first byte in the file. It can be 0 even if a later part was requested. */
  readonly offset: number
  readonly version: Version
  /** Whether a truncated body is recognizable. */
  readonly showsItsEnd: boolean
  readonly body: Stream.Stream<Uint8Array, DownloadProblem>
}

const redirects = new Set([301, 302, 303, 307, 308])
const mostRedirects = 10

const isTransientStatus = (status: number) => status === 408 || status === 425 || status === 429 || status >= 500

const broken =
  (what: string) =>
  ({ reason }: HttpClientError.HttpClientError): DownloadProblem => ({
    reason: "Broken",
    problem: `${what}: ${describeTransportCause(reason.cause ?? reason).description}`,
    isTransient: true
  })

const natural = (text: string | undefined) => {
  const number = text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined
  return Number.isSafeInteger(number) ? number : undefined
}

interface Range {
  readonly start: number
  readonly size: number | undefined
}

const rangeOf = (header: string | undefined): Range | undefined => {
  const [, start, size] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(header ?? "") ?? []
  const first = natural(start)
  return first === undefined ? undefined : { start: first, size: natural(size) }
}

const secondsApart = (earlier: string, later: string) =>
  Option.getOrElse(
    Option.zipWith(DateTime.make(earlier), DateTime.make(later), (a, b) => b.epochMilliseconds - a.epochMilliseconds),
    () => 0
  ) / 1000

/** Returns the identity of this version of the file. A weak tag isn't one, nor a modification time within the current second. */
const versionOf = ({ headers }: HttpClientResponse.HttpClientResponse, size: number | undefined): Version => {
  const { date, etag, "last-modified": lastModified } = headers
  return {
    ...(etag?.startsWith('"') ? { etag } : {}),
    ...(lastModified !== undefined && date !== undefined && secondsApart(lastModified, date) >= 1
      ? { lastModified }
      : {}),
    ...(size === undefined ? {} : { size })
  }
}

/** Returns the validator for `If-Range`, if there is one. */
export const validatorOf = ({ etag, lastModified }: Version): string | undefined => etag ?? lastModified

/** Returns whether the response is the requested part of the same file: some hosts honor `Range` but not `If-Range`. */
const fits = (part: Part, range: Range | undefined, { headers }: HttpClientResponse.HttpClientResponse): boolean =>
  range?.start === part.offset &&
  (range.size === undefined || part.version.size === undefined || range.size === part.version.size) &&
  (part.version.etag === undefined
    ? headers["last-modified"] === undefined || headers["last-modified"] === part.version.lastModified
    : headers.etag === undefined || headers.etag === part.version.etag)

export const make = (httpClient: HttpClient.HttpClient, { patience, rules }: FileHostOptions) => {
  const client = HttpClient.withScope(httpClient)

  const execute = (url: URL, headers: Readonly<Record<string, string>>) =>
    // As text, the URL is sent exactly as it is written, which signed URLs need.
    client.execute(HttpClientRequest.get(url.href, { headers })).pipe(
      // Other settings would follow redirects unseen, or send trace headers to the host.
      Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
      Effect.provideService(HttpClient.TracerDisabledWhen, constTrue),
      Effect.mapError(broken(`${url.host} couldn't be reached`)),
      Effect.timeoutOrElse({
        duration: patience,
        orElse: () =>
          Effect.fail<DownloadProblem>({ reason: "Broken", problem: `${url.host} doesn't respond`, isTransient: true })
      })
    )

  const follow = Effect.fnUntraced(function* (from: URL, headers: Readonly<Record<string, string>>) {
    let url = from
    for (let hops = 0; hops <= mostRedirects; hops++) {
      const response = yield* execute(url, headers)
      const { location } = response.headers
      if (!redirects.has(response.status) || location === undefined) return { url, response }
      url = yield* Effect.fromResult(parseFileUrl(location, { ...rules, from: url }))
    }
    return yield* Effect.fail<DownloadProblem>({
      reason: "UnusableUrl",
      problem: `${from.host} redirects more than ${mostRedirects} times`
    })
  })

  const refusal = (url: URL, { headers, status }: HttpClientResponse.HttpClientResponse) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const { retryAfter } = failureOf({ status, headers, text: "" }, identity, now)
      return Effect.fail<DownloadProblem>({
        reason: "UnexpectedStatus",
        problem: `${url.host} answered ${status}`,
        status,
        isTransient: isTransientStatus(status),
        ...(retryAfter === undefined ? {} : { retryAfter })
      })
    })

  /** Requests a file, or the missing part of it. The scope holds the connection. */
  return Effect.fnUntraced(function* (
    from: URL,
    part: Part | undefined
  ): Effect.fn.Return<FileAnswer, DownloadProblem, Scope.Scope> {
    // The position of a byte in a compressed body is unknown.
    const whole = { "accept-encoding": "identity" }
    const validator = part === undefined ? undefined : validatorOf(part.version)
    const asked = part !== undefined && validator !== undefined ? part : undefined
    const headers =
      asked === undefined ? whole : { ...whole, range: `bytes=${asked.offset}-`, "if-range": validator ?? "" }

    let { response, url } = yield* follow(from, headers)
    let range = response.status === 206 ? rangeOf(response.headers["content-range"]) : undefined
    let offset = asked?.offset ?? 0
    if (
      asked !== undefined &&
      (response.status === 416 || (response.status === 206 && !fits(asked, range, response)))
    ) {
      ;({ response, url } = yield* follow(from, whole))
      range = undefined
      offset = 0
    }
    if (response.status === 200) offset = 0
    else if (response.status !== 206 || offset === 0) return yield* refusal(url, response)

    const encoding = response.headers["content-encoding"] ?? "identity"
    if (encoding !== "identity") {
      return yield* Effect.fail<DownloadProblem>({
        reason: "Unverifiable",
        problem: `${url.host} compressed it (${encoding}), although the request asked it not to`
      })
    }
    const length = natural(response.headers["content-length"])
    const size = range?.size ?? (length === undefined ? undefined : offset + length)
    return {
      offset,
      version: versionOf(response, size),
      showsItsEnd: length !== undefined || /\bchunked\b/i.test(response.headers["transfer-encoding"] ?? ""),
      body: response.stream.pipe(
        Stream.mapError(broken(`the connection to ${url.host} broke off`)),
        Stream.timeoutOrElse({
          duration: patience,
          orElse: () =>
            Stream.fail<DownloadProblem>({
              reason: "Broken",
              problem: `${url.host} stopped sending in the middle of it`,
              isTransient: true
            })
        })
      )
    }
  })
}

export type FileHost = ReturnType<typeof make>
