/**
 * The options and rows of walks over the sessions of all rooms.
 *
 * @module
 */
import type * as DateTime from "effect/DateTime"
import type * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import type { RoomError, SessionError } from "./Backend.ts"
import type { WalkOptions } from "./Page.ts"
import type { PaginationError } from "./PaginationError.ts"
import type { Room } from "./Room.ts"
import type { AllSessionsPosition, Participant, Session } from "./Session.ts"

/** A range of start times, to which a walk limits its sessions. */
export interface StartedWithin {
  /**
   * Emits only sessions that started at this time or later. Lists are newest first, so a walk over a room ends with the first page
   * that has an older session. A list in another order is read to its end. A session that started before `since` isn't emitted,
   * even if it's still running. Default: no limit.
   */
  // biome-ignore lint/style/noRestrictedGlobals: the type of a value, not the clock.
  readonly since?: DateTime.DateTime | Date
  /** Emits only sessions that started before this time. Newer ones are still read. Default: no limit. */
  // biome-ignore lint/style/noRestrictedGlobals: the type of a value, not the clock.
  readonly until?: DateTime.DateTime | Date
}

/** A session and its room. */
export interface RoomSession {
  readonly _tag: "RoomSession"
  readonly room: Room
  readonly session: Session
}

/** A room whose sessions couldn't be read to their end, and the reason. */
export interface RoomFailure {
  readonly _tag: "RoomFailure"
  readonly room: Room
  readonly error: RoomError | PaginationError
}

/** A page of the sessions of one room, on a walk over all rooms. */
export interface RoomSessionsPage {
  readonly room: Room
  /** The number of rooms when this room was read. `Option.none` if the service doesn't say. */
  readonly roomCount: Option.Option<number>
  readonly items: ReadonlyArray<Session>
  /**
   * Pass it as `from` to continue after this page. With `ordered: false` it is the position of the oldest room that isn't
   * finished, so sessions of later rooms are repeated.
   */
  readonly next: AllSessionsPosition
  /** The reason why the walk over this room ends early, if `onRoomError` is `"report"`. */
  readonly error?: RoomError | PaginationError
}

/** The options of walks over the sessions of all rooms. `concurrency` bounds all requests of the walk together. */
export interface AllSessionsOptions extends WalkOptions, StartedWithin {
  /** The number of sessions per request. Default: 100. */
  readonly limit?: number
  /** The position to start from: the `next` of an earlier page. Default: the first room. */
  readonly from?: AllSessionsPosition
  /** Whether sessions come in the order of their rooms. Default: `true`. Otherwise rooms are mixed, in the order of the responses. */
  readonly ordered?: boolean
  /**
   * What to do when the sessions of a room can't be read: `"fail"` ends the walk with the error (the default), `"report"` emits a
   * `RoomFailure` in the room's place and continues with the next room. `participantsAll` treats a session whose participants
   * can't be read the same way: it ends the walk, or emits a `SessionFailure`.
   */
  readonly onRoomError?: "fail" | "report"
}

/** A session, its room and its participants: one row for each stay. */
export interface SessionParticipants {
  readonly _tag: "SessionParticipants"
  readonly room: Room
  readonly session: Session
  readonly participants: ReadonlyArray<Participant>
}

/** A session whose participants couldn't be read, and the reason. */
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
   * continues with the next room. Rooms without sessions emit nothing: `pagesAll` emits an empty page for each of them.
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
   * Streams every session of every room, with its participants. `concurrency` bounds the requests for rooms, sessions
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
   * Streams every session of every room, with its participants. A room or a session that can't be read is a
   * `RoomFailure` or a `SessionFailure`, and the walk continues.
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
