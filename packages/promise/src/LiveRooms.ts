/**
 * Presence: who is in a room now.
 */
import * as LiveParticipant from "@effect-rooms/core/LiveParticipant"
import * as Core from "@effect-rooms/core/LiveRooms"
import * as PresenceEvents from "@effect-rooms/core/PresenceEvent"
import type * as Duration from "effect/Duration"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type { ClientRuntime } from "./ClientRuntime.ts"
import { RoomId } from "./identifiers.ts"
import type { RequestOptions, WatchOptions } from "./options.ts"
import { toPlain } from "./toPlain.ts"
import type { LiveParticipants, PollFailed, PresenceEvent } from "./values.ts"
import type { Walk } from "./Walk.ts"

const toLiveParticipants = /*#__PURE__*/ toPlain(LiveParticipant.LiveParticipants)
const toEvent = /*#__PURE__*/ toPlain(
  /*#__PURE__*/ Schema.Union([...Object.values(PresenceEvents.PresenceEvent.cases), PresenceEvents.PollFailed])
)

interface Watch {
  /** Ends the walk with the error of the first poll that fails. */
  (roomId: string, options?: WatchOptions & { readonly onError?: "fail" | undefined }): Walk<PresenceEvent>
  /** Continues after a poll that fails, with a `PollFailed`. */
  (roomId: string, options?: WatchOptions): Walk<PresenceEvent | PollFailed>
}

/** Reads who is in a room now, and watches who joins and leaves. */
export class LiveRooms {
  readonly #client: ClientRuntime
  /**
   * Polls a room and emits who joins and leaves, until you leave the loop or cancel. A room without a live session is an empty
   * `Snapshot`.
   */
  readonly watch: Watch

  constructor(client: ClientRuntime) {
    this.#client = client
    function watch(
      roomId: string,
      options?: WatchOptions & { readonly onError?: "fail" | undefined }
    ): Walk<PresenceEvent>
    function watch(roomId: string, options?: WatchOptions): Walk<PresenceEvent | PollFailed>
    function watch(roomId: string, options?: WatchOptions) {
      return client.walk("liveParticipants", Core.LiveRooms, toEvent, options, (live, { every, ...own }: PollOptions) =>
        live.watch(RoomId(roomId), every === undefined ? own : { ...own, every: Schedule.spaced(every) })
      )
    }
    this.watch = watch
  }

  /** Reads who is in a room now, or rejects with `NoLiveSession` if nobody is. */
  readonly participants = (roomId: string, options?: RequestOptions): Promise<LiveParticipants> =>
    this.#client.call("liveParticipants", Core.LiveRooms, toLiveParticipants, options, (live) =>
      live.participants(RoomId(roomId))
    )
}

interface PollOptions extends Omit<Core.WatchOptions, "every"> {
  readonly every?: Duration.Input
}
