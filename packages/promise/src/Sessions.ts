/**
 * The sessions of a client.
 */
import type { Page as CorePage } from "@effect-rooms/core/Page"
import * as CoreRoom from "@effect-rooms/core/Room"
import * as CoreSession from "@effect-rooms/core/Session"
import * as Core from "@effect-rooms/core/Sessions"
import * as Schema from "effect/Schema"
import type { ClientRuntime } from "./ClientRuntime.ts"
import { RoomId, SessionId } from "./identifiers.ts"
import type { AllSessionsOptions, RequestOptions, SessionsOptions, SessionsPageOptions } from "./options.ts"
import { pageFields, toPlain, toPlainFields } from "./toPlain.ts"
import type {
  Page,
  Participant,
  RoomFailure,
  RoomSession,
  RoomSessionsPage,
  Session,
  SessionFailure,
  SessionParticipants,
  SessionsPage,
  SessionsPosition
} from "./values.ts"
import type { Walk } from "./Walk.ts"

const toSession = /*#__PURE__*/ toPlain(CoreSession.Session)
const toSessionsPage = /*#__PURE__*/ toPlain(CoreSession.SessionsPage)
const toParticipants = /*#__PURE__*/ toPlain(CoreSession.Participants.fields.participants)
const toPage = /*#__PURE__*/ toPlainFields<CorePage<CoreSession.Session, CoreSession.SessionsPosition>>(
  pageFields(CoreSession.Session)
)
const rowFields = { _tag: Schema.Any, room: CoreRoom.Room, session: CoreSession.Session, error: Schema.Any }
const toRoomSession = /*#__PURE__*/ toPlainFields<Core.RoomSession | Core.RoomFailure>(rowFields)
const toSessionParticipants = /*#__PURE__*/ toPlainFields<
  Core.SessionParticipants | Core.RoomFailure | Core.SessionFailure
>({ ...rowFields, participants: CoreSession.Participants.fields.participants })
const toRoomSessionsPage = /*#__PURE__*/ toPlainFields<Core.RoomSessionsPage>({
  room: CoreRoom.Room,
  roomCount: Schema.Option(Schema.Int),
  items: CoreSession.SessionsPage.fields.sessions,
  next: Schema.Any,
  error: Schema.Any
})

type FailingOptions = AllSessionsOptions & { readonly onRoomError?: "fail" | undefined }

/** Rows of a walk, with the failures that `onRoomError: "report"` adds. */
interface Reporting<Row, Failure> {
  /** Ends the walk at the first room or session that can't be read. */
  (options?: FailingOptions): Walk<Row>
  /** Continues after a room or session that can't be read, with a row for the failure. */
  (options?: AllSessionsOptions): Walk<Row | Failure>
}

/** Walks the sessions of one room or of all rooms, and reads who took part in them. */
export class Sessions {
  readonly #client: ClientRuntime
  /**
   * Walks all sessions of all rooms, each with its room. Memory doesn't grow with the number of rooms or sessions. Rooms without
   * sessions have no row: see `pagesAll`.
   */
  readonly listAll: Reporting<RoomSession, RoomFailure>
  /**
   * Walks every session of every room together with who took part in it. `concurrency` bounds the requests for rooms, sessions
   * and participants together.
   */
  readonly participantsAll: Reporting<SessionParticipants, RoomFailure | SessionFailure>

  constructor(client: ClientRuntime) {
    this.#client = client
    function listAll(options?: FailingOptions): Walk<RoomSession>
    function listAll(options?: AllSessionsOptions): Walk<RoomSession | RoomFailure>
    function listAll(options?: AllSessionsOptions) {
      return client.walk(
        "listSessions",
        Core.Sessions,
        toRoomSession,
        options,
        (sessions, own: Core.AllSessionsOptions) => sessions.streamAll(own)
      )
    }
    this.listAll = listAll
    function participantsAll(options?: FailingOptions): Walk<SessionParticipants>
    function participantsAll(options?: AllSessionsOptions): Walk<SessionParticipants | RoomFailure | SessionFailure>
    function participantsAll(options?: AllSessionsOptions) {
      return client.walk(
        "sessionParticipants",
        Core.Sessions,
        toSessionParticipants,
        options,
        (sessions, own: Core.AllSessionsOptions) => sessions.participantsAll(own)
      )
    }
    this.participantsAll = participantsAll
  }

  /** Reads one page of the sessions of a room, as the service returns it, or rejects with `RoomNotFound`. */
  readonly page = (roomId: string, options?: SessionsPageOptions): Promise<SessionsPage> =>
    this.#client.call(
      "listSessions",
      Core.Sessions,
      toSessionsPage,
      options,
      (sessions, own: Omit<CoreSession.ListSessionsRequest, "roomId">) =>
        sessions.page({ ...own, roomId: RoomId(roomId) })
    )

  /** Walks all pages of the sessions of a room, newest first, or fails with `RoomNotFound`. */
  readonly pages = (roomId: string, options?: SessionsOptions): Walk<Page<Session, SessionsPosition>> =>
    this.#client.walk("listSessions", Core.Sessions, toPage, options, (sessions, own: Core.SessionsOptions) =>
      sessions.pages(RoomId(roomId), own)
    )

  /** Walks all sessions of a room, newest first, or fails with `RoomNotFound`. */
  readonly list = (roomId: string, options?: SessionsOptions): Walk<Session> =>
    this.#client.walk("listSessions", Core.Sessions, toSession, options, (sessions, own: Core.SessionsOptions) =>
      sessions.stream(RoomId(roomId), own)
    )

  /** Walks the sessions of all rooms by page, each with the position to resume from. A room without sessions is an empty page. */
  readonly pagesAll = (options?: AllSessionsOptions): Walk<RoomSessionsPage> =>
    this.#client.walk(
      "listSessions",
      Core.Sessions,
      toRoomSessionsPage,
      options,
      (sessions, own: Core.AllSessionsOptions) => sessions.pagesAll(own)
    )

  /** Reads who took part in a session, one row for each stay, or rejects with `SessionNotFound`. */
  readonly participants = (sessionId: string, options?: RequestOptions): Promise<ReadonlyArray<Participant>> =>
    this.#client.call("sessionParticipants", Core.Sessions, toParticipants, options, (sessions) =>
      sessions.participants(SessionId(sessionId))
    )
}
