/**
 * Creates a room exactly once, for a service without idempotency keys. The metadata contains the key. If the response to a create
 * is lost, the rooms that were added since are searched for the key before anything is sent again.
 *
 * Concurrent calls with one key share one flight, which ends with its last caller. After a flight, the client remembers the key
 * until the list can be trusted to show the room: a call after a success returns that room, and a call after a lost response, or
 * after an interrupted call, continues the search.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import type { CreateRoomError } from "../Backend.ts"
import { CreateOutcomeUnknown, InvalidRequest } from "../DomainError.ts"
import type { RoomId } from "../Identifier.ts"
import { makeEvidence } from "../operations/evidence.ts"
import { requestValidator } from "../operations/validate.ts"
import type { CreateRoomInput, CreateRoomRequest, NewRoom } from "../Room.ts"
import { Transport } from "../ServiceError.ts"
import { createRequest } from "./createRequest.ts"
import {
  type Finding,
  lookAfter,
  lookBefore,
  pagesSearched,
  type RoomsBefore,
  type RoomsToSearch
} from "./findCreated.ts"

/** The most times that the room is sent: once, and again after each lost response that left no room behind. */
const sendsAtMost = 4

/**
 * How late a room may appear in the list: the service may still be working on a create whose response was lost, and the list
 * may be a copy. A room that the list doesn't show after this time counts as absent.
 */
const maxLagMillis = 10_000

/** After a response was lost, the list is searched immediately, and after these times. */
const looksAfterMillis = [2_000, maxLagMillis]

interface Dependencies extends RoomsToSearch {
  readonly create: (input: CreateRoomInput) => Effect.Effect<NewRoom, CreateRoomError>
}

/** A create that may have made a room. */
interface LostCreate {
  readonly _tag: "Lost"
  readonly at: number
  readonly before: RoomsBefore
  readonly unknown: CreateOutcomeUnknown
}

/** How the latest create with a key ended. */
type LatestCreate = LostCreate | { readonly _tag: "Made"; readonly at: number; readonly roomId: RoomId }

/** The concurrent calls with one key. */
interface Flight {
  readonly request: CreateRoomRequest
  readonly result: Deferred.Deferred<NewRoom, CreateRoomError>
  callers: number
  fiber: Fiber.Fiber<NewRoom, CreateRoomError> | undefined
}

const makeKey = Effect.map(
  // mutant: `Random.nextIntBetween(0, 0xffff_ffff)` -> `Effect.succeed(7)`
  Effect.forEach([0, 1, 2, 3], () => Random.nextIntBetween(0, 0xffff_ffff)),
  (parts) => parts.map((part) => part.toString(16).padStart(8, "0")).join("")
)

const refused = (field: string, problem: string) =>
  new InvalidRequest({ field, problem, evidence: makeEvidence("createRoom") })

const validate = requestValidator("createRoom")

/** Puts the key into the metadata of a request, and leaves everything else as it is. */
const withKey = Effect.fnUntraced(function* (input: CreateRoomInput, key: string) {
  if (key === "") return yield* refused("key", "must not be empty")
  const request = yield* Effect.fromResult(validate(createRequest(input)))
  const given = request.metadata?.idempotencyKey
  if (given !== undefined && given !== key) {
    return yield* refused("metadata.idempotencyKey", "is where the key of createOnce goes")
  }
  // mutant: `metadata: { ...request.metadata, idempotencyKey: key }` -> `metadata: { ...request.metadata }`
  return yield* Effect.fromResult(validate({ ...request, metadata: { ...request.metadata, idempotencyKey: key } }))
})

const existing = (roomId: RoomId): NewRoom => ({ roomId, message: "the room exists already" })

const unanswered = new Transport({
  description: "an earlier call ended before its response arrived",
  requestSent: true
})

/** Why it isn't known whether a create made a room; `undefined` if it certainly made none. */
const unknownOf = (cause: Cause.Cause<CreateRoomError>): CreateOutcomeUnknown | undefined => {
  const error = Option.getOrUndefined(Cause.findErrorOption(cause))
  if (error === undefined) return new CreateOutcomeUnknown({ reason: unanswered, evidence: makeEvidence("createRoom") })
  return error._tag === "CreateOutcomeUnknown" ? error : undefined
}

