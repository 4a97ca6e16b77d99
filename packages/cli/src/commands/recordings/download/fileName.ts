/**
 * The name of a recording's file: its id, and the extension of its URL.
 *
 * An id comes from the service. It never leads out of the folder, and two ids never share a file, even if the file system ignores
 * case: an id of lowercase letters and digits is the name, and any other id gets a hash appended.
 *
 * @module
 */
import { createHash } from "node:crypto"
import type { Recording } from "@effect-rooms/core/Recording"
import * as Result from "effect/Result"
import type { DownloadProblem } from "../../../failure/DownloadFailed.ts"

/** With the prefix and suffix of a partial download, a name stays below the limit of 255 bytes. */
const longest = 80

const plain = /^[a-z0-9_][a-z0-9_-]*$/

/** Names of devices on Windows, with any extension. */
const devices = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16)

const letters = (text: string) => text.replace(/[^a-z0-9_-]/gi, "_").replace(/^-/, "_")

const refused = (problem: string): Result.Result<never, DownloadProblem> =>
  Result.fail({ reason: "UnsafeName", problem: `its id can't be a file name: ${problem}` })

const endingOf = (url: URL): string => /[^/]\.([a-z0-9]{1,8})$/i.exec(url.pathname)?.[1]?.toLowerCase() ?? ""

/** Returns the name, or the problem with the id. */
export const fileNameOf = ({ id, recordingUrl }: Recording): Result.Result<string, DownloadProblem> => {
  if (/[/\\]/.test(id)) return refused("it leads to another folder")
  if (id.includes("\0")) return refused("it contains NUL")
  if (id.includes(":")) return refused("it contains a colon")
  if (/^\.*$/.test(id)) return refused("it names a folder")
  if (devices.test(id.trim())) return refused("it names a device on Windows")
  const url = URL.parse(recordingUrl)
  const ending = url === null ? "" : endingOf(url)
  const stem = plain.test(id) && id.length <= longest ? id : `${letters(id).slice(0, longest)}~${hashOf(id)}`
  return Result.succeed(ending === "" ? stem : `${stem}.${ending}`)
}
