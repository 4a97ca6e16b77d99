/**
 * The base URL and the API key: from flags, else the environment, else a stored profile. A profile that --profile names wins over
 * the environment.
 *
 * @module
 */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Stdio from "effect/Stdio"
import * as String from "effect/String"
import { UsageError } from "../failure/UsageError.ts"
import { note } from "../output/streams.ts"
import type { ConnectionInput } from "./flags.ts"
import type { Choice, ChosenProfile } from "./profiles/chosenProfile.ts"
import { Secrets } from "./Secrets.ts"
import { withScheme } from "./scheme.ts"

export interface Settings {
  readonly baseUrl: string
  readonly apiKey: Redacted.Redacted<string>
}

/** A value and its source. */
export interface Sourced<A> {
  readonly value: A
  readonly source: "flag" | "environment" | "profile"
}

/** The configuration, which may be incomplete. */
export interface Configuration {
  readonly baseUrl: Option.Option<Sourced<string>>
  readonly apiKey: Option.Option<Sourced<Redacted.Redacted<string>>>
  readonly profile: Option.Option<ChosenProfile>
}

/** The flags that belong to the configuration. */
export type SettingsInput = Pick<ConnectionInput, "apiKey" | "baseUrl" | "profile">

// An empty variable counts as not set.
const environment = Config.all({
  baseUrl: Config.map(Config.option(Config.String("ROOMS_BASE_URL")), Option.filter(String.isNonEmpty)),
  apiKey: Config.map(
    Config.option(Config.Redacted("ROOMS_API_KEY")),
    Option.filter((apiKey) => String.isNonEmpty(Redacted.value(apiKey)))
  ),
  profile: Config.map(Config.option(Config.String("ROOMS_PROFILE")), Option.filter(String.isNonEmpty))
})

/** The configuration in the environment. */
export const ofEnvironment = Effect.orDie(environment)

const from =
  <A>(source: Sourced<A>["source"]) =>
  (value: A): Sourced<A> => ({ value, source })

const noChoice: Choice = { stored: Option.none(), chosen: Option.none() }

const choose = (name: Option.Option<string>) =>
  Effect.flatMap(
    Effect.promise(() => import("./profiles/chosenProfile.ts")),
    ({ chooseProfile }) => chooseProfile(name)
  )

/** Returns each value with its source. It reads the file of profiles only if needed. */
export const configurationOf = Effect.fnUntraced(function* (
  input: SettingsInput
): Effect.fn.Return<Configuration & Pick<Choice, "stored">, UsageError> {
  const variables = yield* ofEnvironment
  const isNamed = Option.isSome(input.profile)
  const pick = <A>(flag: Option.Option<A>, variable: Option.Option<A>, ofProfile: Option.Option<A>) => {
    const others = [Option.map(variable, from<A>("environment")), Option.map(ofProfile, from<A>("profile"))]
    return Option.firstSomeOf([Option.map(flag, from<A>("flag")), ...(isNamed ? others.reverse() : others)])
  }
  const isSettled = (flag: Option.Option<unknown>, variable: Option.Option<unknown>) =>
    Option.isSome(flag) || (!isNamed && Option.isSome(variable))
  const { chosen: profile, stored } =
    isSettled(input.baseUrl, variables.baseUrl) && isSettled(input.apiKey, variables.apiKey)
      ? noChoice
      : yield* choose(Option.orElse(input.profile, () => variables.profile))
  return {
    baseUrl: pick(
      input.baseUrl,
      variables.baseUrl,
      Option.map(profile, ({ baseUrl }) => baseUrl)
    ),
    apiKey: pick(
      input.apiKey,
      variables.apiKey,
      Option.map(profile, ({ apiKey }) => apiKey)
    ),
    profile,
    stored
  }
})

const noBaseUrl =
  "no service is configured: run `rooms login`, use --base-url or set ROOMS_BASE_URL; to try it without a service, use " +
  "--fake or run `rooms emulator start`"

const noApiKey = "no API key is configured: run `rooms login`, use --api-key or set ROOMS_API_KEY"

/** The client itself rejects an invalid base URL. */
const originOf = (baseUrl: string) => URL.parse(baseUrl)?.origin

const sourceNames = { flag: "--base-url", environment: "ROOMS_BASE_URL", profile: "its base URL" } as const

/** Rejects sending the key of a profile to another service, which a leftover variable or a copied flag may name. */
const strayKey = (baseUrl: Sourced<string>, profile: ChosenProfile): UsageError | undefined => {
  const [asked, own] = [originOf(baseUrl.value), originOf(profile.baseUrl)]
  if (asked === undefined || asked === own) return undefined
  return new UsageError({
    problem:
      `the API key of profile ${JSON.stringify(profile.name)} is for ${own ?? "no service"}, so it isn't sent to ${asked}, ` +
      `which comes from ${sourceNames[baseUrl.source]}; use --api-key or ROOMS_API_KEY`
  })
}

const pickOne = ({ stored }: Pick<Choice, "stored">): { readonly hint: string } | undefined =>
  Option.isSome(stored) && stored.value.byName.size > 0
    ? {
        hint: `run rooms profile use <name> to switch to one of your profiles: ${[...stored.value.byName.keys()].join(", ")}`
      }
    : undefined

/** Returns the settings of a client. Fails if one is missing or if they don't fit together. */
export const checkConfiguration = ({
  apiKey,
  baseUrl,
  profile,
  stored
}: Configuration & Pick<Choice, "stored">): Effect.Effect<Settings, UsageError> => {
  if (Option.isNone(baseUrl)) return Effect.fail(new UsageError({ problem: noBaseUrl, ...pickOne({ stored }) }))
  if (Option.isNone(apiKey)) return Effect.fail(new UsageError({ problem: noApiKey, ...pickOne({ stored }) }))
  const meant = withScheme(baseUrl.value.value)
  if (meant !== undefined) {
    const problem = `the base URL ${JSON.stringify(baseUrl.value.value)} has no scheme; did you mean ${meant}?`
    return Effect.fail(new UsageError({ problem }))
  }
  const stray =
    apiKey.value.source === "profile" && Option.isSome(profile) ? strayKey(baseUrl.value, profile.value) : undefined
  if (stray !== undefined) return Effect.fail(stray)
  return Effect.succeed({ baseUrl: baseUrl.value.value, apiKey: apiKey.value.value })
}

/** Returns the warning about a file that other users can read or change. They could redirect the key by changing the base URL. */
export const closeFile = (path: string): string =>
  `other users of this machine may read or change ${path}, which holds API keys: chmod 600 it`

export const settingsOf = Effect.fnUntraced(function* (
  input: SettingsInput
): Effect.fn.Return<Settings, UsageError, Stdio.Stdio | Secrets> {
  const secrets = yield* Secrets
  const configuration = yield* configurationOf(input)
  const { profile, stored } = configuration
  if (Option.isSome(profile)) yield* secrets.add(profile.value.apiKey)
  if (Option.isSome(stored) && stored.value.isOpen) {
    yield* Effect.ignore(note(`warning: ${closeFile(stored.value.path)}`))
  }
  return yield* checkConfiguration(configuration)
})
