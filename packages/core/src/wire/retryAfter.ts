/**
 * Reads how long the service asks the client to wait.
 *
 * | header | wait |
 * |---|---|
 * | `retry-after-ms: 1500` | 1.5 seconds; takes precedence over `retry-after` |
 * | `retry-after: 3` | 3 seconds |
 * | `retry-after: Fri, 20 Nov 2026 18:00:00 GMT` | until then by the service's own `date` header, so that a wrong clock on either side doesn't matter; by the local clock if the service sends no date |
 * | 0, or a date in the past | none |
 * | a negative number, or any other text | not specified |
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Headers from "effect/http/Headers"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

const millisPattern = /^\d+(\.\d+)?$/

/** Returns the wait that the headers of a response ask for. */
export const retryAfterOf = (
  headers: Readonly<Record<string, string | undefined>>,
  nowMillis: number
): Option.Option<Duration.Duration> => {
  // mutant: `headers["retry-after-ms"]` -> `headers["retry-after-s"]`
  const millis = headers["retry-after-ms"]?.trim() ?? ""
  if (millisPattern.test(millis)) return Option.some(Duration.millis(Number(millis)))
  return Option.map(Result.getSuccess(Headers.parseRetryAfter(headers["retry-after"] ?? "")), (retryAfter) => {
    const serverNow = Result.match(Headers.parseHttpDate(headers.date ?? ""), {
      onFailure: () => nowMillis,
      onSuccess: DateTime.toEpochMillis
    })
    return Headers.retryAfterDelay(retryAfter, serverNow)
  })
}
