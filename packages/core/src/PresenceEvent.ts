/**
 * The events of a watched room, and the options of watching one.
 *
 * @module
 */
import type * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { LiveParticipant } from "./LiveParticipant.ts"
import { ServiceError } from "./ServiceError.ts"

/**
 * A change in the participants of a room. The first event is a `Snapshot`. Each later poll with changes emits them, and then a
 * `Snapshot`. It is a schema, so it can be the body of an endpoint, and has `match` and guards for its cases.
 *
 * @example
 * ```ts
 * import { nameOf, PresenceEvent } from "@effect-rooms/core"
 * import { Option } from "effect"
 *
 * const describe = PresenceEvent.match({
 *   Joined: ({ participant }) => `${Option.getOrElse(nameOf(participant), () => participant.peerId)} joined`,
 *   Left: ({ participant }) => `${Option.getOrElse(nameOf(participant), () => participant.peerId)} left`,
 *   Snapshot: ({ participants }) => `${participants.length} present`
 * })
 * ```
 */
export const PresenceEvent = Schema.TaggedUnion({
  /** A participant who wasn't in the room at the previous poll, or left and came back since. */
  Joined: { participant: LiveParticipant },
  /** A participant who is no longer in the room. */
  Left: { participant: LiveParticipant },
  /** Everybody in the room, after the first poll and after every change. An empty room is an empty snapshot. */
  Snapshot: { participants: Schema.Array(LiveParticipant) }
}).annotate({ identifier: "PresenceEvent" })
// Written out, the union has its own name in the compiler's messages, unlike `typeof PresenceEvent.Type`.
export type PresenceEvent =
  | typeof PresenceEvent.cases.Joined.Type
  | typeof PresenceEvent.cases.Left.Type
  | typeof PresenceEvent.cases.Snapshot.Type

/** A poll that failed and may succeed later. `LiveRooms.watch` emits it when `onError` is `"report"`, and polls again. */
export const PollFailed = Schema.TaggedStruct("PollFailed", {
  error: ServiceError,
  /** How long `watch` waits before the next poll: as long as its schedule says, or longer if the service asks for it. */
  retryIn: Schema.Duration
}).annotate({ identifier: "PollFailed" })
export interface PollFailed extends Schema.Schema.Type<typeof PollFailed> {}

/** The options of `LiveRooms.watch`. */
export interface WatchOptions {
  /** When to poll. Default: 5 seconds after the response to the previous poll. The stream ends when the schedule ends. */
  readonly every?: Schedule.Schedule<unknown>
  /**
   * How to handle a failed poll. `"fail"` ends the stream with the error (the default). `"report"` emits `PollFailed` if the failure
   * may pass, and polls again: when `every` says so, or later if the service asks for it. The next poll that succeeds emits the
   * changes since the last one that did, and a `Snapshot`. A permanent failure, such as a rejected API key, always ends the
   * stream, and so does a failure of the last poll of the schedule.
   */
  readonly onError?: "fail" | "report"
  /**
   * When to emit a `Snapshot`: after `"changes"` (the default), or after all `"polls"`, so that a reader knows how old the shown
   * state is, and an idle connection stays open.
   */
  readonly snapshots?: "changes" | "polls"
}
