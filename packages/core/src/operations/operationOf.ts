/**
 * Recognizes the operation of a request over HTTP, for what answers requests or reads recorded ones.
 *
 * @module
 */
import * as Option from "effect/Option"
import type { OperationName } from "../Operation.ts"
import { operationNames, operations } from "./table.ts"

const decodeSegment = Option.liftThrowable(decodeURIComponent)

const routes = operationNames.map((name) => ({
  name,
  method: operations[name].method,
  pattern: new RegExp(`^${operations[name].path.replace(/{(\w+)}/g, "(?<$1>[^/]+)")}$`)
}))

/** The operation of a request, and the parameters in its path. */
export interface MatchedOperation {
  readonly name: OperationName
  /** Without a parameter that isn't percent-encoded UTF-8. */
  readonly params: { readonly [parameter: string]: string }
}

/** Returns the operation that a method and a path (without base URL and query) belong to. */
export const operationOf = (method: string, path: string): MatchedOperation | undefined => {
  for (const route of routes) {
    const match = route.method === method ? route.pattern.exec(path) : null
    if (match === null) continue
    const params = Object.entries(match.groups ?? {}).flatMap(([parameter, segment]) =>
      Option.match(decodeSegment(segment), { onNone: () => [], onSome: (value) => [[parameter, value] as const] })
    )
    return { name: route.name, params: Object.fromEntries(params) }
  }
  return undefined
}
