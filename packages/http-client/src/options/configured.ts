/**
 * Reads options from configuration, such as the environment.
 */
import { fromSchemaError } from "@effect-rooms/core/unstable"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import { InvalidConfiguration } from "../InvalidConfiguration.ts"

/** The environment variables that configure a client by default. */
export const variables = {
  baseUrl: /*#__PURE__*/ Config.String("ROOMS_BASE_URL"),
  apiKey: /*#__PURE__*/ Config.Redacted("ROOMS_API_KEY")
}

const problemOf = Effect.fnUntraced(function* (config: Config.Config<unknown>, { cause }: Config.ConfigError) {
  if (cause._tag === "SourceError") return cause.message
  const { path, problem } = fromSchemaError(cause)
  // `Config.option` accepts a missing value but not an invalid one, which tells the two apart.
  return yield* Effect.match(Config.option(config), {
    onFailure: () => `${path}: ${problem}`,
    onSuccess: () => `${path} is not set`
  })
})

const check = <A>(field: string, config: Config.Config<A>) =>
  Effect.catch(config, (error) =>
    Effect.flatMap(problemOf(config, error), (problem) => Effect.fail(new InvalidConfiguration({ field, problem })))
  )

/** Reads options. Fails with `InvalidConfiguration`, which names the variable that is missing or invalid. */
export const configured = Effect.fnUntraced(function* <A extends object>(
  options: Config.Wrap<A>
): Effect.fn.Return<A, InvalidConfiguration> {
  // One at a time, so that the error names the option.
  for (const [name, option] of Config.isConfig(options) ? [] : Object.entries<unknown>(options)) {
    if (Config.isConfig(option)) yield* check(name, option)
  }
  return yield* check("options", Config.unwrap(options))
})
