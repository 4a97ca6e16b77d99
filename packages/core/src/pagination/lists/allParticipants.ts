/**
 * Streams the participants of every session of every room.
 */
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Stream from "effect/Stream"
import type { RoomFailure, RoomSession, SessionFailure, SessionParticipants } from "../../AllSessions.ts"
import type { RoomError, SessionError } from "../../Backend.ts"
import type { PaginationError } from "../../PaginationError.ts"
import { rows } from "../walk.ts"
import { type AllRoomsWalk, allSessions, toRows } from "./allSessions.ts"

type Row = SessionParticipants | SessionFailure | RoomFailure

/** Streams all sessions with their participants, which are read for as many sessions at a time as requests are allowed. */
export const allParticipants = (walk: AllRoomsWalk): Stream.Stream<Row, RoomError | SessionError | PaginationError> => {
  const { concurrency = 1, onRoomError = "fail", ordered = true } = walk.options

  const participantsOf = ({ room, session }: RoomSession): Effect.Effect<SessionParticipants, SessionError> =>
    Effect.map(walk.backend.sessionParticipants({ sessionId: session.sessionId }), ({ participants }) => ({
      _tag: "SessionParticipants",
      room,
      session,
      participants
    }))

  const failed = ({ room, session }: RoomSession, error: SessionError): SessionFailure => ({
    _tag: "SessionFailure",
    room,
    session,
    error
  })

  const read = (row: RoomSession | RoomFailure): Effect.Effect<Row, SessionError> => {
    if (row._tag === "RoomFailure") return Effect.succeed(row)
    return onRoomError === "fail"
      ? participantsOf(row)
      : Effect.catch(participantsOf(row), (error) => Effect.succeed(failed(row, error)))
  }

  const sessions = rows(allSessions(walk), toRows)
  if (concurrency === 1 || !ordered) return Stream.mapEffect(sessions, read, { concurrency, unordered: !ordered })
  // A failure that was read ahead ends the walk only after every row in front of it.
  const exits = Stream.mapEffect(sessions, (row) => Effect.exit(read(row)), { concurrency })
  return Stream.mapEffect(exits, identity)
}
