/**
 * Who is in a room right now.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { PeerId } from "./Identifier.ts"
import { OptionalMetadata } from "./Metadata.ts"
import { OptionalTimestamp } from "./Timestamp.ts"

/** A peer that is in the room. Its metadata comes from its access token and usually has a `displayName`. */
export const LiveParticipant = Schema.Struct({
  peerId: PeerId,
  joinTime: OptionalTimestamp,
  metadata: OptionalMetadata
}).annotate({ identifier: "LiveParticipant" })
export interface LiveParticipant extends Schema.Schema.Type<typeof LiveParticipant> {}

/** The peers that are in the room, and how many there are. */
export const LiveParticipants = Schema.Struct({
  count: Schema.Int,
  participants: Schema.Array(LiveParticipant)
}).annotate({ identifier: "LiveParticipants" })
export interface LiveParticipants extends Schema.Schema.Type<typeof LiveParticipants> {}
