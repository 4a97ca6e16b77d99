/**
 * Which service a command talks to: the flags that every command has, and the services that come of them.
 *
 * @module
 */
import type { RoomServices } from "@effect-rooms/core"
import { type InvalidConfiguration, RoomsHttp } from "@effect-rooms/http-client"
import * as Config from "effect/Config"
import * as Flag from "effect/cli/Flag"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as String from "effect/String"
import { UsageError } from "./UsageError.ts"

const shortUnits = { ms: "millis", s: "seconds", m: "minutes", h: "hours" } as const

/** `30s`, `500ms`, `2m`, `1h`, and what Effect reads: `"3 seconds"`. */
export const parseDuration = (text: string): Option.Option<Duration.Duration> => {
  const short = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text.trim())
  const input = short === null ? text : `${short[1]} ${shortUnits[short[2] as keyof typeof shortUnits]}`
  return Duration.fromInput(input as Duration.Input)
}

/** The flags of every command that asks the service something. */
export const connectionFlags = {
  apiKey: Flag.Redacted("api-key").pipe(
    Flag.withDescription("The API key. Default: ROOMS_API_KEY"),
    Flag.withMetavar("key"),
    Flag.optional
  ),
  baseUrl: Flag.String("base-url").pipe(
    Flag.withDescription("Where the service is. Default: ROOMS_BASE_URL"),
    Flag.withMetavar("url"),
    Flag.optional
  ),
  fake: Flag.Boolean("fake").pipe(
    Flag.withDescription("Use an embedded world of 40 rooms, without any network"),
    Flag.withDefault(false)
  ),
  timeout: Flag.String("timeout").pipe(
    Flag.withDescription('The deadline of one operation, such as 30s or "3 seconds". Default: 60s'),
    Flag.withMetavar("duration"),
    Flag.filterMap(
      (text) => Option.filter(parseDuration(text), (duration) => Duration.isGreaterThan(duration, Duration.zero)),
      (text) => `"${text}" is not a duration longer than zero, such as 30s or "3 seconds"`
    ),
    Flag.optional
  )
}

/** The values of `connectionFlags`. */
export interface ConnectionInput {
  readonly apiKey: Option.Option<Redacted.Redacted<string>>
  readonly baseUrl: Option.Option<string>
  readonly fake: boolean
  readonly timeout: Option.Option<Duration.Duration>
}

// A variable that is set to nothing is not set.
const environment = {
  baseUrl: Config.map(Config.option(Config.String("ROOMS_BASE_URL")), Option.filter(String.isNonEmpty)),
  apiKey: Config.map(
    Config.option(Config.Redacted("ROOMS_API_KEY")),
    Option.filter((apiKey) => String.isNonEmpty(Redacted.value(apiKey)))
  )
}

const noBaseUrl =
  "no service is configured: give --base-url or set ROOMS_BASE_URL; --fake needs none, and " +
  "`rooms emulator start` runs one on this machine"

const noApiKey = "no API key is configured: give --api-key or set ROOMS_API_KEY"

const overHttp = (input: ConnectionInput) =>
  Effect.gen(function* () {
    const fromEnvironment = yield* Effect.orDie(Config.all(environment))
    const baseUrl = Option.orElse(input.baseUrl, () => fromEnvironment.baseUrl)
    if (Option.isNone(baseUrl)) return yield* new UsageError({ problem: noBaseUrl })
    const apiKey = Option.orElse(input.apiKey, () => fromEnvironment.apiKey)
    if (Option.isNone(apiKey)) return yield* new UsageError({ problem: noApiKey })
    return RoomsHttp.layerFetch({
      baseUrl: baseUrl.value,
      apiKey: apiKey.value,
      ...Option.match(input.timeout, { onNone: () => ({}), onSome: (timeout) => ({ timeout }) })
    })
  })

const inMemory = Effect.map(
  Effect.promise(() => import("./Fake.ts")),
  ({ layerFake }) => layerFake
)

/** The five services that the flags and the environment name. */
export const layerServices = (
  input: ConnectionInput
): Layer.Layer<RoomServices.RoomServices, UsageError | InvalidConfiguration> =>
  Layer.unwrap(input.fake ? inMemory : overHttp(input))
