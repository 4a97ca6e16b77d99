/**
 * The events of a watched room.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { LiveParticipant } from "./LiveParticipant.ts"
import { ServiceError } from "./ServiceError.ts"

/**
 * A change in who is in a room. The first one is a `Snapshot`; after that come the differences, each poll's followed by a
 * `Snapshot`. It is a schema, so it can be the body of an endpoint, and it matches and tells apart its cases.
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
  /** A peer that was not in the room at the previous poll, or left and came back since. */
  Joined: { participant: LiveParticipant },
  /** A peer that is no longer in the room. */
  Left: { participant: LiveParticipant },
  /** Everybody in the room, after the first poll and after every change. An idle room is an empty snapshot. */
  Snapshot: { participants: Schema.Array(LiveParticipant) }
}).annotate({ identifier: "PresenceEvent" })
// A union written out has a name of its own in messages of the compiler; `typeof PresenceEvent.Type` has not.
export type PresenceEvent =
  | typeof PresenceEvent.cases.Joined.Type
  | typeof PresenceEvent.cases.Left.Type
  | typeof PresenceEvent.cases.Snapshot.Type

/** A poll that failed and may succeed later. `LiveRooms.watch` emits it when `onError` is `"report"`, and polls again. */
export const PollFailed = Schema.TaggedStruct("PollFailed", {
  error: ServiceError,
  /** How long `watch` waits before the next poll: as its schedule says, or longer if the service asks for it. */
  retryIn: Schema.Duration
}).annotate({ identifier: "PollFailed" })
export interface PollFailed extends Schema.Schema.Type<typeof PollFailed> {}
