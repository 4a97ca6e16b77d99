/**
 * Presence: who is in a room right now, and who comes and goes.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { Backend, type LiveError, type RequestError } from "./Backend.ts"
import type { RoomId } from "./Identifier.ts"
import { rows } from "./internal/walk.ts"
import type { LiveParticipant, LiveParticipants } from "./LiveParticipant.ts"

/** What `watch` emits. The first poll is a `Snapshot`; after it come the differences, each followed by a `Snapshot`. */
export type PresenceEvent = Data.TaggedEnum<{
  /** A peer that was not in the room at the poll before, or left and came back since. */
  Joined: { readonly participant: LiveParticipant }
  /** A peer that is no longer in the room. */
  Left: { readonly participant: LiveParticipant }
  /** Everybody in the room, after the first poll and after every change. An idle room is an empty snapshot. */
  Snapshot: { readonly participants: ReadonlyArray<LiveParticipant> }
}>

/** Makes, tells apart and matches the events of `watch`. */
export const PresenceEvent = Data.taggedEnum<PresenceEvent>()

/** How a room is watched. */
export interface WatchOptions {
  /** When to poll. Default: 5 seconds after the poll before was answered. The stream ends where the schedule ends. */
  readonly every?: Schedule.Schedule<unknown>
}

const defaultPolling = Schedule.spaced("5 seconds")

type Present = ReadonlyArray<LiveParticipant>

/** A peer that left and came back between two polls has another time of joining, where both times are known. */
const isSameStay = (a: LiveParticipant, b: LiveParticipant) =>
  a.peerId === b.peerId && Option.getOrElse(Option.zipWith(a.joinTime, b.joinTime, DateTime.Equivalence), () => true)

const missingIn = (some: Present, others: Present): Present => {
  const byPeer = Map.groupBy(others, ({ peerId }) => peerId)
  return some.filter((stay) => !(byPeer.get(stay.peerId) ?? []).some((other) => isSameStay(stay, other)))
}

/** What `watch` emits for a poll that found `now`, where the one before found `before`; `undefined` for the first poll. */
export const presenceEvents = (
  before: ReadonlyArray<LiveParticipant> | undefined,
  now: ReadonlyArray<LiveParticipant>
): ReadonlyArray<PresenceEvent> => {
  const snapshot = PresenceEvent.Snapshot({ participants: now })
  if (before === undefined) return [snapshot]
  const events = [
    ...missingIn(before, now).map((participant) => PresenceEvent.Left({ participant })),
    ...missingIn(now, before).map((participant) => PresenceEvent.Joined({ participant }))
  ]
  return events.length === 0 ? events : [...events, snapshot]
}

/** Who is in a room now: once, or as it changes. */
export class LiveRooms extends Context.Service<
  LiveRooms,
  {
    /** Who is in the room. Fails with `NoLiveSession` where nobody is. */
    readonly participants: (roomId: RoomId) => Effect.Effect<LiveParticipants, LiveError>
    /** Polls the room and emits what changed. An idle room is an empty `Snapshot`, not an error. */
    readonly watch: (roomId: RoomId, options?: WatchOptions) => Stream.Stream<PresenceEvent, RequestError>
  }
>()("@effect-rooms/core/LiveRooms") {
  static readonly layer: Layer.Layer<LiveRooms, never, Backend> = Layer.effect(
    LiveRooms,
    Effect.gen(function* () {
      const backend = yield* Backend

      const present = (roomId: RoomId): Effect.Effect<Present, RequestError> =>
        backend.liveParticipants({ roomId }).pipe(
          Effect.map(({ participants }): Present => participants),
          Effect.catch((error) => (error._tag === "NoLiveSession" ? Effect.succeed<Present>([]) : Effect.fail(error)))
        )

      return LiveRooms.of({
        participants: (roomId) => backend.liveParticipants({ roomId }),
        watch: (roomId, options) =>
          Stream.suspend(() => {
            let before: Present | undefined
            const polls = Stream.fromEffectSchedule(present(roomId), options?.every ?? defaultPolling)
            return rows(polls, (now) => {
              const changes = presenceEvents(before, now)
              before = now
              return changes
            })
          })
      })
    })
  )
}
