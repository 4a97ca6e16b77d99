/**
 * Checks the URL of a file.
 *
 * @module
 */
import { isLoopback } from "@effect-rooms/http-client/unstable"
import * as Result from "effect/Result"
import type { DownloadProblem } from "../../../failure/DownloadFailed.ts"

/** The rules for URLs. */
export interface FileUrlRules {
  /** Whether plain http to other machines is allowed. */
  readonly allowInsecure: boolean
  /** Whether hosts on this machine are allowed. A service elsewhere could use them to reach private servers. */
  readonly allowLoopback: boolean
}

const unusable = (problem: string): Result.Result<never, DownloadProblem> =>
  Result.fail({ reason: "UnusableUrl", problem })

const insecure = (problem: string): Result.Result<never, DownloadProblem> =>
  Result.fail({ reason: "InsecureUrl", problem: `${problem}; use --allow-insecure on a network you trust` })

/** Parses a URL, or the target of a redirect. Problems name only the host, because the query may be secret. */
export const parseFileUrl = (
  text: string,
  { allowInsecure, allowLoopback, from }: FileUrlRules & { readonly from?: URL }
): Result.Result<URL, DownloadProblem> => {
  const url = URL.parse(text, from?.href)
  if (url === null)
    return unusable(from === undefined ? "its URL is invalid" : `${from.host} redirects to an invalid URL`)
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return unusable(`its URL has the scheme "${url.protocol}"; only https: and http: are supported`)
  }
  if (url.username !== "" || url.password !== "") return unusable("its URL contains a user or a password")
  if (isLoopback(url.hostname) && !allowLoopback) {
    return unusable(`its URL leads to ${url.host} on this machine, but the service is on another`)
  }
  if (url.protocol === "https:" || allowInsecure) return Result.succeed(url)
  if (from?.protocol === "https:") return insecure(`${from.host} redirects from https to http`)
  if (!isLoopback(url.hostname)) return insecure(`${url.host} would send it unencrypted, over plain http`)
  return Result.succeed(url)
}
