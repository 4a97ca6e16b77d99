/**
 * Describes the list of the sessions of a room: pages begin at offsets, don't count sessions, and don't say whether more follow.
 */
import * as Option from "effect/Option"
import type { Operations, RoomError } from "../../Backend.ts"
import type { RoomId } from "../../Identifier.ts"
import type { Session, SessionsPage, SessionsPosition } from "../../Session.ts"
import { end, type List } from "../List.ts"
import { checkSessionsOptions } from "../walkOptions.ts"

/** Returns the largest page with a limit of at most `atMost` that begins exactly at an offset. */
const pageAt = (offset: number, atMost: number): SessionsPosition => {
  let limit = atMost
  while (offset % limit !== 0) limit--
  // mutant: `return { cursor: offset / limit, limit }` -> `return { cursor: offset / limit, limit: limit + 1 }`
  return { cursor: offset / limit, limit }
}

const isSame = (a: SessionsPosition, b: SessionsPosition) => a.cursor === b.cursor && a.limit === b.limit

export const sessionsList = (
  backend: Operations,
  roomId: RoomId,
  limit: number
): List<SessionsPage, Session, SessionsPosition, RoomError> => {
  const first: SessionsPosition = { cursor: 0, limit }
  /** The most rows on a page so far. */
  let largestPage = 1
  /** The most rows that the server seems to give. It may silently cap `limit`. */
  let cap = 1
  /** Whether a page began with a row that only an added one can have pushed there. */
  let hasGrown = false
  return {
    operation: "listSessions",
    checkOptions: checkSessionsOptions,
    request: (position) => backend.listSessions({ roomId, ...(position ?? first) }),
    head: backend.listSessions({ roomId, cursor: 0, limit: 1 }),
    rows: ({ sessions }) => sessions,
    id: ({ sessionId }) => sessionId,
    count: () => Option.none(),
    pageNumber: () => undefined,
    hasDeletions: false,
    bornAt: ({ startTime }) => startTime.epochMilliseconds,
    isShort: (position, { sessions }) => sessions.length < (position?.limit ?? limit),
    reject: () => undefined,
    next: ({ answer: { sessions }, firstOrdinal, position = first, resumed }) => {
      const { cursor, limit } = position
      const rows = sessions.length
      largestPage = Math.max(largestPage, rows)
      cap = Math.max(cap, rows)
      const isSmall = 2 * limit < largestPage
      // mutant: `if (rows === 0 && !isSmall) return end` -> `if (rows < largestPage && !isSmall) return end`
      if (rows === 0 && !isSmall) return end
      // The cap has become smaller, and the server skips by its cap instead of the limit: the first row of the page shows both.
      const isBehindCap = rows > 0 && rows < limit && rows < cap
      const hasSmallerCap = isBehindCap && !hasGrown && !resumed && firstOrdinal === cursor * rows
      hasGrown ||= firstOrdinal !== undefined && firstOrdinal !== cursor * (hasSmallerCap ? rows : limit)
      if (hasSmallerCap) {
        cap = rows
        return { _tag: "At", position: { cursor: cursor + 1, limit: rows }, goesBack: true }
      }
      const isFull = rows === limit
      // mutant: `position: { cursor: cursor + 1, limit }` -> `position: { cursor: cursor + 2, limit }`
      if (isFull && !isSmall) return { _tag: "At", position: { cursor: cursor + 1, limit } }
      // A short page is the end of the list, or the server caps `limit`, or it is short for another reason. One more request
      // decides: for no more rows than the server gave before, from exactly where this page ended. If only a small page begins
      // there and it is empty, it decides nothing, and the largest possible page follows.
      const behind = cursor * limit + (rows === 0 ? limit : rows)
      return { _tag: "At", position: pageAt(behind, cap) }
    },
    ahead: (from, { position = first }, atMost) => {
      // A short page is most likely the last one, so a single request follows.
      const followsFullPage = isSame(from, { cursor: position.cursor + 1, limit: position.limit })
      return Array.from({ length: followsFullPage ? atMost : 1 }, (_, index) => ({
        cursor: from.cursor + index,
        limit: from.limit
      }))
    },
    isSame
  }
}
