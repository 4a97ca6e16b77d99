/**
 * What a promise client can do, in five parts. Every call takes its options last. A call is rejected with a `RoomsError`,
 * with the reason of its signal, or with `ClientClosed`. Every call can meet `Unauthorized`, `InvalidRequest` and
 * `ServiceError`; what else it can meet stands with it.
 */
import type { RoomsError, ServiceError } from "./errors.ts"
import type {
  AllSessionsOptions,
  CreateOnceOptions,
  RecordingsOptions,
  RecordingsPageOptions,
  RequestOptions,
  RoomsOptions,
  RoomsPageOptions,
  SessionsOptions,
  SessionsPageOptions,
  WatchOptions
} from "./options.ts"
import type {
  AllSessionsPosition,
  CreateRoomInput,
  LiveParticipants,
  Metadata,
  NewRoom,
  Page,
  Participant,
  PresenceEvent,
  Recording,
  RecordingsPage,
  Room,
  RoomDetails,
  RoomsPage,
  Session,
  SessionsPage,
  SessionsPosition,
  UsageMetrics
} from "./values.ts"

/** A walk under way. */
export interface WalkIterator<Row> {
  /** The next row, or after the last one `done`. Calls may overlap, and are answered in order. */
  readonly next: () => Promise<IteratorResult<Row, undefined>>
  /** Ends the walk: nothing of it stays in flight, and a `next` that waits is `done`. A `for await` that is left calls it. */
  readonly return: () => Promise<IteratorResult<Row, undefined>>
  [Symbol.asyncIterator](): WalkIterator<Row>
}

/**
 * Rows that are fetched as they are asked for: nothing is sent before the first one. Each `for await` is a walk of its own.
 * A walk over a list can fail with `PaginationError`. All rows before a failure were given.
 */
export interface Walk<Row> {
  [Symbol.asyncIterator](): WalkIterator<Row>
  /** All rows at once, for a list that fits into memory. */
  readonly toArray: () => Promise<Array<Row>>
}

/** Rooms: create them, read them, walk all of them. */
export interface Rooms {
  /**
   * Creates a room. It is sent again only where the service certainly did not process it; where the answer is lost
   * otherwise, it is rejected with `CreateOutcomeUnknown`. After a cancelled create, too, the room may exist or not.
   * Metadata of more than 10 240 bytes is `MetadataTooLarge`.
   */
  readonly create: (input?: CreateRoomInput, options?: RequestOptions) => Promise<NewRoom>
  /**
   * Creates a room once for `key`, which goes into the metadata as `idempotencyKey`. Without a key, `createOnce` makes one.
   *
   * - Your own key is looked for among the newest 50 rooms first, so you can call again after a crash.
   * - Concurrent calls with one key share one create, its result and the limits of the first call. Aborting one of them leaves
   *   the others alone. A call with the same key but other input is rejected with `InvalidRequest`.
   * - If an answer is lost, the rooms added since are searched for the key for ten seconds before the room is sent again. If the
   *   list can't show whether the room exists, the call is rejected with `CreateOutcomeUnknown`, which has the key and the reason.
   * - For ten seconds after a create, the client remembers its key, so you can abort a call and make it again at once.
   *
   * Two processes that call with one key at the same time can make two rooms, and so can a list that shows a room more than ten
   * seconds late, or never shows its key.
   */
  readonly createOnce: (input?: CreateRoomInput, options?: CreateOnceOptions) => Promise<NewRoom>
  /** One room in detail, or `RoomNotFound`. */
  readonly get: (roomId: string, options?: RequestOptions) => Promise<RoomDetails>
  /** The metadata of one room, or `RoomNotFound`; `null` where it has none. */
  readonly metadata: (roomId: string, options?: RequestOptions) => Promise<Metadata | null>
  /** One page of the list of rooms, as the service answers it. */
  readonly page: (options?: RoomsPageOptions) => Promise<RoomsPage>
  /** All pages of the list, newest room first. */
  readonly pages: (options?: RoomsOptions) => Walk<Page<Room, number>>
  /** All rooms, newest first. */
  readonly list: (options?: RoomsOptions) => Walk<Room>
  /** All rooms whose metadata has exactly this `title`. It reads the whole list: the contract has no other way. */
  readonly findByTitle: (title: string, options?: RoomsOptions) => Walk<Room>
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
  readonly error: RoomsError
}

