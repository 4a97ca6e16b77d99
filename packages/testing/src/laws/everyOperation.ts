/**
 * One request of each operation, through the services.
 */

import type { CreateRoomError, LiveError, RoomError, SessionError } from "@effect-rooms/core/Backend"
import { RoomId, SessionId } from "@effect-rooms/core/Identifier"
import { type OperationName, operationNames, operations } from "@effect-rooms/core/unstable"
import type * as Effect from "effect/Effect"
import * as SchemaAST from "effect/SchemaAST"
import type { Client } from "./law.ts"

export interface Known {
  readonly roomId: RoomId
  readonly sessionId: SessionId
}

/** Ids for requests that fail before anything is looked up. */
const anywhere: Known = { roomId: RoomId.make("any-room"), sessionId: SessionId.make("any-session") }

/** The errors of all operations. */
export type AnyError = CreateRoomError | RoomError | SessionError | LiveError

type Request = Effect.Effect<unknown, AnyError>

/**
 * One request for each operation, through the service that has it: the laws are promises of the services, so they also test how a
 * service passes on requests, responses and errors.
 */
const requests = (
  { live, metrics, recordings, rooms, sessions }: Client,
  { roomId, sessionId }: Known
): Record<OperationName, Request> => ({
  createRoom: rooms.create({}),
  listRooms: rooms.page(),
  roomDetails: rooms.get(roomId),
  roomMetadata: rooms.metadata(roomId),
  listSessions: sessions.page({ roomId }),
  sessionParticipants: sessions.participants(sessionId),
  liveParticipants: live.participants(roomId),
  listRecordings: recordings.page(),
  metrics: metrics.get
})

/** Returns a request of each operation. */
export const everyOperation = (
  client: Client,
  known: Known = anywhere
): ReadonlyArray<readonly [OperationName, Request]> => {
  const all = requests(client, known)
  return operationNames.map((operation) => [operation, all[operation]])
}

/** Returns a request of each operation that is safe to repeat. */
export const everyRead = (client: Client, known?: Known): ReadonlyArray<readonly [OperationName, Request]> =>
  everyOperation(client, known).filter(([operation]) => operations[operation].isSafe)

/** Returns whether the response of an operation has a body. */
export const hasResponseBody = (operation: OperationName): boolean =>
  !SchemaAST.isVoid(operations[operation].success.ast)
