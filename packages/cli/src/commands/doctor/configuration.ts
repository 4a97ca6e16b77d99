/**
 * Checks the configuration, and says where each part of it comes from.
 *
 * @module
 */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { type CheckedOptions, checkOptions } from "@effect-rooms/http-client/unstable"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { readProfiles } from "../../connection/profiles/profilesFile.ts"
import { Secrets } from "../../connection/Secrets.ts"
import {
  checkConfiguration,
  closeFile,
  configurationOf,
  type Settings,
  type SettingsInput,
  type Sourced
} from "../../connection/settings.ts"
import { exitCodes } from "../../failure/exitCodes.ts"
import { type CheckRunner, type Finding, fail, ok, skipped, warn } from "./Check.ts"

export const checkNames = ["profiles", "permissions", "base URL", "API key"] as const

/** The flags that the configuration depends on. */
export type ConfigurationInput = SettingsInput & { readonly allowInsecure: boolean }

const checkFile = Effect.map(readProfiles(), (stored): { readonly file: Finding; readonly access: Finding } => {
  if (Option.isNone(stored)) return { file: skipped("there is no configuration folder"), access: skipped("no file") }
  const { byName, current, exists, isOpen, path } = stored.value
  if (!exists) return { file: skipped(`no profiles: ${path} doesn't exist`), access: skipped("no file") }
  return {
    file: ok(
      `${path}: ${byName.size} ${byName.size === 1 ? "profile" : "profiles"}, ${Option.match(current, { onNone: () => "none of them current", onSome: (name) => `"${name}" is current` })}`
    ),
    access: isOpen ? warn(`other users may read or change ${path}`, closeFile(path)) : ok("only you may read it")
  }
}).pipe(Effect.provide(NodeFileSystem.layer))

const sourceOf =
  (profile: Option.Option<{ readonly name: string }>, flag: string, variable: string) =>
  ({ source }: Sourced<unknown>): string => {
    switch (source) {
      case "flag":
        return `from --${flag}`
      case "environment":
        return `from ${variable}`
      case "profile":
        return `from profile "${Option.match(profile, { onNone: () => "", onSome: ({ name }) => name })}"`
    }
  }

const inFlags = (problem: string) => problem.replace("allowInsecure", "--allow-insecure")

const ofUrl = (settings: Settings, allowInsecure: boolean, source: string): Finding => {
  const checked = checkOptions({ ...settings, apiKey: someKey, allowInsecure })
  if (Result.isFailure(checked)) {
    return fail(exitCodes.usage, `the base URL, ${source}, ${inFlags(checked.failure.problem)}`, `correct it ${source}`)
  }
  const { baseUrl } = checked.success
  if (baseUrl.startsWith("https:")) return ok(`${baseUrl}, ${source}`)
  return Result.isSuccess(checkOptions({ ...settings, apiKey: someKey }))
    ? ok(`${baseUrl}, ${source}; plain http to this machine`)
    : warn(
        `${baseUrl}, ${source}, is plain http: others on the network can read the API key`,
        "use https if the service supports it"
      )
}

const someKey = Redacted.make("some-key")
const someUrl = "https://rooms.example.com"

const ofKey = ({ apiKey }: Settings, source: string): Finding => {
  const checked = checkOptions({ baseUrl: someUrl, apiKey })
  return Result.isSuccess(checked)
    ? ok(`set, ${source}`)
    : fail(exitCodes.usage, `the API key, ${source}, ${checked.failure.problem}`, "`rooms login` saves another one")
}

/** Runs the checks of the configuration, and returns the options of a client if they are valid. */
export const checkConfigurationSources = Effect.fnUntraced(function* (
  input: ConfigurationInput,
  { check, skip }: CheckRunner
): Effect.fn.Return<Option.Option<CheckedOptions>, never, Secrets> {
  const configured = yield* Effect.result(
    Effect.flatMap(configurationOf(input), (configuration) =>
      Effect.map(checkConfiguration(configuration), (settings) => ({ ...configuration, settings }))
    )
  )
  const file = Result.match(yield* Effect.result(checkFile), {
    // If no command needs the file now, the next `rooms login` does.
    onFailure: ({ hint = "", problem }) => ({
      file: Result.isSuccess(configured) ? warn(problem, hint) : fail(exitCodes.usage, problem, hint),
      access: skipped("the file is invalid")
    }),
    onSuccess: (findings) => findings
  })
  yield* check("profiles", Effect.succeed(file.file))
  yield* check("permissions", Effect.succeed(file.access))
  if (Result.isFailure(configured)) {
    const { hint, problem } = configured.failure
    yield* check("base URL", Effect.succeed(fail(exitCodes.usage, problem, hint)))
    yield* skip(["API key"], "there is no valid configuration")
    return Option.none()
  }
  const { apiKey, baseUrl, profile, settings } = configured.success
  const secrets = yield* Secrets
  yield* secrets.add(settings.apiKey)
  const urlSource = Option.match(Option.map(baseUrl, sourceOf(profile, "base-url", "ROOMS_BASE_URL")), {
    onNone: () => "",
    onSome: (source) => source
  })
  const keySource = Option.match(Option.map(apiKey, sourceOf(profile, "api-key", "ROOMS_API_KEY")), {
    onNone: () => "",
    onSome: (source) => source
  })
  const url = yield* check("base URL", Effect.succeed(ofUrl(settings, input.allowInsecure, urlSource)))
  const key = yield* check("API key", Effect.succeed(ofKey(settings, keySource)))
  return url && key
    ? Result.getSuccess(checkOptions({ ...settings, allowInsecure: input.allowInsecure }))
    : Option.none()
})
