/**
 * Converts plain options to those of the Effect services, and checks what their types can't: programs without types call too.
 */
import type { Overrides } from "@effect-rooms/http-client/unstable"
import { checkRetry } from "@effect-rooms/http-client/unstable"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type { PlainOptions } from "./Plain.ts"

/** An option that is refused, and why. */
export interface Problem {
  readonly field: string
  readonly problem: string
}

export const refuse = (field: string, problem: string) => Result.fail<Problem>({ field, problem })

const suffix = "Millis"

export const isRecord = (value: unknown): value is object =>
  Predicate.isObject(value) &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null)

/** A limit must be longer than zero; a part of an option, such as a wait of a retry policy, may be zero. */
const millisProblem = (value: unknown, isPart: boolean): string | undefined => {
  if (Predicate.isNumber(value) && (isPart ? value >= 0 : value > 0)) return undefined
  if (isPart) return "must be a number of milliseconds of at least 0"
  return value === false ? undefined : "must be a number of milliseconds greater than 0, or false"
}

const convert = (options: object, parent?: string): Result.Result<Record<string, unknown>, Problem> =>
  Result.gen(function* () {
    const converted: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(options)) {
      if (value === undefined) continue
      if (!key.endsWith(suffix)) {
        converted[key] = isRecord(value) ? yield* convert(value, key) : value
        continue
      }
      const problem = millisProblem(value, parent !== undefined)
      if (problem !== undefined) {
        return yield* parent === undefined ? refuse(key, problem) : refuse(parent, `${key} ${problem}`)
      }
      // A number is a `Duration.Input` of milliseconds.
      converted[key.slice(0, -suffix.length)] = value
    }
    return converted
  })

/** Checks and converts the limits of requests. */
export const toLimits = (options: PlainOptions<Overrides>): Result.Result<Overrides, Problem> =>
  Result.gen(function* () {
    const { attemptTimeoutMillis, retry, timeoutMillis } = options
    if (retry !== undefined && retry !== false && !isRecord(retry)) {
      return yield* refuse("retry", "must be an object or false")
    }
    const limits = yield* toOptions<Overrides>({ attemptTimeoutMillis, retry, timeoutMillis })
    if (limits.retry !== undefined) yield* checkRetry(limits.retry)
    return limits
  })

/** Returns the options without what is `undefined`, with `timeout` for `timeoutMillis` and so on. */
export const toOptions = <T>(options: PlainOptions<T>): Result.Result<T, Problem> =>
  // Ids have no other form at run time, and everything else was converted by the rule of the type.
  Result.map(convert(Object(options)), (converted) => converted as T)
