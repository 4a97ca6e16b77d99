/**
 * Which of the nine operations a request is for, and what it asks.
 */
import { operationOf as matchOperation, type OperationName, operations } from "@effect-rooms/core/unstable"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { FaultRequest } from "../Fault.ts"
import { isShallow } from "../faults/faultProblems.ts"

/** What a path matches whose parameters are written `:name`. */
export const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, "([^/]+)")}$`)

/** The path of a URL that has no origin. */
export const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? ""

const queryOf = (url: string): string => url.slice(pathOf(url).length).split("#", 1)[0] ?? ""

/** Letters, digits and `-._~`: they are the same in a path whether they are encoded or not. */
const needlesslyEncoded = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi

/** The URL with its path in the one way of writing it that every route knows: a router takes `;` for the end of a path. */
export const canonicalUrl = (url: string): string => {
  const path = pathOf(url)
  if (!/[%;]/.test(path)) return url
  const canonical = path.replace(needlesslyEncoded, (encoded) => decodeURIComponent(encoded)).replaceAll(";", "%3B")
  return canonical + url.slice(path.length)
}

const decode = Option.liftThrowable(decodeURIComponent)

/** Whether the query is percent-encoded UTF-8. Routes would take what is not as it stands. */
export const hasReadableQuery = (url: string): boolean => !url.includes("%") || Option.isSome(decode(queryOf(url)))

const match = (method: string, path: string) => matchOperation(method === "HEAD" ? "GET" : method, path)

/** Returns the operation of a request. HEAD asks for the same operation as GET. */
export const operationOf = (method: string, path: string): OperationName | undefined => match(method, path)?.name

const CreateBody = Schema.fromJsonString(
  Schema.Struct({ roomLocked: Schema.optionalKey(Schema.Boolean), metadata: Schema.optionalKey(Schema.Json) })
)
const decodeBody = Schema.decodeUnknownOption(CreateBody)

/** What a request asks, as far as it can be read. `body` is that of a create. */
export const inputOf = (operation: OperationName, url: string, body: string): FaultRequest["input"] => {
  if (operation === "createRoom") {
    const { metadata, ...others } = Option.getOrElse(decodeBody(body), (): FaultRequest["input"] => ({}))
    return metadata === undefined || !isShallow(metadata) ? others : { ...others, metadata }
  }
  const query = new URLSearchParams(queryOf(url))
  const roomId = operations[operation].path.includes("{roomId}")
    ? matchOperation(operations[operation].method, pathOf(url))?.params.roomId
    : query.get("roomId")
  const sessionId = query.get("sessionId")
  const number = (name: string) => (query.has(name) ? Number(query.get(name)) : Number.NaN)
  const cursor = number("cursor")
  const limit = number("limit")
  return {
    ...(typeof roomId === "string" ? { roomId } : {}),
    ...(sessionId === null ? {} : { sessionId }),
    ...(Number.isNaN(cursor) ? {} : { cursor }),
    ...(Number.isNaN(limit) ? {} : { limit })
  }
}
