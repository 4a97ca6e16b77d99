/**
 * Variables of the environment that win over the current profile: somebody who has just chosen one wonders otherwise.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { note } from "../../output/streams.ts"
import { ofEnvironment } from "../settings.ts"

/** Says which variables win over a profile, where there are any. */
export const tellOverriding = Effect.fnUntraced(function* (name: string) {
  const { apiKey, baseUrl, profile } = yield* ofEnvironment
  const names = [
    ...(Option.isSome(baseUrl) ? ["ROOMS_BASE_URL"] : []),
    ...(Option.isSome(apiKey) ? ["ROOMS_API_KEY"] : []),
    ...(Option.exists(profile, (other) => other !== name) ? ["ROOMS_PROFILE"] : [])
  ]
  if (names.length > 0) {
    yield* note(
      `${names.join(" and ")} ${names.length === 1 ? "is set and wins" : "are set and win"} over it, unless --profile names it`
    )
  }
})