/** Makes the `createOnce` of one client. */
export const makeCreateOnce = (dependencies: Dependencies) => {
  const flights = new Map<string, Flight>()
  /** The oldest first. */
  const latest = new Map<string, LatestCreate>()

  const remember = (key: string, create: LatestCreate) => {
    latest.delete(key)
    for (const [other, { at }] of latest) {
      if (create.at - at < maxLagMillis) break
      latest.delete(other)
    }
    latest.set(key, create)
  }

  /** Sends a create and remembers how it ended. */
  const send = (key: string, request: CreateRoomRequest, before: RoomsBefore) =>
    Effect.onExit(dependencies.create(request), (exit) =>
      Effect.map(Clock.currentTimeMillis, (at) => {
        if (Exit.isSuccess(exit)) return remember(key, { _tag: "Made", at, roomId: exit.value.roomId })
        const unknown = unknownOf(exit.cause)
        if (unknown !== undefined) remember(key, { _tag: "Lost", at, before, unknown })
      })
    )

  /** Searches until the room is found, or until the list would certainly show it. */
  const search = Effect.fnUntraced(function* (key: string, request: CreateRoomRequest, { at, before }: LostCreate) {
    while (true) {
      const lookedAt = yield* Clock.currentTimeMillis
      const finding: Finding = yield* lookAfter(dependencies, { key, request }, before)
      const nextLook = looksAfterMillis.find((after) => after > lookedAt - at)
      if (finding._tag === "Found" || nextLook === undefined) return finding
      yield* Effect.sleep(Math.max(0, at + nextLook - (yield* Clock.currentTimeMillis)))
    }
  })

  /** Finds the room of a lost create, or fails unless the room is absent. */
  const findOrFail = Effect.fnUntraced(function* (
    key: string,
    request: CreateRoomRequest,
    lost: LostCreate,
    sends: number
  ): Effect.fn.Return<NewRoom | undefined, CreateOutcomeUnknown> {
    const { evidence, reason } = lost.unknown
    const unknown = (lookUp: string) => new CreateOutcomeUnknown({ reason, evidence, idempotencyKey: key, lookUp })
    const finding = yield* Effect.mapError(search(key, request, lost), ({ message }) =>
      unknown(`the look-up failed: ${message}`)
    )
    // mutant: `if (finding._tag === "Undecided") return yield* unknown(finding.why)` -> `if (finding._tag === "Undecided") return undefined`
    if (finding._tag === "Undecided") return yield* unknown(finding.why)
    if (finding._tag === "Absent") {
      return sends < sendsAtMost
        ? undefined
        : yield* unknown(`it was sent ${sends} times, and is in no room that the list shows`)
    }
    return existing(finding.roomId)
  })

  const createKeyed = Effect.fnUntraced(function* (
    key: string,
    request: CreateRoomRequest,
    pagesBefore: number
  ): Effect.fn.Return<NewRoom, CreateRoomError> {
    const now = yield* Clock.currentTimeMillis
    const create = latest.get(key)
    const remembered = create !== undefined && now - create.at < maxLagMillis ? create : undefined
    if (remembered?._tag === "Made") return existing(remembered.roomId)
    let lost = remembered
    let before = remembered?.before
    if (before === undefined) {
      const look = yield* lookBefore(dependencies, key, pagesBefore)
      // mutant: `if ("_tag" in look) return` -> `if (latest.size < 0 && "_tag" in look) return`
      if ("_tag" in look) return existing(look.roomId)
      before = look
    }
    for (let sends = 0; ; sends++) {
      if (lost !== undefined) {
        const room = yield* findOrFail(key, request, lost, sends)
        if (room !== undefined) return room
      }
      const sent = yield* Effect.result(send(key, request, before))
      if (sent._tag === "Success") return sent.success
      if (sent.failure._tag !== "CreateOutcomeUnknown") return yield* sent.failure
      lost = { _tag: "Lost", at: yield* Clock.currentTimeMillis, before, unknown: sent.failure }
    }
  })

  const start = (key: string, flight: Flight, pagesBefore: number) =>
    createKeyed(key, flight.request, pagesBefore).pipe(
      Effect.onExit((exit) =>
        Effect.sync(() => {
          flights.delete(key)
          Deferred.doneUnsafe(flight.result, exit)
        })
      ),
      // It may outlive the call that starts it, but not the last call that waits for it.
      Effect.forkDetach({ startImmediately: true }),
      Effect.flatMap((fiber) =>
        Effect.sync(() => {
          flight.fiber = fiber
        })
      )
    )

  const leave = (flight: Flight) =>
    Effect.suspend(() => {
      flight.callers--
      const { callers, fiber } = flight
      // A flight that has ended can't be interrupted.
      // mutant: `return callers === 0 && fiber !== undefined` -> `return callers >= 0 && fiber !== undefined`
      return callers === 0 && fiber !== undefined ? Fiber.interrupt(fiber) : Effect.void
    })

  /** Joins the flight with this key, or starts it. */
  const join = (key: string, request: CreateRoomRequest, pagesBefore: number): ReturnType<typeof createKeyed> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        // mutant: `const current = flights.get(key)` -> `const current = undefined`
        const current = flights.get(key)
        if (current?.callers === 0) {
          // It is being interrupted, and remembers how it ended when that is done.
          const ended = Effect.exit(Deferred.await(current.result))
          return restore(Effect.andThen(ended, join(key, request, pagesBefore)))
        }
        // mutant: `!Equal.equals(current.request, request)` -> `current.callers < 0`
        if (current !== undefined && !Equal.equals(current.request, request)) {
          return Effect.fail(refused("key", "is in use by a call that is still running and has other input"))
        }
        const flight: Flight = current ?? { request, result: Deferred.makeUnsafe(), callers: 0, fiber: undefined }
        if (current === undefined) flights.set(key, flight)
        flight.callers++
        const started = current === undefined ? start(key, flight, pagesBefore) : Effect.void
        const room = Effect.andThen(started, restore(Deferred.await(flight.result)))
        return Effect.ensuring(room, leave(flight))
      })
    )

  return Effect.fnUntraced(function* (
    input: CreateRoomInput,
    givenKey: string | undefined
  ): Effect.fn.Return<NewRoom, CreateRoomError> {
    const key = givenKey ?? (yield* makeKey)
    const request = yield* withKey(input, key)
    // A new key can't be in any room yet, so one page is enough to know the rooms before.
    return yield* join(key, request, givenKey === undefined ? 1 : pagesSearched)
  })
}
