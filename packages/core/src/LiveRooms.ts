/**
 * Presence: the participants who are in a room now, and changes among them.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { Backend, type LiveError, type RequestError } from "./Backend.ts"
import type { RoomId } from "./Identifier.ts"
import type { LiveParticipant, LiveParticipants } from "./LiveParticipant.ts"
import type { PollFailed, PresenceEvent, WatchOptions } from "./PresenceEvent.ts"
import { watch } from "./presence/watch.ts"

export type { WatchOptions } from "./PresenceEvent.ts"

/** Watches a room. */
export interface Watch {
  /**
   * Polls a room and emits who joins and leaves, each change followed by a `Snapshot` of everybody in the room. The first event
   * is a `Snapshot`. A room without a live session is an empty `Snapshot`, not an error. A poll that fails ends the stream,
   * unless `onError` is `"report"`.
   *
   * @example
   * ```ts
   * import { LiveRooms, type RoomId } from "@effect-rooms/core"
   * import { Console, Schedule, Stream } from "effect"
   *
   * const follow = (roomId: RoomId) =>
   *   LiveRooms.useSync((live) => live.watch(roomId, { every: Schedule.spaced("2 seconds") })).pipe(
   *     Stream.unwrap,
   *     Stream.runForEach((event) => Console.log(event._tag))
   *   )
   * ```
   */
  (roomId: RoomId, options?: WatchOptions & { readonly onError?: "fail" }): Stream.Stream<PresenceEvent, RequestError>
  /**
   * Polls a room and emits who joins and leaves. A poll that fails is a `PollFailed`, and the stream continues.
   *
   * @example
   * ```ts
   * import { LiveRooms, type RoomId } from "@effect-rooms/core"
   * import { Console, Stream } from "effect"
   *
   * const follow = (roomId: RoomId) =>
   *   LiveRooms.useSync((live) => live.watch(roomId, { onError: "report" })).pipe(
   *     Stream.unwrap,
   *     Stream.runForEach((event) =>
   *       event._tag === "PollFailed"
   *         ? Console.error(`${event.error.message}; trying again`)
   *         : Console.log(event._tag)
   *     )
   *   )
   * ```
   */
  (roomId: RoomId, options?: WatchOptions): Stream.Stream<PresenceEvent | PollFailed, RequestError>
}

/** The participants who are in a room now: read once, or watched. */
export class LiveRooms extends Context.Service<
  LiveRooms,
  {
    /**
     * Reads the participants who are in a room now. Fails with `NoLiveSession` if the room is empty.
     *
     * @example
     * ```ts
     * import { LiveRooms, type RoomId } from "@effect-rooms/core"
     * import { Effect } from "effect"
     *
     * const countIn = (roomId: RoomId) =>
     *   LiveRooms.use((live) => live.participants(roomId)).pipe(
     *     Effect.map(({ count }) => count),
     *     Effect.catchTag("NoLiveSession", () => Effect.succeed(0))
     *   )
     * ```
     */
    readonly participants: (roomId: RoomId) => Effect.Effect<LiveParticipants, LiveError>
    /** Polls a room and emits who joins and leaves, and with `onError: "report"` also which polls failed. */
    readonly watch: Watch
  }
>()("@effect-rooms/core/LiveRooms") {
  static readonly layer: Layer.Layer<LiveRooms, never, Backend> = Layer.effect(
    LiveRooms,
    Effect.gen(function* () {
      const backend = yield* Backend

      const present = (roomId: RoomId): Effect.Effect<ReadonlyArray<LiveParticipant>, RequestError> =>
        backend.liveParticipants({ roomId }).pipe(
          Effect.map(({ participants }) => participants),
          // mutant: `Effect.catchTag("NoLiveSession", () => Effect.succeed([]))` -> `Effect.catchTag("NoLiveSession", Effect.die)`
          Effect.catchTag("NoLiveSession", () => Effect.succeed([]))
        )

      function watchRoom(
        roomId: RoomId,
        options?: WatchOptions & { readonly onError?: "fail" }
      ): Stream.Stream<PresenceEvent, RequestError>
      function watchRoom(
        roomId: RoomId,
        options?: WatchOptions
      ): Stream.Stream<PresenceEvent | PollFailed, RequestError>
      function watchRoom(roomId: RoomId, options: WatchOptions = {}) {
        return Stream.withSpan(watch(present(roomId), options), "LiveRooms.watch")
      }

      return LiveRooms.of({
        participants: Effect.fn("LiveRooms.participants")((roomId) => backend.liveParticipants({ roomId })),
        watch: watchRoom
      })
    })
  )
}
