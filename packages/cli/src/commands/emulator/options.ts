/**
 * The options of an emulator, from the flags.
 */
import type { EmulatorOptions } from "@effect-rooms/emulator"
import { defaultApiKey } from "@effect-rooms/testing/World"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { EmulatorInput } from "./flags.ts"
import { readInitialState } from "./initialState.ts"
import { readFaults, readQuirks } from "./quirksAndFaults.ts"

const given = <K extends string, A>(key: K, value: Option.Option<A>): { readonly [_ in K]?: A } =>
  Object.fromEntries(Option.match(value, { onNone: () => [], onSome: (value) => [[key, value]] })) as {
    readonly [_ in K]?: A
  }

/** Returns the options that the flags ask for, except the address. */
export const emulatorOptions = Effect.fnUntraced(function* (input: EmulatorInput) {
  const scenario = yield* readInitialState(input)
  const [first = defaultApiKey, ...others] = input.apiKeys
  return {
    apiKeys: [first, ...others] as const,
    seed: input.seed,
    ...given("scenario", scenario),
    ...given("import", input.import),
    ...given("data", input.data),
    ...given("exportOnExit", input.exportOnExit),
    ...given("startMillis", input.clock),
    frozen: input.frozen,
    quirks: yield* readQuirks(input.quirks),
    faults: yield* readFaults(input.faults),
    admin: !input.noAdmin,
    allowedHosts: input.allowHost,
    // An empty list allows every origin.
    ...(input.cors.length === 0 ? {} : { corsOrigins: input.cors.includes("*") ? [] : input.cors })
  } satisfies EmulatorOptions
})
