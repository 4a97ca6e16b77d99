/**
 * The totals of a run of downloads.
 *
 * @module
 */
import type { Recording } from "@effect-rooms/core/Recording"
import { sizeText, timeText } from "../../../output/sizeText.ts"
import type { Downloaded, DownloadStatus } from "./flags.ts"

export interface Tally {
  readonly counts: Record<DownloadStatus, number>
  failed: number
  /** Downloads in progress; at the end, unfinished ones. */
  open: number
  /** The exit code of the failed download that is first in the list. */
  exitCode: { readonly index: number; readonly code: number } | undefined
  /** In files that this run downloaded or completed. */
  bytes: number
  /** The first file whose size differs from its listing, and the number of such files. */
  otherSize: { readonly id: string; readonly listed: number; readonly bytes: number } | undefined
  otherSizes: number
}

export const make = (): Tally => ({
  counts: { downloaded: 0, resumed: 0, exists: 0, missing: 0, partial: 0 },
  failed: 0,
  open: 0,
  exitCode: undefined,
  bytes: 0,
  otherSize: undefined,
  otherSizes: 0
})

export const add = (tally: Tally, { bytes, id, status }: Downloaded, { recordingSize }: Recording): void => {
  tally.counts[status]++
  if (status === "missing" || status === "partial") return
  if (status !== "exists") tally.bytes += bytes
  if (bytes === recordingSize) return
  tally.otherSizes++
  tally.otherSize ??= { id, listed: recordingSize, bytes }
}

export const addFailure = (tally: Tally, index: number, code: number): void => {
  tally.failed++
  if (tally.exitCode === undefined || index < tally.exitCode.index) tally.exitCode = { index, code }
}

const named: ReadonlyArray<readonly [DownloadStatus, string]> = [
  ["downloaded", "downloaded"],
  ["resumed", "resumed"],
  ["missing", "to download"],
  ["partial", "to resume"],
  ["exists", "already there"]
]

const countsOf = ({ counts, failed, open }: Tally, ofOpen: string): string => {
  const parts = named.flatMap(([status, name]) => (counts[status] === 0 ? [] : [`${counts[status]} ${name}`]))
  if (failed > 0) parts.push(`${failed} failed`)
  if (open > 0) parts.push(`${open} ${ofOpen}`)
  return parts.length === 0 ? "no recordings" : parts.join(", ")
}

/** Returns whether nothing has happened yet. */
export const isEmpty = (tally: Tally): boolean =>
  tally.failed + tally.open === 0 && named.every(([status]) => tally.counts[status] === 0)

/** Returns a line such as `2 downloaded, 1 resumed, 1 failed: 12.3 MB in 4s`. `ofOpen` describes downloads without an outcome. */
export const summary = (tally: Tally, millis: number, ofOpen: "in progress" | "not finished"): string =>
  `${countsOf(tally, ofOpen)}${tally.bytes === 0 ? "" : `: ${sizeText(tally.bytes)} in ${timeText(millis)}`}`

/** Returns a remark about files of another size. It isn't a failure, because the contract doesn't define the unit of sizes. */
export const remark = ({ otherSize, otherSizes }: Tally): string | undefined => {
  if (otherSize === undefined) return undefined
  const { bytes, id, listed } = otherSize
  const others = otherSizes === 1 ? "" : `, and ${otherSizes - 1} more like it`
  return `recording ${JSON.stringify(id)} is listed with size ${listed}, but its file has ${bytes} bytes${others}`
}
