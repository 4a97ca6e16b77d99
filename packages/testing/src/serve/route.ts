/** URLs of requests without an origin. */
import { type MatchedOperation, operationOf } from "@effect-rooms/core/unstable"
import * as Option from "effect/Option"
import * as Record from "effect/Record"

/** Returns the path of a URL. */
export const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? ""

/** Returns the query of a URL, with its question mark. */
export const queryOf = (url: string): string => url.slice(pathOf(url).length).split("#", 1)[0] ?? ""

/** Finds the operation of a request. HEAD asks for what GET returns. A path may end with an empty parameter, which is invalid. */
export const routeOf = (method: string, path: string): MatchedOperation | undefined => {
  const asked = method === "HEAD" ? "GET" : method
  if (!path.endsWith("/")) return operationOf(asked, path)
  const { name, params } = operationOf(asked, `${path}-`) ?? {}
  return name === undefined
    ? undefined
    : { name, params: Record.map(params ?? {}, (text) => (text === "-" ? "" : text)) }
}

/** Letters, digits and `-._~`: percent-encoding them doesn't change a path. */
const needlesslyEncoded = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi

/** Returns the URL with its path written in one canonical way. A router takes a bare `;` for the end of a path. */
export const canonicalUrl = (url: string): string => {
  const path = pathOf(url)
  if (!/[%;]/.test(path)) return url
  const canonical = path.replace(needlesslyEncoded, (encoded) => decodeURIComponent(encoded)).replaceAll(";", "%3B")
  return canonical + url.slice(path.length)
}

const decode = Option.liftThrowable(decodeURIComponent)

/** Returns whether the query is percent-encoded UTF-8. `URLSearchParams` would replace what isn't. */
export const hasReadableQuery = (url: string): boolean => !url.includes("%") || Option.isSome(decode(queryOf(url)))
