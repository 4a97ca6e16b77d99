/**
 * Options from configuration, such as the environment.
 */
import { fromSchemaError } from "@effect-rooms/core/unstable"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import { InvalidConfiguration } from "../InvalidConfiguration.ts"

/** The variables of the environment that a client is configured by, unless it is told otherwise. */
export const variables = {
  baseUrl: /*#__PURE__*/ Config.String("ROOMS_BASE_URL"),
  apiKey: /*#__PURE__*/ Config.Redacted("ROOMS_API_KEY")
}

const problemOf = Effect.fnUntraced(function* (config: Config.Config<unknown>, { cause }: Config.ConfigError) {
  if (cause._tag === "SourceError") return cause.message
  const { path, problem } = fromSchemaError(cause)
  // An option may be missing, but not wrong.
  return yield* Effect.match(Config.option(config), {
    onFailure: () => `${path}: ${problem}`,
    onSuccess: () => `${path} is not set`
  })
})

const check = <A>(field: string, config: Config.Config<A>) =>
  Effect.catch(config, (error) =>
    Effect.flatMap(problemOf(config, error), (problem) => Effect.fail(new InvalidConfiguration({ field, problem })))
  )

/** Reads options. What is missing or wrong is an `InvalidConfiguration` that names the variable. */
export const configured = Effect.fnUntraced(function* <A extends object>(
  options: Config.Wrap<A>
): Effect.fn.Return<A, InvalidConfiguration> {
  // One option after the other, to tell which of them it is.
  for (const [name, option] of Config.isConfig(options) ? [] : Object.entries<unknown>(options)) {
    if (Config.isConfig(option)) yield* check(name, option)
  }
  return yield* check("options", Config.unwrap(options))
})
