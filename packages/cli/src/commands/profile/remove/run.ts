/**
 * Runs `rooms profile remove`.
 */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { changeProfiles } from "../../../connection/profiles/changeProfiles.ts"
import { noSuchProfile } from "../../../connection/profiles/chosenProfile.ts"
import { note } from "../../../output/streams.ts"
import type { ProfileInput } from "../flags.ts"

export const run = Effect.fnUntraced(function* ({ name }: ProfileInput) {
  let wasCurrent = false
  const { path } = yield* changeProfiles((profiles) => {
    if (!profiles.byName.has(name)) return Effect.fail(noSuchProfile(name, Option.some(profiles)))
    wasCurrent = Option.contains(profiles.current, name)
    return Effect.succeed({
      current: wasCurrent ? Option.none() : profiles.current,
      byName: new Map([...profiles.byName].filter(([other]) => other !== name))
    })
  })
  yield* note(`removed profile "${name}" and its API key from ${path}`)
  if (wasCurrent) yield* note("no profile is current now: run rooms profile use <name> to choose one")
}, Effect.provide(NodeFileSystem.layer))
