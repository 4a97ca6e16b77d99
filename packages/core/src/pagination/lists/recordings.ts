/**
 * Describes the list of recordings: each page names the cursor of the next one. The service decides what a cursor means. If it
 * is evidently an offset or a page number, pages can be read ahead.
 */
import * as Option from "effect/Option"
import type { Operations, RequestError } from "../../Backend.ts"
import type { SessionId } from "../../Identifier.ts"
import { StuckCursor } from "../../PaginationError.ts"
import type { Recording, RecordingsPage } from "../../Recording.ts"
import { end, type List } from "../List.ts"
import { checkCursorOptions } from "../walkOptions.ts"

const cursorOf = (cursor: number | undefined) => (cursor === undefined ? {} : { cursor })

export const recordingsList = (
  backend: Operations,
  limit: number,
  sessionId: SessionId | undefined
): List<RecordingsPage, Recording, number, RequestError> => {
  // mutant: `sessionId === undefined ? {} : { sessionId }` -> `{}`
  const filter = sessionId === undefined ? {} : { sessionId }
  let largestPage = 0
  return {
    operation: "listRecordings",
    checkOptions: checkCursorOptions,
    request: (cursor) => backend.listRecordings({ ...filter, ...cursorOf(cursor), limit }),
    head: backend.listRecordings({ ...filter, limit: 1 }),
    rows: ({ recordings }) => recordings,
    id: ({ id }) => id,
    count: () => Option.none(),
    pageNumber: () => undefined,
    hasDeletions: false,
    bornAt: () => undefined,
    isShort: (_, { recordings }) => recordings.length < largestPage,
    reject: () => undefined,
    next: ({ answer: { nextCursor, recordings }, position }) => {
      const isShort = recordings.length < (largestPage === 0 ? limit : largestPage)
      largestPage = Math.max(largestPage, recordings.length)
      // mutant: `if (Option.isNone(nextCursor) ||` -> `if (position === undefined ||`
      if (Option.isNone(nextCursor) || nextCursor.value === 0) return end
      if (nextCursor.value > (position ?? 0)) return { _tag: "At", position: nextCursor.value }
      // No service gives one row at a time to a client that asks for more, so a page of one row is the end.
      // mutant: `const isLast = isShort ||` -> `const isLast = recordings.length > 0 ||`
      const isLast = isShort || (recordings.length === 1 && limit > 1)
      // The last page may name itself. A lower cursor may be a descending key, so it doesn't end the list.
      if (recordings.length === 0 || (isLast && nextCursor.value === position)) return end
      const asked = position === undefined ? {} : { asked: position }
      const reason = new StuckCursor({ ...asked, next: nextCursor.value })
      if (recordings.length < 2) return { _tag: "Stuck", reason }
      return {
        _tag: "Unclear",
        // If one row less is requested and the service names a page behind it, cursors do move, and this page is the last one.
        probe: backend.listRecordings({ ...filter, ...cursorOf(position), limit: recordings.length - 1 }),
        // Otherwise the list may have become shorter meanwhile, so the page is read again.
        interpret: (page) => (Option.exists(page.nextCursor, (next) => next > (position ?? 0)) ? "end" : "moved"),
        reason
      }
    },
    ahead: (from, { answer: { recordings }, position }, atMost) => {
      const step = from - (position ?? 0)
      const isOffset = step === recordings.length
      const isPageNumber = step === 1 && position !== undefined
      return isOffset || isPageNumber ? Array.from({ length: atMost }, (_, index) => from + index * step) : [from]
    },
    isSame: (a, b) => a === b
  }
}
