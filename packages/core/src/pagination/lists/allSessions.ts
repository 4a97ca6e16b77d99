/**
 * Streams the sessions of every room: walks over the rooms, and over the sessions of each room.
 *
 * While the sessions of one room are emitted, the first pages of the following rooms are read ahead. One number bounds all
 * requests in flight, for rooms and sessions together.
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

/** The answer to a request for sessions that was sent before the walk reached the room. */
interface Started {
  readonly answer: Exit.Exit<SessionsPage, RoomError>
}

interface LocatedRoom {
  readonly room: Room
  /** The cursor of the room's page; `undefined` for the first page. */
  readonly rooms: number | undefined
  /** How many rooms there were when that page was read. */
  readonly roomCount: Option.Option<number>
}

/** Returns the same operations with at most `concurrency` requests in flight. */
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

/** Streams the rooms behind a room, or from this room on if its sessions are unfinished. Fails if the room is gone. */
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
 * The rooms of a walk without an order, and the position in each. Resuming from the first unfinished room misses no session, but
 * emits sessions of the rooms behind it again.
 */
class UnfinishedRooms {
  /** The positions in the rooms from the first unfinished one on. */
  readonly #positions: Array<AllSessionsPosition> = []
  /** How many rooms in front of them are finished. */
  #finished = 0

  /** Adds a room that is read from a position on, and returns its index. */
  add(position: AllSessionsPosition): number {
    this.#positions.push(position)
    return this.#finished + this.#positions.length - 1
  }

  /** Records the position in a room, and returns the position to resume from. */
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

/** The operations and options of a walk over all rooms. */
export interface AllRoomsWalk {
  readonly backend: Operations
  readonly options: AllSessionsOptions & { readonly limit: number }
  readonly window: Window | undefined
}

/** Checks the options of a walk over all rooms, and starts it with one bound on all its requests. */
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

/** Returns the sessions of a page, or the error that ended its room. */
export const toRows = ({ error, items, room }: RoomSessionsPage): ReadonlyArray<RoomSession | RoomFailure> =>
  error === undefined
    ? items.map((session) => ({ _tag: "RoomSession", room, session }))
    : [{ _tag: "RoomFailure", room, error }]

/** Streams the pages of the sessions of all rooms. */
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

    /** Streams the sessions of a room. Its first requests may have been answered already. */
    const sessionsOf = (located: LocatedRoom, started: ReadonlyArray<Started>) => {
      const makeList = () => {
        const list = listOf(located)
        const answers = [...started]
        // The walk makes the same requests in the same order, so the first ones are answered already.
        const request = (position: SessionsPosition | undefined) => answers.shift()?.answer ?? list.request(position)
        return { ...list, request }
      }
      const walked = pages(makeList, { ...walkOptions, from: positionIn(located) })
      return reportFailure(
        located,
        Stream.map(inWindow(walked, window), (page) => toPage(located, page))
      )
    }

    /** Makes the first request for a room, and the second one if the first doesn't show whether there are more sessions. */
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
