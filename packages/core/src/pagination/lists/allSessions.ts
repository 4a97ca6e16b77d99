/**
 * The sessions of every room: a walk over the rooms, and for each of them a walk over its sessions.
 *
 * The first pages of the rooms ahead are read while the sessions of one room are emitted; whatever is in flight at one time,
 * of rooms and sessions together, is bounded by one number.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Pull from "effect/Pull"
import * as Semaphore from "effect/Semaphore"
import * as Stream from "effect/Stream"
import type { AllSessionsOptions, RoomFailure, RoomSession, RoomSessionsPage } from "../../AllSessions.ts"
import type { Operations, RequestError, RoomError } from "../../Backend.ts"
import type { InvalidRequest } from "../../DomainError.ts"
import { evidenceFor } from "../../operations/evidence.ts"
import type { Page } from "../../Page.ts"
import { PaginationError, RoomGone } from "../../PaginationError.ts"
import type { Room } from "../../Room.ts"
import type { AllSessionsPosition, Session, SessionsPage, SessionsPosition } from "../../Session.ts"
import { pages, rows } from "../walk.ts"
import { checkAllSessionsOptions } from "../walkOptions.ts"
import { roomsList } from "./rooms.ts"
import { sessionsList } from "./sessions.ts"
import { inWindow, makeReachedStart, type Window, windowOf } from "./sessionsWindow.ts"

/** A request for sessions that was made ahead of its room's turn. */
interface Started {
  readonly answer: Exit.Exit<SessionsPage, RoomError>
}

interface LocatedRoom {
  readonly room: Room
  /** The cursor of the page that the room is on; absent for the first one. */
  readonly rooms: number | undefined
  /** How many rooms there were when that page was read. */
  readonly roomCount: Option.Option<number>
}

/** The operations of walks over all rooms, with no more than `concurrency` requests in flight at a time. */
const bounded = (backend: Operations, concurrency: number): Operations => {
  const semaphore = Semaphore.makeUnsafe(concurrency)
  return {
    ...backend,
    listRooms: (request) => semaphore.withPermit(backend.listRooms(request)),
    listSessions: (request) => semaphore.withPermit(backend.listSessions(request)),
    sessionParticipants: (request) => semaphore.withPermit(backend.sessionParticipants(request))
  }
}

const locatedRooms = (
  roomPages: Stream.Stream<Page<Room, number>, RequestError | PaginationError>,
  from: number | undefined
): Stream.Stream<LocatedRoom, RequestError | PaginationError> =>
  Stream.suspend(() => {
    let following = from
    return rows(roomPages, ({ count, items, next }) => {
      const rooms = following
      following = Option.getOrUndefined(next)
      return items.map((room): LocatedRoom => ({ room, rooms, roomCount: count }))
    })
  })

/** The rooms behind a room, or from it on. The walk fails where the room is no longer in the list. */
const roomsFrom = (
  rooms: Stream.Stream<LocatedRoom, RequestError | PaginationError>,
  { roomId, sessions }: AllSessionsPosition
) =>
  Stream.suspend(() => {
    let isFound = false
    const rest = Stream.filter(rooms, ({ room }) => {
      if (isFound) return true
      isFound = room.roomId === roomId
      // mutant: `return isFound && sessions !== undefined` -> `return isFound`
      return isFound && sessions !== undefined
    })
    const end = Effect.suspend((): Effect.Effect<never, Cause.Done | PaginationError> => {
      if (isFound) return Cause.done()
      const reason = new RoomGone({ roomId })
      return Effect.fail(new PaginationError({ reason, emitted: 0, evidence: evidenceFor("listRooms", 200) }))
    })
    return Stream.transformPull(rest, (pull) => Effect.succeed(Pull.catchDone(pull, () => end)))
  })

/**
 * The rooms of a walk that mixes them, and how far each has come. Going on from the oldest one that isn't finished misses
 * nothing; what was emitted of the rooms behind it comes again.
 */
class UnfinishedRooms {
  /** The positions of the rooms from the oldest unfinished one on. */
  readonly #positions: Array<AllSessionsPosition> = []
  /** How many rooms in front of them are finished. */
  #finished = 0

  /** Adds a room that begins to be read at a position, and returns its index. */
  add(position: AllSessionsPosition): number {
    this.#positions.push(position)
    return this.#finished + this.#positions.length - 1
  }

  /** Takes down how far a room has come, and returns where to go on. */
  positionAfter(index: number, position: AllSessionsPosition): AllSessionsPosition {
    this.#positions[index - this.#finished] = position
    let last = position
    while (this.#positions[0] !== undefined && this.#positions[0].sessions === undefined) {
      last = this.#positions[0]
      this.#positions.shift()
      this.#finished++
    }
    return this.#positions[0] ?? last
  }
}

/** How a walk over all rooms is run: on which operations, and over which sessions. */
export interface AllRoomsWalk {
  readonly backend: Operations
  readonly options: AllSessionsOptions & { readonly limit: number }
  readonly window: Window | undefined
}

/** Checks the options of a walk over all rooms, and starts it with one bound for all its requests. */
export const walkAllRooms = <A, E>(
  operations: Operations,
  options: AllRoomsWalk["options"],
  start: (walk: AllRoomsWalk) => Stream.Stream<A, E>
): Stream.Stream<A, E | InvalidRequest> =>
  Stream.unwrap(
    Effect.map(Effect.andThen(checkAllSessionsOptions("listSessions", options), windowOf(options)), (window) =>
      Stream.suspend(() => start({ backend: bounded(operations, options.concurrency ?? 1), options, window }))
    )
  )

