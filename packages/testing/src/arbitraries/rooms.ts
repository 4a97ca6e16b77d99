/**
 * Rooms, their whole list, and the list in pages as the service gives them.
 */
import { RoomId } from "@effect-rooms/core/Identifier"
import type { CreateRoomRequest, Room, RoomsPage } from "@effect-rooms/core/Room"
import * as Arbitrary from "effect/Arbitrary"
import * as Array from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { boolean, element, type LengthOptions, list, optional } from "./choice.ts"
import { roomId, withOwnIds } from "./ids.ts"
import { roomMetadata } from "./metadata.ts"
import { cut, type Paged, type PageSizeOptions, pageSizes } from "./pages.ts"
import { defaultNow, millisUntil, type TimeOptions, toTime } from "./times.ts"

/** A room as the list has it, created not after `now`, with or without metadata. */
export const room = ({ now = defaultNow }: TimeOptions = {}): Arbitrary.Arbitrary<Room> =>
  Arbitrary.map(
    Arbitrary.all({ roomId, createdAt: millisUntil(now), roomLocked: boolean, metadata: optional(roomMetadata) }),
    ({ createdAt, ...room }) => ({ ...room, createdAt: toTime(createdAt) })
  )

/** What a room is created from: locked or not, with or without metadata, of at most 10 240 bytes. */
export const createRoomRequest: Arbitrary.Arbitrary<CreateRoomRequest> = Arbitrary.map(
  Arbitrary.all({ roomLocked: boolean, metadata: optional(roomMetadata) }),
  ({ metadata, roomLocked }) => (Option.isNone(metadata) ? { roomLocked } : { roomLocked, metadata: metadata.value })
)

const newestFirst = Order.flip(Order.mapInput(DateTime.Order, ({ createdAt }: Room) => createdAt))

/** A whole list of rooms: newest first, each with a unique id. May be empty. */
export const rooms = (options: TimeOptions & LengthOptions = {}): Arbitrary.Arbitrary<ReadonlyArray<Room>> =>
  Arbitrary.map(list(room(options), options), (rooms) =>
    withOwnIds(
      Array.sort(rooms, newestFirst),
      ({ roomId }) => roomId,
      (text) => RoomId.make(text),
      (room, roomId) => ({ ...room, roomId })
    )
  )

const toPages = (
  rooms: ReadonlyArray<Room>,
  pageSize: number,
  first: number,
  end: "none" | "0" | "current",
  isCounted: boolean
): ReadonlyArray<RoomsPage> => {
  const pages = cut(rooms, pageSize)
  return pages.map((page, index) => {
    const current = first + index
    const ends = { none: Option.none(), 0: Option.some(0), current: Option.some(current) }
    return {
      rooms: page,
      pageSize: page.length,
      current,
      nextCursor: index === pages.length - 1 ? ends[end] : Option.some(current + 1),
      prevCursor: current === 0 ? Option.none() : Option.some(current - 1),
      count: isCounted ? Option.some(rooms.length) : Option.none()
    }
  })
}

/**
 * A whole list of rooms, and its pages under every reading of the contract: numbered from 0 or from 1, with a count or
 * without, and with a last page whose next cursor is `null`, 0 or its own number.
 */
export const pagedRooms = (
  options: TimeOptions & LengthOptions & PageSizeOptions = {}
): Arbitrary.Arbitrary<Paged<Room, RoomsPage>> =>
  Arbitrary.map(
    Arbitrary.all({
      rows: rooms(options),
      pageSize: pageSizes(options, 10),
      first: element(1, 0),
      end: element("none", "0", "current"),
      isCounted: element(true, false)
    }),
    ({ end, first, isCounted, pageSize, rows }) => ({
      rows,
      pageSize,
      pages: toPages(rows, pageSize, first, end, isCounted)
    })
  )
