/**
 * The profile that a command uses.
 *
 * @module
 */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { UsageError } from "../../failure/UsageError.ts"
import { quoted } from "../../terminal/quoted.ts"
import { type Profile, readProfiles, type StoredProfiles } from "./profilesFile.ts"

/** A profile and its name. */
export interface ChosenProfile extends Profile {
  readonly name: string
}

/** The stored profiles, and the chosen one. */
export interface Choice {
  readonly stored: Option.Option<StoredProfiles>
  readonly chosen: Option.Option<ChosenProfile>
}

/** Lists the names, for messages. */
export const namesOf = ({ byName }: Pick<StoredProfiles, "byName">): string =>
  byName.size === 0 ? "none are saved yet" : `the profiles are: ${[...byName.keys()].sort().join(", ")}`

/** Returns the error of an unknown profile. */
export const noSuchProfile = (name: string, stored: Option.Option<StoredProfiles>): UsageError =>
  new UsageError({
    problem: `unknown profile ${JSON.stringify(name)}; ${Option.match(stored, {
      onNone: () => "none are saved yet",
      onSome: namesOf
    })}`,
    hint: `run rooms login --profile ${quoted(name)} to save it`
  })

/** Returns the profile with this name, or else the current profile, if any. */
export const chooseProfile = Effect.fnUntraced(function* (
  named: Option.Option<string>
): Effect.fn.Return<Choice, UsageError> {
  const stored = yield* Effect.provide(readProfiles(), NodeFileSystem.layer)
  const name = Option.orElse(named, () => Option.flatMap(stored, ({ current }) => current))
  if (Option.isNone(name)) return { stored, chosen: Option.none() }
  const profile = Option.isSome(stored) ? stored.value.byName.get(name.value) : undefined
  if (profile === undefined) return yield* noSuchProfile(name.value, stored)
  return { stored, chosen: Option.some({ name: name.value, ...profile }) }
})
