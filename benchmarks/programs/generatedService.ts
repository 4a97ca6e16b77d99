/**
 * A service of any size in this process: rows are made when they are asked for, nothing is stored, no codec runs.
 */
import { Backend, RoomId, RoomServices, SessionId } from "@effect-rooms/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

export interface GeneratedService {
  readonly rooms: number
  readonly sessionsPerRoom: number
  /** How long a request takes, in milliseconds. */
  readonly latency: number
}

const roomsPerPage = 10
const unused = Effect.die(new Error("the benchmark does not ask for this"))

export const generatedServices = ({ latency, rooms, sessionsPerRoom }: GeneratedService) => {
  const answer = <A>(read: () => A): Effect.Effect<A> =>
    latency === 0 ? Effect.sync(read) : Effect.delay(Effect.sync(read), latency)
  const backend = Backend.of({
    createRoom: () => unused,
    roomDetails: () => unused,
    roomMetadata: () => unused,
    sessionParticipants: () => unused,
    liveParticipants: () => unused,
    listRecordings: () => unused,
    metrics: () => unused,
    listRooms: ({ cursor = 1 }) =>
      answer(() => {
        const before = (cursor - 1) * roomsPerPage
        const size = Math.max(0, Math.min(roomsPerPage, rooms - before))
        return {
          rooms: Array.from({ length: size }, (_, index) => ({
            roomId: RoomId.make(`room-${rooms - before - index}`),
            createdAt: DateTime.makeUnsafe((rooms - before - index) * 1_000),
            roomLocked: false,
            metadata: Option.none()
          })),
          pageSize: size,
          current: cursor,
          nextCursor: before + size < rooms ? Option.some(cursor + 1) : Option.none(),
          prevCursor: Option.none(),
          count: Option.some(rooms)
        }
      }),
    listSessions: ({ cursor = 0, limit = 100, roomId }) =>
      answer(() => {
        const before = cursor * limit
        const size = Math.max(0, Math.min(limit, sessionsPerRoom - before))
        return {
          sessions: Array.from({ length: size }, (_, index) => ({
            sessionId: SessionId.make(`${roomId}-session-${before + index}`),
            startTime: DateTime.makeUnsafe((sessionsPerRoom - before - index) * 1_000),
            endTime: Option.none()
          }))
        }
      })
  })
  return Layer.provide(RoomServices.layer, Layer.succeed(Backend, backend))
}