/** A page of the sessions of one room, on a walk over all rooms. */
export interface RoomSessionsPage {
  readonly room: Room
  readonly items: ReadonlyArray<Session>
  /** What to give as `from` to continue behind this page. */
  readonly next: AllSessionsPosition
  /** How many rooms the list had when it was last read; `null` where the service does not tell. */
  readonly roomCount: number | null
  /** Why the walk over this room ends here too early, where `onRoomError` is `"report"`; else `null`. */
  readonly error: RoomsError | null
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
  readonly error: RoomsError
}

/** Walks all sessions of all rooms, with their participants. */
export interface ParticipantsAll {
  /** Every session of every room together with who took part in it. One that can't be read ends the walk. */
  (options?: AllSessionsOptions & { readonly onRoomError?: "fail" | undefined }): Walk<SessionParticipants>
  /** The same, and a `RoomFailure` or a `SessionFailure` for each room and session that can't be read. */
  (options?: AllSessionsOptions): Walk<SessionParticipants | RoomFailure | SessionFailure>
}

/** Walks all sessions of all rooms. */
export interface ListAllSessions {
  /**
   * All sessions of all rooms, each with its room. Memory doesn't grow with the number of rooms or sessions. Rooms without
   * sessions give nothing: `pagesAll` gives an empty page for each of them.
   */
  (options?: AllSessionsOptions & { readonly onRoomError?: "fail" | undefined }): Walk<RoomSession>
  /** All sessions of all rooms, and a `RoomFailure` for each room whose sessions can't be read. */
  (options?: AllSessionsOptions): Walk<RoomSession | RoomFailure>
}

/** Sessions of one room or of all rooms, and who took part in them. */
export interface Sessions {
  /** One page of the sessions of a room, as the service answers it, or `RoomNotFound`. */
  readonly page: (roomId: string, options?: SessionsPageOptions) => Promise<SessionsPage>
  /** All pages of the sessions of a room, newest first, or `RoomNotFound`. */
  readonly pages: (roomId: string, options?: SessionsOptions) => Walk<Page<Session, SessionsPosition>>
  /** All sessions of a room, newest first, or `RoomNotFound`. */
  readonly list: (roomId: string, options?: SessionsOptions) => Walk<Session>
  /** All sessions of all rooms, page by page, each with the position to resume from. A room without sessions is an empty page. */
  readonly pagesAll: (options?: AllSessionsOptions) => Walk<RoomSessionsPage>
  /** All sessions of all rooms. Rooms without sessions give nothing: see `pagesAll`. */
  readonly listAll: ListAllSessions
  /** Who took part in a session, one row for each stay, or `SessionNotFound`. */
  readonly participants: (sessionId: string, options?: RequestOptions) => Promise<ReadonlyArray<Participant>>
  /**
   * Gives every session of every room together with who took part in it. `concurrency` bounds the requests for rooms, sessions and
   * participants together. Memory doesn't grow with the number of rooms or sessions.
   */
  readonly participantsAll: ParticipantsAll
}

/** A poll that failed and may succeed later. `live.watch` gives it when `onError` is `"report"`, and polls again. */
export interface PollFailed {
  readonly _tag: "PollFailed"
  readonly error: ServiceError
  /** How long `watch` waits before the next poll. */
  readonly retryInMillis: number
}

/** Watches a room. */
export interface Watch {
  /**
   * Polls the room and gives who joins and leaves, until you leave the loop or cancel. A room without a live session is an empty
   * `Snapshot`. A poll that fails ends the walk, unless `onError` is `"report"`.
   */
  (roomId: string, options?: WatchOptions & { readonly onError?: "fail" | undefined }): Walk<PresenceEvent>
  /** Polls the room and gives who joins and leaves. A poll that fails is a `PollFailed`, and the walk goes on. */
  (roomId: string, options?: WatchOptions): Walk<PresenceEvent | PollFailed>
}

/** Presence: who is in a room right now, and who comes and goes. */
export interface LiveRooms {
  /** Who is in the room, or `NoLiveSession` where nobody is. */
  readonly participants: (roomId: string, options?: RequestOptions) => Promise<LiveParticipants>
  /** Polls the room and gives who joins and leaves, and if asked to, which polls failed. */
  readonly watch: Watch
}

/** Recordings of one session, or of everything that belongs to the API key. */
export interface Recordings {
  /** One page of recordings, as the service answers it. */
  readonly page: (options?: RecordingsPageOptions) => Promise<RecordingsPage>
  /** All pages of recordings. */
  readonly pages: (options?: RecordingsOptions) => Walk<Page<Recording, number>>
  /** All recordings. */
  readonly list: (options?: RecordingsOptions) => Walk<Recording>
}

/** Usage metrics of the API key. */
export interface Metrics {
  /** The totals over everything that belongs to the API key. */
  readonly get: (options?: RequestOptions) => Promise<UsageMetrics>
}
