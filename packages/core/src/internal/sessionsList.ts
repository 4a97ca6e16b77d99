/**
 * The list of the sessions of a room: pages by offset, with no word of how many there are or where it ends.
 */
import * as Option from "effect/Option"
import type { Operations, RoomError } from "../Backend.ts"
import type { RoomId } from "../Identifier.ts"
import type { Session, SessionsPage, SessionsPosition } from "../Session.ts"
import { end, type List } from "./list.ts"
import { checkSessionsOptions } from "./walkOptions.ts"

/** The largest page that a service gave: it gives no less when it has more, so a smaller one is the end of its list. */
export interface LargestPage {
  rows: number
}

/** The largest limit, of those that were asked for or given, by which an offset can be reached. */
const limitReaching = (offset: number, atMost: number): number => {
  for (let limit = atMost; limit > 1; limit--) if (offset % limit === 0) return limit
  return 1
}

export const sessionsList = (
  backend: Operations,
  roomId: RoomId,
  limit: number,
  largest: LargestPage
): List<SessionsPage, Session, SessionsPosition, RoomError> => {
  const first: SessionsPosition = { cursor: 0, limit }
  return {
    operation: "listSessions",
    checkOptions: checkSessionsOptions,
    request: (position) => backend.listSessions({ roomId, ...(position ?? first) }),
    head: backend.listSessions({ roomId, cursor: 0, limit: 1 }),
    rows: ({ sessions }) => sessions,
    id: ({ sessionId }) => sessionId,
    count: () => Option.none(),
    hasDeletions: false,
    bornAt: ({ startTime }) => startTime.epochMilliseconds,
    reject: () => undefined,
    next: ({ answer: { sessions }, position = first }) => {
      const rows = sessions.length
      const isShort = rows < position.limit
      const isEnd = rows === 0 || (isShort && rows < largest.rows)
      largest.rows = Math.max(largest.rows, rows)
      if (isEnd) return end
      if (!isShort) return { _tag: "At", position: { cursor: position.cursor + 1, limit: position.limit } }
      // Fewer than asked for, and never seen more: the end, or a service that gives no more at a time. From here on
      // it is asked for no more than that, and an empty page shows the end.
      const offset = position.cursor * position.limit + rows
      const given = limitReaching(offset, rows)
      return { _tag: "At", position: { cursor: offset / given, limit: given } }
    },
    ahead: ({ cursor, limit }, { position = first }, atMost) => {
      // Behind a page that was too short there is most likely nothing: one request tells.
      const pages = limit === position.limit ? atMost : 1
      return Array.from({ length: pages }, (_, index) => ({ cursor: cursor + index, limit }))
    },
    isSame: (a, b) => a.cursor === b.cursor && a.limit === b.limit
  }
}
