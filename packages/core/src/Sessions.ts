/**
 * Sessions of one room or of all rooms, and their participants.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type {
  AllSessionsOptions,
  ParticipantsAll,
  RoomFailure,
  RoomSession,
  RoomSessionsPage,
  SessionFailure,
  SessionParticipants,
  StartedWithin,
  StreamAll
} from "./AllSessions.ts"
import { Backend, type RoomError, type SessionError } from "./Backend.ts"
import type { RoomId, SessionId } from "./Identifier.ts"
import type { Page, WalkOptions } from "./Page.ts"
import type { PaginationError } from "./PaginationError.ts"
import { allParticipants } from "./pagination/lists/allParticipants.ts"
import { allSessions, toRows, walkAllRooms } from "./pagination/lists/allSessions.ts"
import { sessionsList } from "./pagination/lists/sessions.ts"
import { inWindow, windowOf } from "./pagination/lists/sessionsWindow.ts"
import { items, pages, rows } from "./pagination/walk.ts"
import type { ListSessionsRequest, Participant, Session, SessionsPage, SessionsPosition } from "./Session.ts"

export type * from "./AllSessions.ts"

/** The options of walks over the sessions of a room. */
export interface SessionsOptions extends WalkOptions, StartedWithin {
  /** The number of sessions per request. Default: 100. If the service returns fewer, the walk adapts. */
  readonly limit?: number
  /** The position to start from: the `next` of an earlier page. Default: the first page. */
  readonly from?: SessionsPosition
}

/** The default number of sessions per request. */
export const defaultSessionsLimit = 100

/** Sessions of one room or of all rooms, and their participants. */
export class Sessions extends Context.Service<
  Sessions,
  {
    /**
     * Reads one page of the sessions of a room, as the service returns it. To read all of them, use `stream`.
     *
     * @example
     * ```ts
     * import { type RoomId, Sessions } from "@effect-rooms/core"
     *
     * const newest = (roomId: RoomId) => Sessions.use((sessions) => sessions.page({ roomId, limit: 10 }))
     * ```
     */
    readonly page: (request: ListSessionsRequest) => Effect.Effect<SessionsPage, RoomError>
    /**
     * Streams all pages of the sessions of a room, newest first. Each has the position to resume from.
     *
     * @example
     * ```ts
     * import { type RoomId, Sessions, type SessionsPosition } from "@effect-rooms/core"
     * import { Console, Option, Stream } from "effect"
     *
     * const readFrom = (roomId: RoomId, from: SessionsPosition) =>
     *   Sessions.useSync((sessions) => sessions.pages(roomId, { from })).pipe(
     *     Stream.unwrap,
     *     Stream.runForEach(({ items, next }) => Console.log(items.length, Option.getOrNull(next)))
     *   )
     * ```
     */
    readonly pages: (
      roomId: RoomId,
      options?: SessionsOptions
    ) => Stream.Stream<Page<Session, SessionsPosition>, RoomError | PaginationError>
    /**
     * Streams all sessions of a room, newest first.
     *
     * @example
     * ```ts
     * import { type RoomId, Sessions } from "@effect-rooms/core"
     * import { Option, Stream } from "effect"
     *
     * const running = (roomId: RoomId) =>
     *   Sessions.useSync((sessions) => sessions.stream(roomId)).pipe(
     *     Stream.unwrap,
     *     Stream.filter(({ endTime }) => Option.isNone(endTime))
     *   )
     * ```
     */
    readonly stream: (roomId: RoomId, options?: SessionsOptions) => Stream.Stream<Session, RoomError | PaginationError>
    /**
     * Streams all sessions of all rooms, page by page, each with its room and the position to resume from. A room without
     * sessions is an empty page.
     *
     * @example
     * ```ts
     * import { Sessions } from "@effect-rooms/core"
     * import { Stream } from "effect"
     *
     * const sessionsByRoom = Sessions.useSync((sessions) => sessions.pagesAll()).pipe(
     *   Stream.unwrap,
     *   Stream.runFold(
     *     () => new Map<string, number>(),
     *     (used, { items, room }) => used.set(room.roomId, (used.get(room.roomId) ?? 0) + items.length)
     *   )
     * )
     * ```
     */
    readonly pagesAll: (options?: AllSessionsOptions) => Stream.Stream<RoomSessionsPage, RoomError | PaginationError>
    /** Streams all sessions of all rooms. Rooms without sessions emit nothing: see `pagesAll`. */
    readonly streamAll: StreamAll
    /**
     * Reads the participants of a session. A participant who left and came back has a row for each stay.
     *
     * @example
     * ```ts
     * import { nameOf, type SessionId, Sessions } from "@effect-rooms/core"
     * import { Effect, Option } from "effect"
     *
     * const namesOf = (sessionId: SessionId) =>
     *   Sessions.use((sessions) => sessions.participants(sessionId)).pipe(
     *     Effect.map((stays) => new Set(stays.map((stay) => Option.getOrElse(nameOf(stay), () => stay.peerId))))
     *   )
     * ```
     */
    readonly participants: (sessionId: SessionId) => Effect.Effect<ReadonlyArray<Participant>, SessionError>
    /**
     * Streams every session of every room, with its participants. `concurrency` bounds the requests for rooms, sessions
     * and participants together. Memory doesn't grow with the number of rooms or sessions.
     */
    readonly participantsAll: ParticipantsAll
  }
