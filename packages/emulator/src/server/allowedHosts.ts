/**
 * The hosts that an emulator answers to. A web page can make its own domain resolve to this machine (DNS rebinding), and then
 * has the same origin as the emulator. Only the host name in the request reveals it. An IP address can't be rebound.
 */
import type { IncomingMessage } from "node:http"
import { isIPv4, isIPv6 } from "node:net"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { HeadProblem } from "./malformed.ts"

/** A host and an optional port, as RFC 9110 writes them; groups for an address in brackets and for a name. */
const authorityPattern = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d*)?$/i

const namePattern = /^[\w-]+(?:\.[\w-]+)*\.?$/

/** Whether this can be in `allowedHosts`: a name without scheme and port. */
export const isHostName = (text: string): boolean => namePattern.test(text)

/** One spelling for each name. A dot at the end makes it absolute, and resolves alike. */
const normalized = (name: string) => name.toLowerCase().replace(/\.$/, "")

const invalid: HeadProblem = { status: 400, message: "header host: is not a host with an optional port" }

const refused = (name: string): HeadProblem => ({
  status: 403,
  message: `the emulator does not answer to the host ${name}; to allow it, start the emulator with --allow-host ${name} (allowedHosts in TypeScript)`
})

/**
 * Judges the host that a request is for. Allowed are `localhost` and the names below it, IP addresses, and these names, with any
 * port: a port may be forwarded. In absolute form the target of a request names a host, too, and a router goes by that one.
 */
export const makeHostProblem = (names: Iterable<string>) => {
  const allowed = new Set(["localhost"])
  for (const name of names) allowed.add(normalized(name))
  const problemOf = (authority: string): HeadProblem | undefined => {
    const [, ipv6, written = ""] = authorityPattern.exec(authority) ?? [undefined, undefined, undefined]
    if (ipv6 !== undefined) return isIPv6(ipv6) ? undefined : invalid
    if (!isHostName(written)) return invalid
    const name = normalized(written)
    return isIPv4(name) || name.endsWith(".localhost") || allowed.has(name) ? undefined : refused(name)
  }
  // A client names the same host in every request: it is looked at once.
  let lastAllowed: string | undefined
  return (
    { headers, url }: Pick<IncomingMessage, "headers" | "url">,
    request: Pick<HttpServerRequest.HttpServerRequest, "headers">
  ): HeadProblem | undefined => {
    const { host } = headers
    if (host !== undefined && host !== lastAllowed) {
      const problem = problemOf(host)
      if (problem !== undefined) return problem
      lastAllowed = host
    }
    if (url?.startsWith("/") === true) return undefined
    const target = request.headers.host
    return target === undefined ? undefined : problemOf(target)
  }
}
