/**
 * `--curl`: prints the first request of a command for a POSIX shell, and sends nothing.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { UsageError } from "../failure/UsageError.ts"
import { jsonText } from "../output/printable.ts"
import { print } from "../output/streams.ts"
import { quoted } from "../terminal/quoted.ts"
import { bodyOf, type FirstRequest, firstRequest } from "./firstRequest.ts"
import { Secrets } from "./Secrets.ts"

const keyHeader = "x-api-key"

/**
 * Returns the curl command for a request. It reads the API key from the environment, because people paste, save and share
 * what is printed here.
 */
export const curlOf = ({ request, url }: FirstRequest, secrets: Secrets["Service"]): string => {
  const key = Redacted.make(request.headers[keyHeader] ?? "")
  const mask = (text: string) => secrets.mask(text, [key])
  const body = bodyOf(request)
  const headers = Object.entries(request.headers)
    // curl sets it.
    .filter(([name]) => name !== "content-length")
    .map(([name, value]) =>
      name === keyHeader ? `-H "${keyHeader}: $ROOMS_API_KEY"` : `-H ${quoted(mask(`${name}: ${value}`))}`
    )
  return [
    // curl would expand brackets in a URL.
    `curl -sS ${/[[\]{}]/.test(url.href) ? "-g " : ""}-X ${request.method} ${quoted(mask(url.href))}`,
    ...headers,
    ...(body === undefined ? [] : [`--data-raw ${quoted(mask(jsonText(JSON.parse(body))))}`])
  ].join(" \\\n  ")
}

/** Prints the first request of a handler instead of sending it. */
export const printCurl = Effect.fnUntraced(function* <E, R>(action: Effect.Effect<void, E, R>) {
  const first = yield* firstRequest(action)
  if (Option.isNone(first)) {
    return yield* new UsageError({ problem: "--curl shows a request, and this command sends none" })
  }
  yield* print(`${curlOf(first.value, yield* Secrets)}\n`)
})
