import * as Flag from "effect/cli/Flag"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"

const units: { readonly [unit: string]: Duration.Unit } = { ms: "millis", s: "seconds", m: "minutes", h: "hours" }

/** Reads `30s`, `500ms`, `2m`, `1h`, and what Effect reads, such as `3 seconds`. */
export const parseDuration = (text: string): Option.Option<Duration.Duration> => {
  const [, count, unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text.trim()) ?? []
  const name = units[unit]
  return count === undefined || name === undefined
    ? Duration.fromInput(text as Duration.Input)
    : Duration.fromInput(`${Number(count)} ${name}`)
}

/** Returns an optional flag for a duration that is long enough; `expected` names such a duration. */
export const durationFlag = (
  name: string,
  {
    description,
    expected,
    isValid
  }: {
    readonly description: string
    readonly expected: string
    readonly isValid: (duration: Duration.Duration) => boolean
  }
) =>
  Flag.String(name).pipe(
    Flag.withDescription(description),
    Flag.withMetavar("duration"),
    Flag.filterMap(
      (text) => Option.filter(parseDuration(text), isValid),
      (text) => `"${text}" is not ${expected}, such as 30s or "3 seconds"`
    ),
    Flag.optional
  )
