/**
 * A create that happens once, for a service without idempotency keys: the key travels in the metadata, and the newest
 * rooms are searched for it before a room is sent and whenever the answer to a create was lost.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { CreateRoomError, RequestError } from "../Backend.ts"
import { CreateOutcomeUnknown, InvalidRequest } from "../DomainError.ts"
import { makeEvidence } from "../Evidence.ts"
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

interface CreateOnceDependencies {
  readonly create: (input: CreateRoomInput) => Effect.Effect<NewRoom, CreateRoomError>
  readonly newestFirst: Stream.Stream<Page<Room, number>, RequestError | PaginationError>
}

export const createOnce = Effect.fnUntraced(function* (
  { create, newestFirst }: CreateOnceDependencies,
  input: CreateRoomInput,
  key: string
): Effect.fn.Return<NewRoom, CreateRoomError> {
  const refuse = (field: string, problem: string) =>
    Effect.fail(new InvalidRequest({ field, problem, evidence: makeEvidence("createRoom") }))
  if (key === "") return yield* refuse("key", "must not be empty")
  const { metadata, roomLocked } = yield* Effect.fromResult(checkCreateRoom({ roomLocked: false, ...input }))
  if (metadata?.idempotencyKey !== undefined && metadata.idempotencyKey !== key) {
    return yield* refuse("metadata.idempotencyKey", "is where the key of createOnce goes")
  }
  const keyed = { roomLocked, metadata: { ...metadata, idempotencyKey: key } }
  yield* Effect.fromResult(checkCreateRoom(keyed))

  const search = newestFirst.pipe(
    Stream.take(pagesSearched),
    Stream.flatMap((page) => Stream.fromArray(page.items)),
    Stream.filter((room) => Option.exists(room.metadata, (metadata) => metadata.idempotencyKey === key)),
    Stream.runHead,
    Effect.map(Option.map((room): NewRoom => ({ roomId: room.roomId, message: "the room exists already" })))
  )
  const earlier = yield* Effect.catchTag(search, "PaginationError", ({ evidence, reason }) =>
    Effect.fail(
      new ServiceError({
        reason: new InvalidResponse({ path: "nextCursor", problem: reason.message, excerpt: "" }),
        evidence
      })
    )
  )
  if (Option.isSome(earlier)) return earlier.value

  for (let sends = 1; ; sends++) {
    const sent = yield* Effect.result(create(keyed))
    if (sent._tag === "Success") return sent.success
    if (sent.failure._tag !== "CreateOutcomeUnknown") return yield* sent.failure
    const { reason, evidence } = sent.failure
    const unknown = new CreateOutcomeUnknown({ reason, evidence, idempotencyKey: key })
    const found = yield* Effect.mapError(search, () => unknown)
    if (Option.isSome(found)) return found.value
    if (sends === sendsAtMost) return yield* unknown
  }
})
