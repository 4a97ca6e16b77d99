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
 *
 * `effect/http/Headers` reads all but the first too. It would be the only part of Effect's HTTP modules in a program on `fetch`.
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"

const numberOf = (text: string, pattern: RegExp): Option.Option<number> =>
  pattern.test(text) ? Option.some(Number(text)) : Option.none()

// The three forms of an HTTP date. Of its numbers the day is the first. Alone, `DateTime` reads much else.
const httpDate = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? [a-z ]*(\d\d?)\D(?:.*\D)?\d\d:\d\d:\d\d(?: gmt| \d{4})$/i

const dateOf = (text: string): Option.Option<DateTime.DateTime> => {
  const day = httpDate.exec(text)?.[1]
  return day === undefined
    ? Option.none()
    : // The 31st of February would be a day in March.
      Option.filter(DateTime.make(text), (time) => DateTime.toDateUtc(time).getUTCDate() === Number(day))
}

const millisOf = (text: string): Option.Option<number> => Option.map(dateOf(text), DateTime.toEpochMillis)

export const retryAfterOf = (
  headers: Readonly<Record<string, string | undefined>>,
  nowMillis: number
): Option.Option<Duration.Duration> => {
  const trimmed = (name: string) => headers[name]?.trim() ?? ""
  const value = trimmed("retry-after")
  return numberOf(trimmed("retry-after-ms"), /^\d+(\.\d+)?$/).pipe(
    Option.orElse(() => Option.map(numberOf(value, /^\d+$/), (seconds) => seconds * 1_000)),
    Option.orElse(() =>
      Option.map(millisOf(value), (until) =>
        Math.max(0, until - Option.getOrElse(millisOf(trimmed("date")), () => nowMillis))
      )
    ),
    Option.map(Duration.millis)
  )
}
