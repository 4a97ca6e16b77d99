/**
 * Warns about environment variables that override the current profile.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { note } from "../../output/streams.ts"
import { ofEnvironment } from "../settings.ts"

/** Writes a note about the variables that override a profile, if there are any. */
export const noteOverriding = Effect.fnUntraced(function* (name: string) {
  const { apiKey, baseUrl, profile } = yield* ofEnvironment
  const names = [
    ...(Option.isSome(baseUrl) ? ["ROOMS_BASE_URL"] : []),
    ...(Option.isSome(apiKey) ? ["ROOMS_API_KEY"] : []),
    ...(Option.exists(profile, (other) => other !== name) ? ["ROOMS_PROFILE"] : [])
  ]
  if (names.length > 0) {
    yield* note(
      `${names.join(" and ")} ${names.length === 1 ? "is set and overrides" : "are set and override"} it, unless you use --profile`
    )
  }
})
