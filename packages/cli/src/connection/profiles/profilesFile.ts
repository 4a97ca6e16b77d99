/**
 * The file of the profiles: named base URLs with API keys, and the name of the current one.
 *
 * Problems with the file are reported by their position, never by its text, which may contain a key.
 *
 * @module
 */

import { join } from "node:path"
import { fromSchemaError } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { UsageError } from "../../failure/UsageError.ts"
import { configFolder } from "./configFolder.ts"
import { parseJson } from "./parseJson.ts"

export interface Profile {
  readonly baseUrl: string
  readonly apiKey: Redacted.Redacted<string>
}

/** All profiles by name. */
export interface Profiles {
  readonly current: Option.Option<string>
  readonly byName: ReadonlyMap<string, Profile>
}

/** The profiles in the file, and the state of the file. */
export interface StoredProfiles extends Profiles {
  readonly path: string
  readonly exists: boolean
  /** Whether other users of this machine can read it. */
  readonly isOpen: boolean
}

const nameRule = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** Describes valid names. */
export const nameExpectation = "a name of at most 64 letters, digits, dots, dashes and underscores"

export const isProfileName = (text: string): boolean => nameRule.test(text)

const ProfileName = Schema.String.check(Schema.isPattern(nameRule, { expected: nameExpectation }))

const File = Schema.Struct({
  current: Schema.optionalKey(Schema.String),
  profiles: Schema.Record(ProfileName, Schema.Struct({ baseUrl: Schema.String, apiKey: Schema.String }))
})

const decode = Schema.decodeUnknownResult(File, { onExcessProperty: "error" })

/** Returns the first problem without the text, which may contain a key. */
const sentenceOf = (error: Schema.SchemaError): string => {
  const { path, problem } = fromSchemaError(error)
  if (problem !== "expected no excess property") return `${path === "" ? "the file" : path}: ${problem}`
  return `${path}: ${/^profiles\.[^.]*$/.test(path) ? `not ${nameExpectation}` : "unknown field"}`
}

const decodeText = (text: string): Result.Result<Profiles, string> => {
  const json = parseJson(text)
  if (Result.isFailure(json)) return Result.fail(`${json.failure}: not JSON`)
  const decoded = decode(json.success)
  if (Result.isFailure(decoded)) return Result.fail(sentenceOf(decoded.failure))
  const { current, profiles } = decoded.success
  return Result.succeed({
    current: Option.fromUndefinedOr(current),
    byName: new Map(
      Object.entries(profiles).map(([name, { apiKey, baseUrl }]) => [name, { baseUrl, apiKey: Redacted.make(apiKey) }])
    )
  })
}

/** Encodes the text of the file. */
export const encodeText = ({ byName, current }: Profiles): string => {
  const profiles = Object.fromEntries(
    Array.from(byName, ([name, { apiKey, baseUrl }]) => [name, { baseUrl, apiKey: Redacted.value(apiKey) }])
  )
  return `${JSON.stringify({ ...(Option.isSome(current) ? { current: current.value } : {}), profiles }, undefined, 2)}\n`
}

/** Describes a file system error. */
export const describe = ({ reason }: PlatformError): string =>
  reason.cause instanceof Error ? reason.cause.message : reason.message

const isNotFound = ({ reason }: PlatformError) => reason._tag === "NotFound"

const others = 0o077

/** Windows doesn't use these permissions; there, the folder of a user is private. */
const isOpenMode = (mode: number) => process.platform !== "win32" && (mode & others) !== 0

const nameOfFile = "profiles.json"

const noProfiles: Profiles = { current: Option.none(), byName: new Map() }

/** Reads the file. */
export const readFile = Effect.fnUntraced(
  function* (path: string) {
    const fileSystem = yield* FileSystem.FileSystem
    const info = yield* Effect.catchIf(fileSystem.stat(path), isNotFound, () => Effect.undefined)
    if (info === undefined) return { ...noProfiles, path, exists: false, isOpen: false }
    const profiles = yield* Effect.mapError(
      Effect.fromResult(decodeText(yield* fileSystem.readFileString(path))),
      (problem) =>
        new UsageError({
          problem: `${path}: ${problem}`,
          hint: "correct the file, or delete it and run `rooms login`"
        })
    )
    return { ...profiles, path, exists: true, isOpen: isOpenMode(info.mode) }
  },
  (effect, path) =>
    Effect.catchTag(effect, "PlatformError", (error) =>
      Effect.fail(new UsageError({ problem: `${path} can't be read: ${describe(error)}` }))
    )
)

/** Returns the path of the file in the configuration folder. */
export const fileIn = (folder: string): string => join(folder, nameOfFile)

/** Returns the stored profiles; none if there is no configuration folder. Fails if the file is invalid. */
export const readProfiles = Effect.fnUntraced(function* (): Effect.fn.Return<
  Option.Option<StoredProfiles>,
  UsageError,
  FileSystem.FileSystem
> {
  const folder = yield* configFolder(process.platform)
  return Option.isNone(folder) ? Option.none() : Option.some(yield* readFile(fileIn(folder.value)))
})
