/**
 * Whoever has the files: hosts that are not the service, and get nothing of what is meant for it, above all not the API key.
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
  /** How long a host may say nothing, at the start and in the middle. */
  readonly patience: Duration.Duration
}

/** A file, from `offset` on. */
export interface FileAnswer {
  /** Where its first byte belongs. 0 is a file from its beginning, whatever was asked for. */
  readonly offset: number
  readonly version: Version
  /** Whether a body that breaks off can be told from one that ends. */
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

/** What identifies this state of the file. A weak tag does not, nor does a time of change that is the present second. */
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

/** What a part can be gone on with, if with anything. */
export const validatorOf = ({ etag, lastModified }: Version): string | undefined => etag ?? lastModified

/** Whether what came is what was asked for, and of the same file: some hosts look at `Range` and not at `If-Range`. */
const fits = (part: Part, range: Range | undefined, { headers }: HttpClientResponse.HttpClientResponse): boolean =>
  range?.start === part.offset &&
  (range.size === undefined || part.version.size === undefined || range.size === part.version.size) &&
  (part.version.etag === undefined
    ? headers["last-modified"] === undefined || headers["last-modified"] === part.version.lastModified
    : headers.etag === undefined || headers.etag === part.version.etag)

export const make = (httpClient: HttpClient.HttpClient, { patience, rules }: FileHostOptions) => {
  const client = HttpClient.withScope(httpClient)

  const execute = (url: URL, headers: Readonly<Record<string, string>>) =>
    // A text: it goes out as it is, and signatures are about how a URL is written.
    client.execute(HttpClientRequest.get(url.href, { headers })).pipe(
      // Its neighbours would follow redirects out of sight, and tell the host of spans.
      Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
      Effect.provideService(HttpClient.TracerDisabledWhen, constTrue),
      Effect.mapError(broken(`${url.host} could not be reached`)),
      Effect.timeoutOrElse({
        duration: patience,
        orElse: () =>
          Effect.fail<DownloadProblem>({ reason: "Broken", problem: `${url.host} does not answer`, isTransient: true })
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

  /** Asks for a file, or for what is missing of it. The scope is that of the connection. */
  return Effect.fnUntraced(function* (
    from: URL,
    part: Part | undefined
  ): Effect.fn.Return<FileAnswer, DownloadProblem, Scope.Scope> {
    // Of a compressed body nobody could say where its bytes belong.
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
        problem: `${url.host} sends it compressed (${encoding}) although it was asked not to`
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
