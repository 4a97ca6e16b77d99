/**
 * Describes the list of rooms: pages are numbered from 0 or from 1, name the next page, and count all rooms.
 */
import * as Option from "effect/Option"
import type { Operations, RequestError } from "../../Backend.ts"
import { StuckCursor, WrongPage } from "../../PaginationError.ts"
import type { Room, RoomsPage } from "../../Room.ts"
import { end, type List } from "../List.ts"
import { checkCursorOptions } from "../walkOptions.ts"

export const roomsList = (backend: Operations): List<RoomsPage, Room, number, RequestError> => {
  let pageSize = 1
  /** The number of the first page; 0 or 1 if the walk began in the middle of the list. */
  let firstPage = 0
  return {
    operation: "listRooms",
    checkOptions: checkCursorOptions,
    request: (cursor) => backend.listRooms(cursor === undefined ? {} : { cursor }),
    head: backend.listRooms({}),
    rows: ({ rooms }) => rooms,
    id: ({ roomId }) => roomId,
    count: ({ count }) => count,
    pageNumber: ({ current }) => current,
    hasDeletions: true,
    bornAt: ({ createdAt }) => createdAt.epochMilliseconds,
    isShort: (_, { rooms }) => rooms.length < pageSize,
    reject: (cursor, { current }) => {
      // mutant: `current === 0 || current === 1 : current === cursor` -> `current === 0 || current === 1 : true`
      const isAnswer = cursor === undefined ? current === 0 || current === 1 : current === cursor
      return isAnswer ? undefined : new WrongPage({ asked: cursor ?? 1, answered: current })
    },
    next: ({ answer: { current, nextCursor, rooms }, count, emitted, position, resumed }) => {
      pageSize = Math.max(pageSize, rooms.length)
      if (position === undefined) firstPage = current
      if (Option.isNone(nextCursor) || nextCursor.value === 0) return end
      const isCountReached = !resumed && Option.exists(count, (count) => count <= emitted)
      // Some services name a next page on every page, even behind the end.
      // mutant: remove `if (rooms.length === 0 && isCountReached) return end`
      if (rooms.length === 0 && isCountReached) return end
      // mutant: `if (nextCursor.value > current)` -> `if (nextCursor.value >= current)`
      if (nextCursor.value > current) return { _tag: "At", position: nextCursor.value }
      // mutant: remove `if (!resumed && Option.contains(count, emitted)) return end`
      if (!resumed && Option.contains(count, emitted)) return end
      const asked = position === undefined ? {} : { asked: position }
      return {
        _tag: "Unclear",
        probe: backend.listRooms({ cursor: current + 1 }),
        // Rooms that were created meanwhile push the last ones onto the page behind.
        interpret: (page, isSeen) =>
          page.current !== current + 1 ? "stuck" : page.rooms.every(isSeen) ? "end" : "moved",
        reason: new StuckCursor({ ...asked, next: nextCursor.value })
      }
    },
    ahead: (from, { count, emitted }, atMost) => {
      // This may be too many: a walk that began in the middle of the list didn't emit the rows in front of it.
      const left = Option.match(count, {
        onNone: () => atMost,
        onSome: (count) => Math.ceil((count - emitted) / pageSize)
      })
      const pages = Math.max(1, Math.min(atMost, left))
      return Array.from({ length: pages }, (_, index) => from + index)
    },
    isSame: (a, b) => a === b,
    tail: {
      position: ({ count }) => Option.map(count, (count) => firstPage + Math.ceil(count / pageSize) - 1),
      distance: (from, to) => to - from
    }
  }
}
