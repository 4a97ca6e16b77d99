/**
 * The recorded requests that are most like one that was not recorded.
 */
import * as Predicate from "effect/Predicate"
import type { Nearest } from "./errors.ts"
import type { Exchange, RecordedRequest } from "./exchange.ts"
import { operationOf } from "./operationOf.ts"
import { isPseudonym } from "./pseudonyms.ts"
import { describeRequest } from "./requestOf.ts"

const shown = 3
const differencesShown = 4

const queryDifferences = (recorded: RecordedRequest, actual: RecordedRequest): ReadonlyArray<string> => {
  const [before, now] = [new Map(recorded.query), new Map(actual.query)]
  return Array.from(new Set([...before.keys(), ...now.keys()])).flatMap((name) => {
    const [value, actualValue] = [before.get(name), now.get(name)]
    if (value === actualValue) return []
    if (value === undefined) return [`it has no query.${name}`]
    return [`its query.${name} is ${value}`]
  })
}

/** Values are not shown: those of the recording are redacted, and those of the program may be personal. */
const bodyDifferences = (recorded: unknown, actual: unknown, path: string): ReadonlyArray<string> => {
  if (Predicate.isObject(recorded) && Predicate.isObject(actual)) {
    const [before, now] = [new Map(Object.entries(recorded)), new Map(Object.entries(actual))]
    return Array.from(new Set([...before.keys(), ...now.keys()])).flatMap((name) => {
      const inner = `${path}.${name}`
      if (!before.has(name)) return [`it has no ${inner}`]
      return now.has(name) ? bodyDifferences(before.get(name), now.get(name), inner) : [`it has ${inner}`]
    })
  }
  if (Array.isArray(recorded) && Array.isArray(actual) && recorded.length === actual.length) {
    return recorded.flatMap((inner, at) => bodyDifferences(inner, actual[at], `${path}[${at}]`))
  }
  if (recorded === actual || (typeof recorded === "string" && typeof actual === "string" && isPseudonym(recorded)))
    return []
  return [`its ${path} differs`]
}

const jsonOf = ({ body }: RecordedRequest) => (body?._tag === "Json" ? body.value : body?._tag)

const differencesOf = (recorded: RecordedRequest, actual: RecordedRequest): ReadonlyArray<string> => [
  ...(recorded.path === actual.path ? [] : ["its path differs"]),
  ...queryDifferences(recorded, actual),
  ...bodyDifferences(jsonOf(recorded), jsonOf(actual), "body")
]

/** At most three exchanges of the same operation. */
export const nearestTo = (
  actual: RecordedRequest,
  exchanges: ReadonlyArray<Exchange>,
  wasGiven: (exchange: Exchange) => boolean
): ReadonlyArray<Nearest> => {
  const operation = operationOf(actual)
  return exchanges
    .filter(({ request }) => request.method === actual.method && operationOf(request) === operation)
    .map((exchange) => ({ exchange, differences: differencesOf(exchange.request, actual) }))
    .sort((a, b) => a.differences.length - b.differences.length)
    .slice(0, shown)
    .map(({ differences, exchange }) => ({
      index: exchange.index,
      request: describeRequest(exchange.request),
      differences:
        differences.length > 0
          ? differences.slice(0, differencesShown)
          : [wasGiven(exchange) ? "its response was already replayed" : "it was recorded with different values"]
    }))
}
