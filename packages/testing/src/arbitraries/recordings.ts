/**
 * Recordings, their list, and what an API key has used.
 */
import { RecordingId } from "@effect-rooms/core/Identifier"
import type { Recording, RecordingsPage } from "@effect-rooms/core/Recording"
import type { UsageMetrics } from "@effect-rooms/core/UsageMetrics"
import * as Arbitrary from "effect/Arbitrary"
import * as Option from "effect/Option"
import { element, integer, type LengthOptions, list, oneOf } from "./choice.ts"
import { recordingId, withOwnIds } from "./ids.ts"
import { cut, type Paged, type PageSizeOptions, pageSizes } from "./pages.ts"
import { shortText } from "./text.ts"

const size = oneOf<number>(integer(0, 1_000_000), element(1_048_576, 0, 0.5, 2 ** 31, 2 ** 32, 2 ** 53))

const url = Arbitrary.map(shortText, (path) => `https://recordings.invalid/${encodeURIComponent(path)}.mp4`)

/** A recording. Its size may be 0, a fraction, or more than 32 bits hold: the contract names no unit. */
export const recording: Arbitrary.Arbitrary<Recording> = Arbitrary.map(
  Arbitrary.all({ id: recordingId, recordingUrl: url, recordingSize: size }),
  ({ id, recordingSize, recordingUrl }) => ({ id, recordingUrl, recordingSize })
)

/** A whole list of recordings, each with a unique id. May be empty. */
export const recordings = (options: LengthOptions = {}): Arbitrary.Arbitrary<ReadonlyArray<Recording>> =>
  Arbitrary.map(list(recording, options), (recordings) =>
    withOwnIds(
      recordings,
      ({ id }) => id,
      (text) => RecordingId.make(text),
      (recording, id) => ({ ...recording, id })
    )
  )

/**
 * A whole list of recordings, and its pages under both readings of a cursor: how many rows to skip, or which page comes
 * next. The next cursor of the last page is `null` or 0.
 */
export const pagedRecordings = (
  options: LengthOptions & PageSizeOptions = {}
): Arbitrary.Arbitrary<Paged<Recording, RecordingsPage>> =>
  Arbitrary.map(
    Arbitrary.all({
      rows: recordings(options),
      pageSize: pageSizes(options, 20),
      cursors: element("rows", "pages"),
      end: element("none", "0")
    }),
    ({ cursors, end, pageSize, rows }) => {
      const pages = cut(rows, pageSize)
      const step = cursors === "rows" ? pageSize : 1
      const last = end === "none" ? Option.none() : Option.some(0)
      return {
        rows,
        pageSize,
        pages: pages.map((recordings, index) => ({
          recordings,
          nextCursor: index === pages.length - 1 ? last : Option.some((index + 1) * step)
        }))
      }
    }
  )

const total = oneOf<number>(integer(0, 100), integer(0, 1_000_000), element(0, 2 ** 31, 2 ** 32))

/** Without a session there is nobody to count and nothing to record; a session has at least one user. */
const toMetrics = (counted: UsageMetrics): UsageMetrics =>
  counted.totalSessions === 0
    ? { ...counted, totalDuration: 0, totalUsers: 0, recordingCount: 0 }
    : { ...counted, totalUsers: Math.max(1, counted.totalUsers) }

/** Totals of an API key, never negative. Without sessions there are no minutes, users or recordings. */
export const usageMetrics: Arbitrary.Arbitrary<UsageMetrics> = Arbitrary.map(
  Arbitrary.all({
    totalSessions: total,
    totalDuration: total,
    totalUsers: total,
    recordingCount: total,
    livestreamCount: total
  }),
  toMetrics
)