/** The sessions of a page, or why there is no more of its room. */
export const toRows = ({ error, items, room }: RoomSessionsPage): ReadonlyArray<RoomSession | RoomFailure> =>
  error === undefined
    ? items.map((session) => ({ _tag: "RoomSession", room, session }))
    : [{ _tag: "RoomFailure", room, error }]

/** The pages of the sessions of all rooms. */
export const allSessions = ({
  backend,
  options,
  window
}: AllRoomsWalk): Stream.Stream<RoomSessionsPage, RoomError | PaginationError> =>
  Stream.suspend(() => {
    const { concurrency = 1, from, limit, onRoomError = "fail", ordered = true, verify = false } = options
    const walkOptions = { concurrency, verify }

    const rooms = (cursor: number | undefined) =>
      locatedRooms(
        pages(() => roomsList(backend), { ...walkOptions, from: cursor }),
        cursor
      )

    const resumedRooms = (from: AllSessionsPosition) =>
      Stream.unwrap(
        Effect.map(backend.listRooms(from.rooms === undefined ? {} : { cursor: from.rooms }), (page) => {
          // Rooms that were created or deleted meanwhile may have moved it to another page.
          const isWhereItWas = page.rooms.some(({ roomId }) => roomId === from.roomId)
          return roomsFrom(rooms(isWhereItWas ? from.rooms : undefined), from)
        })
      )

    const positionOf = ({ room: { roomId }, rooms }: LocatedRoom): AllSessionsPosition =>
      rooms === undefined ? { roomId } : { roomId, rooms }

    // mutant: `from?.roomId === room.roomId ? from.sessions` -> `from?.roomId === undefined ? from?.sessions`
    const positionIn = ({ room }: LocatedRoom) => (from?.roomId === room.roomId ? from.sessions : undefined)

    const toPage = (
      located: LocatedRoom,
      { items, next }: Pick<Page<Session, SessionsPosition>, "items" | "next">
    ): RoomSessionsPage => ({
      room: located.room,
      roomCount: located.roomCount,
      items,
      next: {
        ...positionOf(located),
        ...Option.match(next, { onNone: () => ({}), onSome: (sessions) => ({ sessions }) })
      }
    })

    const reportFailure = (located: LocatedRoom, walk: Stream.Stream<RoomSessionsPage, RoomError | PaginationError>) =>
      onRoomError === "fail"
        ? walk
        : Stream.catch(walk, (error) =>
            // mutant: `Stream.succeed<RoomSessionsPage>({ ...toPage(located, { items: [], next: Option.none() }), error })` -> `Stream.empty`
            Stream.succeed<RoomSessionsPage>({ ...toPage(located, { items: [], next: Option.none() }), error })
          )

    const listOf = ({ room }: LocatedRoom) => sessionsList(backend, room.roomId, limit)

    /** The sessions of a room, whose first requests may have been made already. */
    const sessionsOf = (located: LocatedRoom, started: ReadonlyArray<Started>) => {
      const makeList = () => {
        const list = listOf(located)
        const answers = [...started]
        // They are asked for in the order in which they were made; whatever else is asked for is a request.
        const request = (position: SessionsPosition | undefined) => answers.shift()?.answer ?? list.request(position)
        return { ...list, request }
      }
      const walked = pages(makeList, { ...walkOptions, from: positionIn(located) })
      return reportFailure(
        located,
        Stream.map(inWindow(walked, window), (page) => toPage(located, page))
      )
    }

    /** Makes the first request for a room, and where that leaves open whether there is more, the second. */
    const start = Effect.fnUntraced(function* (located: LocatedRoom): Effect.fn.Return<ReadonlyArray<Started>> {
      const list = listOf(located)
      const position = positionIn(located)
      const first = yield* Effect.exit(list.request(position))
      if (Exit.isFailure(first)) return [{ answer: first }]
      const next = list.next({
        answer: first.value,
        count: Option.none(),
        position,
        emitted: first.value.sessions.length,
        resumed: position !== undefined
      })
      const isShort = first.value.sessions.length < (position?.limit ?? limit)
      const isDone = makeReachedStart(window)(first.value.sessions)
      return isShort && !isDone && next._tag === "At"
        ? [{ answer: first }, { answer: yield* Effect.exit(list.request(next.position)) }]
        : [{ answer: first }]
    })

    const located = from === undefined ? rooms(undefined) : resumedRooms(from)
    if (concurrency === 1) return Stream.flatMap(located, (room) => sessionsOf(room, []))
    if (!ordered) {
      const unfinished = new UnfinishedRooms()
      const mixedPages = Stream.flatMap(
        located,
        (room) => {
          const index = unfinished.add({ ...positionOf(room), sessions: positionIn(room) ?? { cursor: 0, limit } })
          return Stream.map(sessionsOf(room, []), (page) => ({ index, page }))
        },
        { concurrency }
      )
      return Stream.map(mixedPages, ({ index, page }) => ({
        ...page,
        next: unfinished.positionAfter(index, page.next)
      }))
    }
    const begun = Stream.mapEffect(located, (room) => Effect.map(start(room), (started) => sessionsOf(room, started)), {
      concurrency
    })
    return Stream.flatten(begun)
  })
