/**
 * A create that happens once, for a service without idempotency keys. The key travels in the metadata, and whenever the
 * answer to a create was lost, the rooms that were added since are searched for it before anything is sent again.
 *
 * Rooms are added at the head of the list. So the rooms that were there before the first create mark how far to search,
 * whatever the clocks of both sides say.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Stream from "effect/Stream"
import type { CreateRoomError, RequestError } from "../Backend.ts"
import { CreateOutcomeUnknown, InvalidRequest } from "../DomainError.ts"
import { makeEvidence } from "../Evidence.ts"
import type { RoomId } from "../Identifier.ts"
import type { Page } from "../Page.ts"
import type { PaginationError } from "../PaginationError.ts"
import type { Room } from "../Room.ts"
import type { CreateRoomInput, NewRoom } from "../Rooms.ts"
import { InvalidResponse, ServiceError } from "../ServiceError.ts"
import { checkCreateRoom } from "./checkInput.ts"

/** How many of the newest pages are searched: 50 rooms, as the contract has 10 on a page. */
const pagesSearched = 5

/** How often the room is sent at most: once, and again after each lost answer that left no room behind. */
const sendsAtMost = 4

/** A service may still be at work on a request whose answer was lost: it is given this long before the second look. */
const settlingTime = "2 seconds"

interface CreateOnceDependencies {
  readonly create: (input: CreateRoomInput) => Effect.Effect<NewRoom, CreateRoomError>
  readonly newestFirst: Stream.Stream<Page<Room, number>, RequestError | PaginationError>
}

/** What a search came to. */
type Finding =
  | { readonly _tag: "Found"; readonly room: NewRoom }
  | { readonly _tag: "Absent" }
  /** Too many rooms were added since to tell. */
  | { readonly _tag: "Undecided" }

const makeKey = Effect.map(
  Effect.forEach([0, 1, 2, 3], () => Random.nextIntBetween(0, 0xffff_ffff)),
  (parts) => parts.map((part) => part.toString(16).padStart(8, "0")).join("")
)

const hasKey = (room: Room, key: string) => Option.exists(room.metadata, (metadata) => metadata.idempotencyKey === key)

const found = ({ roomId }: Room): Finding => ({ _tag: "Found", room: { roomId, message: "the room exists already" } })

/**
 * How the first room of a list and a later one show the list to be ordered. Where it grows at its tail, its first pages say
 * nothing of new rooms; rooms of one time do not show where it grows.
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

const absent: Finding = { _tag: "Absent" }

/**
 * What the first page that says something says. Where none does, the walk came to the end of the list. A page that names no
 * next one does not tell: the list may be stuck there.
 */
const judged = (
  pages: CreateOnceDependencies["newestFirst"],
  judge: (page: Page<Room, number>, index: number) => Finding | undefined
): Effect.Effect<Finding, RequestError> =>
  Effect.suspend(() => {
    let index = 0
    let finding: Finding | undefined
    const walk = Stream.runForEachWhile(pages, (page) =>
      Effect.sync(() => {
        finding = judge(page, index++)
        return finding === undefined
      })
    )
    return Effect.mapBoth(walk, { onFailure: asRequestError, onSuccess: () => finding ?? absent })
  })

const checkKeyed = Effect.fnUntraced(function* (input: CreateRoomInput, key: string) {
  const refuse = (field: string, problem: string) =>
    Effect.fail(new InvalidRequest({ field, problem, evidence: makeEvidence("createRoom") }))
  if (key === "") return yield* refuse("key", "must not be empty")
  const { metadata, roomLocked } = yield* Effect.fromResult(checkCreateRoom({ roomLocked: false, ...input }))
  if (metadata?.idempotencyKey !== undefined && metadata.idempotencyKey !== key) {
    return yield* refuse("metadata.idempotencyKey", "is where the key of createOnce goes")
  }
  return yield* Effect.fromResult(checkCreateRoom({ roomLocked, metadata: { ...metadata, idempotencyKey: key } }))
})

export const createOnce = Effect.fnUntraced(function* (
  { create, newestFirst }: CreateOnceDependencies,
  input: CreateRoomInput,
  givenKey: string | undefined
): Effect.fn.Return<NewRoom, CreateRoomError> {
  const key = givenKey ?? (yield* makeKey)
  const keyed = yield* checkKeyed(input, key)

  const known = new Set<RoomId>()
  // A key that was made just now is in no room yet: one page is enough to know the rooms before.
  const pagesBefore = givenKey === undefined ? 1 : pagesSearched
  const earlier = yield* judged(newestFirst, ({ items }, index) => {
    const keyed = items.find((room) => hasKey(room, key))
    if (keyed !== undefined) return found(keyed)
    for (const { roomId } of items) known.add(roomId)
    return index + 1 < pagesBefore ? undefined : absent
  })
  if (earlier._tag === "Found") return earlier.room

  const search = Effect.suspend(() => {
    let first: Room | undefined
    let isPastNewRooms = false
    return judged(newestFirst, ({ items, next }, index) => {
      const keyed = items.find((room) => hasKey(room, key))
      if (keyed !== undefined) return found(keyed)
      first ??= items[0]
      isPastNewRooms ||= items.some(({ roomId }) => known.has(roomId))
      const order = orderBetween(first, items.at(-1))
      if (isPastNewRooms && order === "newestFirst") return absent
      const isTooFar = Option.isSome(next) && index + 1 >= pagesSearched
      return isTooFar || order === "oldestFirst" ? { _tag: "Undecided" } : undefined
    })
  })

  for (let sends = 1; ; sends++) {
    const sent = yield* Effect.result(create(keyed))
    if (sent._tag === "Success") return sent.success
    if (sent.failure._tag !== "CreateOutcomeUnknown") return yield* sent.failure
    const { evidence, reason } = sent.failure
    const unknown = (lookUp: string) => new CreateOutcomeUnknown({ reason, evidence, idempotencyKey: key, lookUp })
    const look = Effect.mapError(search, (error) => unknown(`the look-up failed: ${error.message}`))
    let finding = yield* look
    if (finding._tag === "Absent") finding = yield* Effect.delay(look, settlingTime)
    if (finding._tag === "Found") return finding.room
    if (finding._tag === "Undecided") {
      return yield* unknown(
        `it is not on the first ${pagesSearched} pages of the list, which do not show whether it is further down`
      )
    }
    if (sends === sendsAtMost) return yield* unknown(`it was sent ${sends} times, and is in no room`)
  }
})
