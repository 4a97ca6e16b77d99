/**
 * Runs `rooms login`.
 */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Metrics } from "@effect-rooms/core/Metrics"
import { checkOptions } from "@effect-rooms/http-client/unstable"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { changeProfiles } from "../../connection/profiles/changeProfiles.ts"
import { noteOverriding } from "../../connection/profiles/overriding.ts"
import { isProfileName, nameExpectation, type Profile, readProfiles } from "../../connection/profiles/profilesFile.ts"
import { Secrets } from "../../connection/Secrets.ts"
import { withScheme } from "../../connection/scheme.ts"
import { layerServices } from "../../connection/services.ts"
import { ofEnvironment } from "../../connection/settings.ts"
import { UsageError } from "../../failure/UsageError.ts"
import { note } from "../../output/streams.ts"
import type { LoginInput } from "./flags.ts"
import { askForProfile } from "./prompts.ts"
import { keyFromStdin } from "./stdinKey.ts"

const usualName = "default"

const nameOf = Effect.fnUntraced(function* ({ profile }: LoginInput) {
  const variables = yield* ofEnvironment
  const name = Option.getOrElse(
    Option.orElse(profile, () => variables.profile),
    () => usualName
  )
  if (isProfileName(name)) return name
  return yield* new UsageError({ problem: `--profile: ${JSON.stringify(name)} is not ${nameExpectation}` })
})

/** Returns the default base URL: that of the environment or of the existing profile. */
const defaultBaseUrl = Effect.fnUntraced(function* (name: string) {
  const variables = yield* ofEnvironment
  // Read first: nothing can be added to an invalid file.
  const stored = yield* readProfiles()
  const before = Option.flatMap(stored, ({ byName }) => Option.fromUndefinedOr(byName.get(name)))
  return Option.orElse(variables.baseUrl, () => Option.map(before, ({ baseUrl }) => baseUrl))
})

const unasked = Effect.fnUntraced(function* (baseUrl: Option.Option<string>) {
  if (Option.isNone(baseUrl)) {
    return yield* new UsageError({ problem: "--api-key-stdin asks no questions: use it with --base-url" })
  }
  return { baseUrl: baseUrl.value, apiKey: yield* keyFromStdin }
})

/** Sends a cheap request. A key that the service rejects isn't saved. */
const tryKey = ({ apiKey, baseUrl }: Profile, input: LoginInput) =>
  Effect.provide(
    Metrics.use((metrics) => metrics.get),
    layerServices({
      ...input,
      apiKey: Option.some(apiKey),
      baseUrl: Option.some(baseUrl),
      profile: Option.none(),
      fake: false,
      curl: false
    })
  )

export const run = Effect.fnUntraced(function* (input: LoginInput) {
  const { allowInsecure, apiKeyStdin } = input
  const name = yield* nameOf(input)
  const defaultUrl = yield* defaultBaseUrl(name)
  const meant = Option.flatMapNullishOr(input.baseUrl, withScheme)
  if (Option.isSome(meant)) {
    return yield* new UsageError({ problem: `--base-url has no scheme; did you mean ${meant.value}?` })
  }
  const given = yield* apiKeyStdin
    ? unasked(Option.orElse(input.baseUrl, () => defaultUrl))
    : askForProfile({ ...input, defaultUrl })
  const secrets = yield* Secrets
  yield* secrets.add(given.apiKey)
  const { apiKey, baseUrl } = yield* Effect.fromResult(checkOptions({ ...given, allowInsecure }))
  yield* tryKey({ apiKey, baseUrl }, input)
  const { path } = yield* changeProfiles(({ byName }) =>
    Effect.succeed({ current: Option.some(name), byName: new Map([...byName, [name, { apiKey, baseUrl }]]) })
  )
  yield* note(
    `${baseUrl} accepts the API key. Saved both as profile "${name}" in ${path}; it is now the current profile`
  )
  yield* noteOverriding(name)
}, Effect.provide(NodeFileSystem.layer))
