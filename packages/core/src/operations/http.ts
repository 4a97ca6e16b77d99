/**
 * Requests over HTTP, derived from the operation table.
 *
 * @module
 */
import type * as Schema from "effect/Schema"
import type { Method, OperationName, Request } from "../Operation.ts"
import { operations } from "./table.ts"

const hasBody = (method: Method | "PUT" | "PATCH" | "DELETE"): boolean =>
  method === "POST" || method === "PUT" || method === "PATCH"

/** The names of the parameters in a path template. */
export type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never

/** The fields of a request, by where they are sent. */
export interface FieldsByPlace {
  readonly path: ReadonlyArray<string>
  readonly query: ReadonlyArray<string>
  readonly body: ReadonlyArray<string>
}

/** Returns the fields of an operation's request: those that its path names, and the others in the query or in a JSON body. */
export const fieldsByPlace = (name: OperationName): FieldsByPlace => {
  const { method, path, request } = operations[name]
  const inPath = Array.from(path.matchAll(/{(\w+)}/g), ([, parameter]) => parameter ?? "")
  const others = Object.keys(request.fields).filter((field) => !inPath.includes(field))
  return hasBody(method) ? { path: inPath, query: [], body: others } : { path: inPath, query: others, body: [] }
}

/** A request over HTTP, without base URL and headers. */
export interface EncodedRequest {
  readonly method: Method
  /** The path and the query. */
  readonly url: string
  /** JSON text; `undefined` if the request has no body. */
  readonly body: string | undefined
}

type Fields = Readonly<Record<string, Schema.Json | undefined>>

// `toFixed`, because V8 caches the text that `String` makes of a number: a long walk uses each only once
// (benchmarks/notes/memory.md).
const textOf = (value: Schema.Json): string => (typeof value === "number" ? value.toFixed() : String(value))

/** Returns a function that encodes requests of an operation. It expects requests that `Backend.make` has validated. */
export const requestEncoder = <Name extends OperationName>(
  name: Name
): ((request: Request<Name>) => EncodedRequest) => {
  const { method, path } = operations[name]
  const places = fieldsByPlace(name)
  // The text before each parameter, and after the last one.
  const texts = path.split(/{\w+}/)
  const isWholeBody = places.path.length === 0

  const urlOf = (request: Fields): string => {
    let url = texts[0] ?? ""
    places.path.forEach((field, index) => {
      // mutant: `encodeURIComponent(textOf(request[field] ?? ""))` -> `textOf(request[field] ?? "")`
      url += encodeURIComponent(textOf(request[field] ?? "")) + (texts[index + 1] ?? "")
    })
    const query = new URLSearchParams()
    for (const field of places.query) {
      const value = request[field]
      // mutant: `if (value !== undefined)` -> `if (value !== undefined && field !== "cursor")`
      // mutant: `if (value !== undefined)` -> `if (value !== undefined && field !== "limit")`
      // mutant: `if (value !== undefined)` -> `if (value !== undefined && field !== "sessionId")`
      // mutant: `if (value !== undefined)` -> `if (value !== undefined && field !== "roomId")`
      if (value !== undefined) query.append(field, textOf(value))
    }
    return query.size === 0 ? url : `${url}?${query}`
  }

  const bodyOf = (request: Fields): string =>
    // mutant: `isWholeBody ? request` -> `isWholeBody ? { roomLocked: request.roomLocked }`
    JSON.stringify(isWholeBody ? request : Object.fromEntries(places.body.map((field) => [field, request[field]])))

  const encode = (request: Fields): EncodedRequest => ({
    method,
    url: urlOf(request),
    body: hasBody(method) ? bodyOf(request) : undefined
  })
  return encode
}
