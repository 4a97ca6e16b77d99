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

/** A profile, and where it stands. */
export interface ChosenProfile extends Profile {
  readonly name: string
}

/** What there is, and what of it was chosen. */
export interface Choice {
  readonly stored: Option.Option<StoredProfiles>
  readonly chosen: Option.Option<ChosenProfile>
}

/** The names that there are, for messages. */
export const namesOf = ({ byName }: Pick<StoredProfiles, "byName">): string =>
  byName.size === 0 ? "there are none" : `there are: ${[...byName.keys()].sort().join(", ")}`

/** That there is no such profile. */
export const noSuchProfile = (name: string, stored: Option.Option<StoredProfiles>): UsageError =>
  new UsageError({
    problem: `there is no profile ${JSON.stringify(name)}; ${Option.match(stored, {
      onNone: () => "there are none",
      onSome: namesOf
    })}`,
    hint: `rooms login --profile ${quoted(name)} stores one`
  })

/** The profile of this name; the current one where none is named, if there is one. */
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
