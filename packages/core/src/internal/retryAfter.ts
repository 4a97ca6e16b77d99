/**
 * How long a service asks to wait, in any of the ways it may say so.
 *
 * | what it says | what is made of it |
 * |---|---|
 * | `retry-after-ms: 1500` | 1.5 seconds; it goes before `retry-after` |
 * | `retry-after: 3` | 3 seconds |
 * | `retry-after: Fri, 20 Nov 2026 18:00:00 GMT` | until then by the service's own `date`, so that its clock may be wrong; by ours where it sends none |
 * | 0, or a date in the past | no wait is asked for |
 * | a negative number, or text that is neither | nothing is asked for |
 */
import * as Duration from "effect/Duration"
import * as Headers from "effect/http/Headers"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

const millisOf = (text: string | undefined): Option.Option<Duration.Duration> =>
  text !== undefined && /^\d+(\.\d+)?$/.test(text.trim()) ? Option.some(Duration.millis(Number(text))) : Option.none()

const dateOf = (text: string | undefined): Option.Option<number> => {
  const parsed = Option.flatMap(Option.fromUndefinedOr(text), (text) =>
    Result.getSuccess(Headers.parseRetryAfter(text))
  )
  return Option.flatMap(parsed, (value) =>
    value._tag === "Duration" ? Option.none() : Option.some(value.dateTime.epochMilliseconds)
  )
}

export const retryAfterOf = (
  headers: Readonly<Record<string, string | undefined>>,
  nowMillis: number
): Option.Option<Duration.Duration> => {
  const millis = millisOf(headers["retry-after-ms"])
  const value = headers["retry-after"]
  if (Option.isSome(millis) || value === undefined) return millis
  return Option.map(Result.getSuccess(Headers.parseRetryAfter(value)), (parsed) =>
    parsed._tag === "Duration"
      ? parsed.duration
      : Duration.millis(
          Math.max(0, parsed.dateTime.epochMilliseconds - Option.getOrElse(dateOf(headers.date), () => nowMillis))
        )
  )
}