>()("@effect-rooms/core/Sessions") {
  static readonly layer: Layer.Layer<Sessions, never, Backend> = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const backend = yield* Backend

      const allPages = (roomId: RoomId, { limit = defaultSessionsLimit, ...options }: SessionsOptions = {}) =>
        Stream.unwrap(
          Effect.map(windowOf(options), (window) =>
            inWindow(
              pages(() => sessionsList(backend, roomId, limit), { ...options, limit }),
              window
            )
          )
        )

      const withLimit = (options: AllSessionsOptions = {}) => ({ limit: defaultSessionsLimit, ...options })

      const pagesAll = (options?: AllSessionsOptions) => walkAllRooms(backend, withLimit(options), allSessions)

      function streamAll(
        options?: AllSessionsOptions & { readonly onRoomError?: "fail" }
      ): Stream.Stream<RoomSession, RoomError | PaginationError>
      function streamAll(
        options?: AllSessionsOptions
      ): Stream.Stream<RoomSession | RoomFailure, RoomError | PaginationError>
      function streamAll(options?: AllSessionsOptions) {
        return Stream.withSpan(rows(pagesAll(options), toRows), "Sessions.streamAll")
      }

      function participantsAll(
        options?: AllSessionsOptions & { readonly onRoomError?: "fail" }
      ): Stream.Stream<SessionParticipants, RoomError | SessionError | PaginationError>
      function participantsAll(
        options: AllSessionsOptions & { readonly onRoomError: "report" }
      ): Stream.Stream<SessionParticipants | RoomFailure | SessionFailure, RoomError | PaginationError>
      function participantsAll(
        options?: AllSessionsOptions
      ): Stream.Stream<SessionParticipants | RoomFailure | SessionFailure, RoomError | SessionError | PaginationError>
      function participantsAll(options?: AllSessionsOptions) {
        return Stream.withSpan(walkAllRooms(backend, withLimit(options), allParticipants), "Sessions.participantsAll")
      }

      return Sessions.of({
        page: Effect.fn("Sessions.page")((request) => backend.listSessions(request)),
        pages: (roomId, options) => Stream.withSpan(allPages(roomId, options), "Sessions.pages"),
        stream: (roomId, options) => Stream.withSpan(items(allPages(roomId, options)), "Sessions.stream"),
        pagesAll: (options) => Stream.withSpan(pagesAll(options), "Sessions.pagesAll"),
        streamAll,
        participants: Effect.fn("Sessions.participants")((sessionId) =>
          Effect.map(backend.sessionParticipants({ sessionId }), ({ participants }) => participants)
        ),
        participantsAll
      })
    })
  )
}
