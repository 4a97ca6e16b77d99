/**
 * What a recording is called on this machine: its id, and the ending of its URL.
 *
 * An id is text of the service. It never leads out of a folder, and two ids never lead to one file, also where `A` and `a` are
 * the same letter: an id of small letters and digits is the name, any other gets a hash of itself.
 *
 * @module
 */
import { createHash } from "node:crypto"
import type { Recording } from "@effect-rooms/core/Recording"
import * as Result from "effect/Result"
import type { DownloadProblem } from "../../../failure/DownloadFailed.ts"

/** With what is put around it while it is downloaded, a name stays below the 255 bytes that file systems take. */
const longest = 80

const plain = /^[a-z0-9_][a-z0-9_-]*$/

/** Names of devices on Windows, whatever ending they are given. */
const devices = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16)

const letters = (text: string) => text.replace(/[^a-z0-9_-]/gi, "_").replace(/^-/, "_")

const refused = (problem: string): Result.Result<never, DownloadProblem> =>
  Result.fail({ reason: "UnsafeName", problem: `its id is no name of a file: ${problem}` })

const endingOf = (url: URL): string => /[^/]\.([a-z0-9]{1,8})$/i.exec(url.pathname)?.[1]?.toLowerCase() ?? ""

/** The name, or why there is none. */
export const fileNameOf = ({ id, recordingUrl }: Recording): Result.Result<string, DownloadProblem> => {
  if (/[/\\]/.test(id)) return refused("it leads to another folder")
  if (id.includes("\0")) return refused("there is a NUL in it")
  if (id.includes(":")) return refused("there is a colon in it")
  if (/^\.*$/.test(id)) return refused("it is a folder")
  if (devices.test(id.trim())) return refused("it is a device on Windows")
  const url = URL.parse(recordingUrl)
  const ending = url === null ? "" : endingOf(url)
  const stem = plain.test(id) && id.length <= longest ? id : `${letters(id).slice(0, longest)}~${hashOf(id)}`
  return Result.succeed(ending === "" ? stem : `${stem}.${ending}`)
}
