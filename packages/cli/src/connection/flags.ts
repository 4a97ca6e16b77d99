/**
 * The flags that say which service a command talks to.
 *
 * @module
 */
import * as Flag from "effect/cli/Flag"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"

const shortUnits = { ms: "millis", s: "seconds", m: "minutes", h: "hours" } as const

/** `30s`, `500ms`, `2m`, `1h`, and what Effect reads: `"3 seconds"`. */
export const parseDuration = (text: string): Option.Option<Duration.Duration> => {
  const short = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text.trim())
  const input = short === null ? text : `${short[1]} ${shortUnits[short[2] as keyof typeof shortUnits]}`
  return Duration.fromInput(input as Duration.Input)
}

const switchFlag = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false), Flag.withoutNegation)

/** The flags of every command that asks the service something. */
export const connectionFlags = {
  apiKey: Flag.Redacted("api-key").pipe(
    Flag.withDescription("The API key. Default: ROOMS_API_KEY, or else the one of the profile"),
    Flag.withMetavar("key"),
    Flag.optional
  ),
  baseUrl: Flag.String("base-url").pipe(
    Flag.withDescription("The URL of the service. Default: ROOMS_BASE_URL, or else the one of the profile"),
    Flag.withMetavar("url"),
    Flag.optional
  ),
  profile: Flag.String("profile").pipe(
    Flag.withDescription("A profile that `rooms login` saved. Default: ROOMS_PROFILE, or else the current one"),
    Flag.withMetavar("name"),
    Flag.optional
  ),
  fake: switchFlag("fake", "Use 40 made-up rooms in memory instead of a service"),
  timeout: Flag.String("timeout").pipe(
    Flag.withDescription("The deadline of each operation, retries included, such as 30s or 2m. Default: 60s"),
    Flag.withMetavar("duration"),
    Flag.filterMap(
      (text) => Option.filter(parseDuration(text), (duration) => Duration.isGreaterThan(duration, Duration.zero)),
      (text) => `"${text}" is not a duration longer than zero, such as 30s or "3 seconds"`
    ),
    Flag.optional
  ),
  allowInsecure: switchFlag(
    "allow-insecure",
    "Send the API key to another machine over plain http, where others can read it"
  ),
  verbose: switchFlag("verbose", "Log every attempt and every wait to stderr"),
  curl: switchFlag("curl", "Print the first request as a curl command with $ROOMS_API_KEY, and send nothing")
}

/** The values of `connectionFlags`. */
export interface ConnectionInput {
  readonly apiKey: Option.Option<Redacted.Redacted<string>>
  readonly baseUrl: Option.Option<string>
  readonly profile: Option.Option<string>
  readonly fake: boolean
  readonly timeout: Option.Option<Duration.Duration>
  readonly allowInsecure: boolean
  readonly verbose: boolean
  readonly curl: boolean
}
