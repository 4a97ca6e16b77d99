/**
 * A URL that a file may be downloaded from.
 *
 * @module
 */
import { isLoopback } from "@effect-rooms/http-client/unstable"
import * as Result from "effect/Result"
import type { DownloadProblem } from "../../../failure/DownloadFailed.ts"

/** Which URLs are allowed. */
export interface FileUrlRules {
  /** Plain http to other machines. */
  readonly allowInsecure: boolean
  /** Hosts on this machine. They are for a service that runs on it too: another one could have its private servers asked. */
  readonly allowLoopback: boolean
}

const unusable = (problem: string): Result.Result<never, DownloadProblem> =>
  Result.fail({ reason: "UnusableUrl", problem })

const insecure = (problem: string): Result.Result<never, DownloadProblem> =>
  Result.fail({ reason: "InsecureUrl", problem: `${problem}; --allow-insecure lets it, where you trust the network` })

/** Reads a URL, or where a redirect from another one leads. What it says of a URL is its host: its query may be a secret. */
export const parseFileUrl = (
  text: string,
  { allowInsecure, allowLoopback, from }: FileUrlRules & { readonly from?: URL }
): Result.Result<URL, DownloadProblem> => {
  const url = URL.parse(text, from?.href)
  if (url === null) return unusable(from === undefined ? "its URL is none" : `${from.host} redirects to what is no URL`)
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return unusable(`its URL has the scheme "${url.protocol}"; only https: and http: are spoken`)
  }
  if (url.username !== "" || url.password !== "") return unusable("there is a user or a password in its URL")
  if (isLoopback(url.hostname) && !allowLoopback) {
    return unusable(`its URL leads to ${url.host} on this machine, and the service is on another`)
  }
  if (url.protocol === "https:" || allowInsecure) return Result.succeed(url)
  if (from?.protocol === "https:") return insecure(`${from.host} redirects from https to http`)
  if (!isLoopback(url.hostname)) return insecure(`${url.host} would send it unencrypted, over plain http`)
  return Result.succeed(url)
}
