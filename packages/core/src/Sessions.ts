/**
 * Sessions of one room or of all rooms, and who took part in them.
 *
 * @module
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { Backend, type RoomError, type SessionError } from "./Backend.ts"
import type { RoomId, SessionId } from "./Identifier.ts"
import { allParticipants } from "./internal/allParticipants.ts"
import { allSessions, toRows, walkAllRooms } from "./internal/allSessions.ts"
import { sessionsList } from "./internal/sessionsList.ts"
import { inWindow, windowOf } from "./internal/sessionsWindow.ts"
import { items, pages, rows } from "./internal/walk.ts"
import type { Page, WalkOptions } from "./Page.ts"
import type { PaginationError } from "./PaginationError.ts"
import type { Room } from "./Room.ts"
import type {
  AllSessionsPosition,
  ListSessionsRequest,
  Participant,
  Session,
  SessionsPage,
  SessionsPosition
} from "./Session.ts"

/** Which sessions a walk emits, by the time they started. */
export interface StartedWithin {
  /**
   * Emits only sessions that started at this time or later. Lists are newest first, so a walk over a room ends with the first page
   * that has an older session. A list in another order is read to its end. A session that started before `since` and still runs
   * isn't emitted. Default: no limit.
   */
  // biome-ignore lint/style/noRestrictedGlobals: the type of a value, and not the clock.
  readonly since?: DateTime.DateTime | Date
  /** Emits only sessions that started before this time. Newer ones are still read. Default: no limit. */
  // biome-ignore lint/style/noRestrictedGlobals: the type of a value, and not the clock.
  readonly until?: DateTime.DateTime | Date
}

/** How the sessions of a room are walked. */
export interface SessionsOptions extends WalkOptions, StartedWithin {
  /** How many sessions to ask for at a time. Default: 100. A service that gives fewer is followed. */
  readonly limit?: number
  /** Where to begin: the `next` of a page that an earlier walk gave. Default: the first page. */
  readonly from?: SessionsPosition
}

/** A session and the room that it was held in. */
export interface RoomSession {
  readonly _tag: "RoomSession"
  readonly room: Room
  readonly session: Session
}

/** A room whose sessions could not be walked to their end, and why. */
export interface RoomFailure {
  readonly _tag: "RoomFailure"
  readonly room: Room
  readonly error: RoomError | PaginationError
}

/** A page of the sessions of one room, on a walk over all rooms. */
export interface RoomSessionsPage {
  readonly room: Room
  /** How many rooms there were when the room was read, where the service tells. */
  readonly roomCount: Option.Option<number>
  readonly items: ReadonlyArray<Session>
  /**
   * Pass it as `from` to continue after this page. With `ordered: false` it is the position of the oldest room that isn't
   * finished, so sessions of the rooms behind it come again.
   */
  readonly next: AllSessionsPosition
  /** Why the walk over this room ends here too early, where `onRoomError` is `"report"`. */
  readonly error?: RoomError | PaginationError
}

/** How the sessions of all rooms are walked. `concurrency` bounds all requests of the walk together. */
export interface AllSessionsOptions extends WalkOptions, StartedWithin {
  /** How many sessions to ask for at a time. Default: 100. */
  readonly limit?: number
  /** Where to begin: the `next` of a page that an earlier walk gave. Default: the first room. */
  readonly from?: AllSessionsPosition
  /** Whether sessions come in the order of their rooms. Default: `true`. Otherwise rooms are mixed as they are answered. */
  readonly ordered?: boolean
  /**
   * What to do when the sessions of a room can't be read: `"fail"` ends the walk with the error (the default), `"report"` emits a
   * `RoomFailure` in the room's place and continues with the next room. `participantsAll` treats a session whose participants
   * can't be read the same way: it ends the walk, or emits a `SessionFailure`.
   */
  readonly onRoomError?: "fail" | "report"
}

/** A session, the room that it was held in, and who took part: one row for each stay. */
export interface SessionParticipants {
  readonly _tag: "SessionParticipants"
  readonly room: Room
  readonly session: Session
  readonly participants: ReadonlyArray<Participant>
}

/** A session whose participants couldn't be read, and why. */
export interface SessionFailure {
  readonly _tag: "SessionFailure"
  readonly room: Room
  readonly session: Session
  readonly error: SessionError
}

