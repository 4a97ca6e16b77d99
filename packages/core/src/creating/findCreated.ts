/**
 * Searches the list of rooms for a key in the metadata, and decides whether a room that isn't found is certainly absent.
 *
 * Rooms are added at the head of the list. So the rooms that were there before the first create mark how far to search, and clock
 * skew is harmless. A list can omit metadata, show it late or be a stale copy. Only a list that continues the one before, and in
 * which no new room could be the one, proves that the room is absent.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { RequestError, RoomError } from "../Backend.ts"
import type { RoomId } from "../Identifier.ts"
import type { Metadata } from "../Metadata.ts"
import type { Page } from "../Page.ts"
import type { PaginationError } from "../PaginationError.ts"
import type { CreateRoomRequest, Room, RoomDetails } from "../Room.ts"
import { InvalidResponse, ServiceError } from "../ServiceError.ts"

/** The number of newest pages to search: 50 rooms, because the contract has 10 on a page. */
// mutant: `const pagesSearched = 5` -> `const pagesSearched = 4`
export const pagesSearched = 5

/** The input of a search. */
export interface RoomsToSearch {
  readonly newestFirst: Stream.Stream<Page<Room, number>, RequestError | PaginationError>
  readonly get: (roomId: RoomId) => Effect.Effect<RoomDetails, RoomError>
}

/** A create whose metadata has the key. */
export interface KeyedRequest {
  readonly key: string
  readonly request: CreateRoomRequest
}

/** The newest rooms before the first create. */
export interface RoomsBefore {
  readonly ids: ReadonlySet<RoomId>
  /** The first room in the list. */
  readonly first: RoomId | undefined
  /** The creation time of the oldest one, in epoch milliseconds. */
  readonly since: number
  /** Whether any of them shows metadata. */
  readonly showMetadata: boolean
}

interface Found {
  readonly _tag: "Found"
  readonly roomId: RoomId
}

/** The result of a search. */
export type Finding = Found | { readonly _tag: "Absent" } | { readonly _tag: "Undecided"; readonly why: string }

const found = ({ roomId }: Room): Found => ({ _tag: "Found", roomId })
const absent: Finding = { _tag: "Absent" }
const undecided = (why: string): Finding => ({ _tag: "Undecided", why })

const hasKey =
  (key: string) =>
  ({ metadata }: { readonly metadata: Option.Option<Metadata> }): boolean =>
    Option.exists(metadata, ({ idempotencyKey }) => idempotencyKey === key)

/** Returns whether the shown metadata, which lacks the key, may belong to the requested room. */
const canBeOf = ({ metadata: requested }: CreateRoomRequest, shown: Option.Option<Metadata>): boolean =>
  Option.isNone(shown) ||
  (shown.value.idempotencyKey === undefined &&
    (shown.value.title === undefined || shown.value.title === requested?.title))

/**
 * Returns the order of the list, from its first room and a later one. The first pages of a list that grows at its tail say nothing
 * about new rooms. Rooms with the same time don't show where it grows.
 */
const orderBetween = (first: Room | undefined, later: Room | undefined): "newestFirst" | "oldestFirst" | "unknown" => {
  const difference = first === undefined || later === undefined ? 0 : DateTime.Order(first.createdAt, later.createdAt)
  return difference === 0 ? "unknown" : difference > 0 ? "newestFirst" : "oldestFirst"
}

const asRequestError = (error: RequestError | PaginationError): RequestError =>
  error._tag === "PaginationError"
    ? new ServiceError({
        reason: new InvalidResponse({ path: "nextCursor", problem: error.reason.message, excerpt: "" }),
        evidence: error.evidence
      })
    : error

/** Reads pages until one of them is enough, or the list ends. */
const readUntil = (
  pages: RoomsToSearch["newestFirst"],
  isEnough: (page: Page<Room, number>) => boolean
): Effect.Effect<void, RequestError> =>
  Effect.mapError(
    Stream.runForEachWhile(pages, (page) => Effect.sync(() => !isEnough(page))),
    asRequestError
  )

/** Searches for a room of an earlier call. If there isn't one, returns the rooms that a later search starts from. */
export const lookBefore = Effect.fnUntraced(function* (
  { newestFirst }: RoomsToSearch,
  key: string,
  pagesAtMost: number
): Effect.fn.Return<Found | RoomsBefore, RequestError> {
  const rooms: Array<Room> = []
  let pages = 0
  yield* readUntil(newestFirst, ({ items }) => {
    rooms.push(...items)
    return ++pages === pagesAtMost || items.some(hasKey(key))
  })
  const keyed = rooms.find(hasKey(key))
  return keyed === undefined
    ? {
        ids: new Set(rooms.map(({ roomId }) => roomId)),
        first: rooms[0]?.roomId,
        since:
          rooms.length === 0
            ? Number.NEGATIVE_INFINITY
            : Math.min(...rooms.map(({ createdAt }) => DateTime.toEpochMillis(createdAt))),
        showMetadata: rooms.some(({ metadata }) => Option.isSome(metadata))
      }
    : found(keyed)
})

/**
 * Searches for the room of a create whose response was lost. If a new room might be the one but shows no key, its details are
 * requested: the contract promises the metadata there, but not in the list.
 */
export const lookAfter = Effect.fnUntraced(function* (
  { get, newestFirst }: RoomsToSearch,
  { key, request }: KeyedRequest,
  before: RoomsBefore
): Effect.fn.Return<Finding, RequestError> {
  const rooms: Array<Room> = []
  let pages = 0
  let isFarther = false
  yield* readUntil(newestFirst, ({ items, next }) => {
    rooms.push(...items)
    if (items.some(hasKey(key))) return true
    const order = orderBetween(rooms[0], items.at(-1))
    if (order === "newestFirst" && rooms.some(({ roomId }) => before.ids.has(roomId))) return true
    // A page without a next one proves nothing: the list may be stuck there.
    isFarther = (Option.isSome(next) && ++pages >= pagesSearched) || order === "oldestFirst"
    return isFarther
  })
  const keyed = rooms.find(hasKey(key))
  // mutant: remove `if (keyed !== undefined) return found(keyed)`
  if (keyed !== undefined) return found(keyed)

  let candidate: Room | undefined
  for (const room of rooms) {
    const isNew = !before.ids.has(room.roomId) && DateTime.toEpochMillis(room.createdAt) >= before.since
    if (!isNew || !canBeOf(request, room.metadata)) continue
    const { metadata } = yield* Effect.catchTag(get(room.roomId), "RoomNotFound", () => Effect.succeed(room))
    if (hasKey(key)({ metadata })) return found(room)
    if (canBeOf(request, metadata)) candidate ??= room
  }
  if (candidate !== undefined) {
    return undecided(`the room "${candidate.roomId}" is new and may be the one, but does not show its key`)
  }
  if (isFarther) {
    return undecided(
      `it is not on the first ${pagesSearched} pages of the list, which do not show whether it is further down`
    )
  }
  if (before.first !== undefined && !rooms.some(({ roomId }) => roomId === before.first)) {
    return undecided(`the list may be out of date: it lacks the room "${before.first}", which it showed before`)
  }
  return before.showMetadata || before.first === undefined
    ? absent
    : undecided("the list shows no metadata, in which the key would be")
})
