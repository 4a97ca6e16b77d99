/**
 * Runs `rooms profile use`.
 */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { changeProfiles } from "../../../connection/profiles/changeProfiles.ts"
import { noSuchProfile } from "../../../connection/profiles/chosenProfile.ts"
import { noteOverriding } from "../../../connection/profiles/overriding.ts"
import { note } from "../../../output/streams.ts"
import type { ProfileInput } from "../flags.ts"

export const run = Effect.fnUntraced(function* ({ name }: ProfileInput) {
  yield* changeProfiles((profiles) =>
    profiles.byName.has(name)
      ? Effect.succeed({ ...profiles, current: Option.some(name) })
      : Effect.fail(noSuchProfile(name, Option.some(profiles)))
  )
  yield* note(`profile "${name}" is now current`)
  yield* noteOverriding(name)
}, Effect.provide(NodeFileSystem.layer))