/** Walks all sessions of all rooms. */
export interface StreamAll {
  /**
   * Streams all sessions of all rooms, each with its room. Memory doesn't grow with the number of rooms or sessions.
   *
   * Rooms without sessions emit nothing: `pagesAll` emits an empty page for each of them. A room whose sessions can't be read
   * ends the walk, unless `onRoomError` is `"report"`.
   *
   * @example
   * ```ts
   * import { Sessions, titleOf } from "@effect-rooms/core"
   * import { Console, Option, Stream } from "effect"
   *
   * const report = Sessions.useSync((sessions) => sessions.streamAll({ concurrency: 8 })).pipe(
   *   Stream.unwrap,
   *   Stream.runForEach(({ room, session }) =>
   *     Console.log(session.sessionId, Option.getOrElse(titleOf(room), () => room.roomId))
   *   )
   * )
   * ```
   */
  (
    options?: AllSessionsOptions & { readonly onRoomError?: "fail" }
  ): Stream.Stream<RoomSession, RoomError | PaginationError>
  /**
   * Streams all sessions of all rooms, each with its room. A room whose sessions can't be read is a `RoomFailure`, and the walk
   * goes on with the next room. Rooms without sessions emit nothing: `pagesAll` emits an empty page for each of them.
   *
   * @example
   * ```ts
   * import { Sessions } from "@effect-rooms/core"
   * import { Console, Stream } from "effect"
   *
   * const report = Sessions.useSync((sessions) => sessions.streamAll({ onRoomError: "report" })).pipe(
   *   Stream.unwrap,
   *   Stream.runForEach((row) =>
   *     row._tag === "RoomFailure"
   *       ? Console.error(`${row.room.roomId}: ${row.error.message}`)
   *       : Console.log(row.session.sessionId)
   *   )
   * )
   * ```
   */
  (options?: AllSessionsOptions): Stream.Stream<RoomSession | RoomFailure, RoomError | PaginationError>
}

/** Walks all sessions of all rooms, with their participants. */
export interface ParticipantsAll {
  /**
   * Streams every session of every room together with who took part in it. `concurrency` bounds the requests for rooms, sessions
   * and participants together. A room or a session that can't be read ends the walk, unless `onRoomError` is `"report"`.
   *
   * @example
   * ```ts
   * import { nameOf, Sessions } from "@effect-rooms/core"
   * import { Console, Option, Stream } from "effect"
   *
   * const attendance = Sessions.useSync((sessions) => sessions.participantsAll({ concurrency: 8 })).pipe(
   *   Stream.unwrap,
   *   Stream.runForEach(({ participants, session }) =>
   *     Console.log(session.sessionId, participants.map((stay) => Option.getOrElse(nameOf(stay), () => stay.peerId)))
   *   )
   * )
   * ```
   */
  (
    options?: AllSessionsOptions & { readonly onRoomError?: "fail" }
  ): Stream.Stream<SessionParticipants, RoomError | SessionError | PaginationError>
  /**
   * Streams every session of every room together with who took part in it. A room or a session that can't be read is a
   * `RoomFailure` or a `SessionFailure`, and the walk goes on.
   *
   * @example
   * ```ts
   * import { Sessions } from "@effect-rooms/core"
   * import { Console, Stream } from "effect"
   *
   * const attendance = Sessions.useSync((sessions) => sessions.participantsAll({ onRoomError: "report" })).pipe(
   *   Stream.unwrap,
   *   Stream.runForEach((row) =>
   *     row._tag === "SessionParticipants"
   *       ? Console.log(row.session.sessionId, row.participants.length)
   *       : Console.error(`${row.room.roomId}: ${row.error.message}`)
   *   )
   * )
   * ```
   */
  (
    options: AllSessionsOptions & { readonly onRoomError: "report" }
  ): Stream.Stream<SessionParticipants | RoomFailure | SessionFailure, RoomError | PaginationError>
  /** For an `onRoomError` that is computed: the rows and the errors of both. */
  (
    options?: AllSessionsOptions
  ): Stream.Stream<SessionParticipants | RoomFailure | SessionFailure, RoomError | SessionError | PaginationError>
}

/** How many sessions are asked for at a time unless the caller says otherwise. */
export const defaultSessionsLimit = 100

/** Sessions of one room or of all rooms, and who took part in them. */
export class Sessions extends Context.Service<
  Sessions,
  {
    /**
     * Reads one page of the sessions of a room, as the service answers it. To read all of them, use `stream`.
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
     * Reads who took part in a session. A participant who left and came back has a row for each stay.
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
     * Streams every session of every room together with who took part in it. `concurrency` bounds the requests for rooms, sessions
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
        return rows(pagesAll(options), toRows)
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
        return walkAllRooms(backend, withLimit(options), allParticipants)
      }

      return Sessions.of({
        page: (request) => backend.listSessions(request),
        pages: allPages,
        stream: (roomId, options) => items(allPages(roomId, options)),
        pagesAll,
        streamAll,
        participants: (sessionId) =>
          Effect.map(backend.sessionParticipants({ sessionId }), ({ participants }) => participants),
        participantsAll
      })
    })
  )
}
