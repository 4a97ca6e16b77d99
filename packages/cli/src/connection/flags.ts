/**
 * The flags that choose the service, the API key and the profile.
 *
 * @module
 */
import * as Flag from "effect/cli/Flag"
import * as Duration from "effect/Duration"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { durationFlag } from "../flags/duration.ts"
import { switchFlag } from "../flags/switchFlag.ts"

/** The flags of every command that sends requests. */
export const connectionFlags = {
  apiKey: Flag.Redacted("api-key").pipe(
    Flag.withDescription("The API key. Default: ROOMS_API_KEY, or the key of the profile"),
    Flag.withMetavar("key"),
    Flag.optional
  ),
  baseUrl: Flag.String("base-url").pipe(
    Flag.withDescription("The URL of the service. Default: ROOMS_BASE_URL, or the URL of the profile"),
    Flag.withMetavar("url"),
    Flag.optional
  ),
  profile: Flag.String("profile").pipe(
    Flag.withDescription("A profile that `rooms login` saved. Default: ROOMS_PROFILE, or the current profile"),
    Flag.withMetavar("name"),
    Flag.optional
  ),
  fake: switchFlag("fake", "Use 40 made-up rooms in memory instead of a service"),
  timeout: durationFlag("timeout", {
    description: "The deadline of each operation, retries included, such as 30s or 2m. Default: 60s",
    expected: "a duration longer than zero",
    isValid: (duration) => Duration.isGreaterThan(duration, Duration.zero)
  }),
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
