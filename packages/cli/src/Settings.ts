/**
 * Where the service is and which key it takes: flags before the environment.
 *
 * @module
 */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as String from "effect/String"
import type { ConnectionInput } from "./Connection.ts"
import { UsageError } from "./UsageError.ts"

export interface Settings {
  readonly baseUrl: string
  readonly apiKey: Redacted.Redacted<string>
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

export const settingsOf = Effect.fnUntraced(function* (input: ConnectionInput): Effect.fn.Return<Settings, UsageError> {
  const fromEnvironment = yield* Effect.orDie(Config.all(environment))
  const baseUrl = Option.orElse(input.baseUrl, () => fromEnvironment.baseUrl)
  if (Option.isNone(baseUrl)) return yield* new UsageError({ problem: noBaseUrl })
  const apiKey = Option.orElse(input.apiKey, () => fromEnvironment.apiKey)
  if (Option.isNone(apiKey)) return yield* new UsageError({ problem: noApiKey })
  return { baseUrl: baseUrl.value, apiKey: apiKey.value }
})
