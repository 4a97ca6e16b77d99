/**
 * What a client is made from, and the checks that every option passes.
 *
 * @module
 */
import { basePath } from "@effect-rooms/core/Operation"
import * as Duration from "effect/Duration"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { InvalidConfiguration } from "./InvalidConfiguration.ts"

/** What a client is made from. */
export interface RoomsHttpOptions {
  /**
   * Where the service is, such as `https://rooms.example.com`: an http or https URL without user, query and fragment.
   * A path before `/api/v2/sdk` is kept. Plain http is refused for every host but loopback, unless `allowInsecure`.
   */
  readonly baseUrl: string | URL
  /** The API key: printable ASCII. It is sent as the header `x-api-key`, and appears nowhere else. */
  readonly apiKey: Redacted.Redacted<string>
  /** The deadline of one operation: connecting, headers, body and waits. Default: 60 seconds. */
  readonly timeout?: Duration.Input
  /** The largest body that is read, in bytes. Default: 16 MiB. */
  readonly maxBodyBytes?: number
  /** Allows plain http to hosts other than loopback: the API key can then be read on the way. Default: `false`. */
  readonly allowInsecure?: boolean
}

/** Options that were checked, with their defaults. */
export interface CheckedOptions {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly apiKey: Redacted.Redacted<string>
  readonly timeout: Duration.Duration
  readonly maxBodyBytes: number
}

const invalid = (field: InvalidConfiguration["field"], problem: string) =>
  Result.fail(new InvalidConfiguration({ field, problem }))

const isLoopback = (hostname: string) =>
  hostname === "localhost" ||
  hostname.endsWith(".localhost") ||
  hostname === "[::1]" ||
  /^127\.\d+\.\d+\.\d+$/.test(hostname)

const checkBaseUrl = (input: string | URL, allowInsecure: boolean): Result.Result<string, InvalidConfiguration> => {
  const url = URL.parse(input)
  if (url === null) return invalid("baseUrl", "is not a URL; it looks like https://rooms.example.com")
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return invalid("baseUrl", `has the scheme "${url.protocol}"; only https: and http: are spoken`)
  }
  if (url.username !== "" || url.password !== "") return invalid("baseUrl", "must not contain a user or a password")
  if (url.search !== "" || url.hash !== "") return invalid("baseUrl", "must not contain a query or a fragment")
  if (url.pathname.includes(basePath)) {
    return invalid("baseUrl", `must end before "${basePath}", which every operation adds`)
  }
  if (url.protocol === "http:" && !allowInsecure && !isLoopback(url.hostname)) {
    return invalid("baseUrl", `would send the API key to ${url.hostname} unencrypted; use https, or allowInsecure`)
  }
  // Not `href`: it keeps the `?` of an empty query and the `#` of an empty fragment.
  return Result.succeed((url.origin + url.pathname).replace(/\/+$/, ""))
}

const checkApiKey = (apiKey: Redacted.Redacted<string>): Result.Result<void, InvalidConfiguration> => {
  const value = Redacted.value(apiKey)
  if (value === "") return invalid("apiKey", "must not be empty")
  return /^[\x21-\x7e]+$/.test(value)
    ? Result.void
    : invalid("apiKey", "must be printable ASCII, without spaces or line breaks")
}

const checkTimeout = (input: Duration.Input): Result.Result<Duration.Duration, InvalidConfiguration> => {
  const timeout = Duration.fromInput(input)
  return timeout._tag === "Some" && Duration.isGreaterThan(timeout.value, Duration.zero)
    ? Result.succeed(timeout.value)
    : invalid("timeout", 'must be a duration longer than zero, such as "30 seconds"')
}

const checkMaxBodyBytes = (bytes: number): Result.Result<number, InvalidConfiguration> =>
  Number.isSafeInteger(bytes) && bytes > 0
    ? Result.succeed(bytes)
    : invalid("maxBodyBytes", "must be a positive number of bytes")

/** Refuses options that no request could be sent with, and fills in the defaults. */
export const checkOptions = (options: RoomsHttpOptions): Result.Result<CheckedOptions, InvalidConfiguration> =>
  Result.gen(function* () {
    yield* checkApiKey(options.apiKey)
    return {
      apiKey: options.apiKey,
      baseUrl: yield* checkBaseUrl(options.baseUrl, options.allowInsecure ?? false),
      timeout: yield* checkTimeout(options.timeout ?? "60 seconds"),
      maxBodyBytes: yield* checkMaxBodyBytes(options.maxBodyBytes ?? 16 * 1024 * 1024)
    }
  })
