/**
 * The sessions of a promise client, over the service `Sessions`.
 */
import * as Core from "@effect-rooms/core/Sessions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { ClientRun } from "./ClientRun.ts"
import { defined } from "./defined.ts"
import { RoomId, SessionId } from "./identifiers.ts"
import type { AllSessionsOptions, SessionsOptions } from "./options.ts"
import type {
  RoomFailure,
  RoomSession,
  RoomSessionsPage,
  SessionFailure,
  SessionParticipants,
  Sessions,
  Walk
} from "./resources.ts"
import { toError } from "./toError.ts"
import { toPage, toParticipant, toRoom, toSession, toSessionsPage } from "./toPlain.ts"

const toWalk = ({ concurrency, from, limit, since, until, verify }: SessionsOptions) =>
  defined({ concurrency, from, limit, since, until, verify })

const toWalkOfAll = ({ concurrency, from, limit, onRoomError, ordered, since, until, verify }: AllSessionsOptions) =>
  defined({
    concurrency,
    from: from && { ...from, roomId: RoomId(from.roomId) },
    limit,
    onRoomError,
    ordered,
    since,
    until,
    verify
  })

const toRoomSessionOrFailure = (row: Core.RoomSession | Core.RoomFailure): RoomSession | RoomFailure =>
  row._tag === "RoomFailure"
    ? { _tag: "RoomFailure", room: toRoom(row.room), error: toError(row.error) }
    : { _tag: "RoomSession", room: toRoom(row.room), session: toSession(row.session) }

const toParticipantsOrFailure = (
  row: Core.SessionParticipants | Core.RoomFailure | Core.SessionFailure
): SessionParticipants | RoomFailure | SessionFailure => {
  const room = toRoom(row.room)
  if (row._tag === "RoomFailure") return { _tag: row._tag, room, error: toError(row.error) }
  const session = toSession(row.session)
  return row._tag === "SessionFailure"
    ? { _tag: row._tag, room, session, error: toError(row.error) }
    : { _tag: row._tag, room, session, participants: row.participants.map(toParticipant) }
}

const toRoomSessionsPage = ({ error, items, next, room, roomCount }: Core.RoomSessionsPage): RoomSessionsPage => ({
  room: toRoom(room),
  items: items.map(toSession),
  next,
  roomCount: Option.getOrNull(roomCount),
  error: error === undefined ? null : toError(error)
})

export const makeSessions = (run: ClientRun): Sessions => {
  function listAll(options?: AllSessionsOptions & { readonly onRoomError?: "fail" | undefined }): Walk<RoomSession>
  function listAll(options?: AllSessionsOptions): Walk<RoomSession | RoomFailure>
  function listAll(options: AllSessionsOptions = {}): Walk<RoomSession | RoomFailure> {
    return run.walk(
      "listSessions",
      Stream.unwrap(Core.Sessions.useSync((sessions) => sessions.streamAll(toWalkOfAll(options)))),
      toRoomSessionOrFailure,
      options
    )
  }

  function participantsAll(
    options?: AllSessionsOptions & { readonly onRoomError?: "fail" | undefined }
  ): Walk<SessionParticipants>
  function participantsAll(options?: AllSessionsOptions): Walk<SessionParticipants | RoomFailure | SessionFailure>
  function participantsAll(options: AllSessionsOptions = {}): Walk<SessionParticipants | RoomFailure | SessionFailure> {
    return run.walk(
      "sessionParticipants",
      Stream.unwrap(Core.Sessions.useSync((sessions) => sessions.participantsAll(toWalkOfAll(options)))),
      toParticipantsOrFailure,
      options
    )
  }

  return {
    page: (roomId, options = {}) =>
      run.call(
        "listSessions",
        Core.Sessions.use((sessions) =>
          Effect.map(
            sessions.page({ roomId: RoomId(roomId), ...defined({ limit: options.limit, cursor: options.cursor }) }),
            toSessionsPage
          )
        ),
        options
      ),
    pages: (roomId, options = {}) =>
      run.walk(
        "listSessions",
        Stream.unwrap(Core.Sessions.useSync((sessions) => sessions.pages(RoomId(roomId), toWalk(options)))),
        toPage(toSession),
        options
      ),
    list: (roomId, options = {}) =>
      run.walk(
        "listSessions",
        Stream.unwrap(Core.Sessions.useSync((sessions) => sessions.stream(RoomId(roomId), toWalk(options)))),
        toSession,
        options
      ),
    pagesAll: (options = {}) =>
      run.walk(
        "listSessions",
        Stream.unwrap(Core.Sessions.useSync((sessions) => sessions.pagesAll(toWalkOfAll(options)))),
        toRoomSessionsPage,
        options
      ),
    listAll,
    participants: (sessionId, options) =>
      run.call(
        "sessionParticipants",
        Core.Sessions.use((sessions) =>
          Effect.map(sessions.participants(SessionId(sessionId)), (participants) => participants.map(toParticipant))
        ),
        options
      ),
    participantsAll
  }
}
