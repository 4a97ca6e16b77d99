/**
 * The participants who are in a room now.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { PeerId } from "./Identifier.ts"
import { OptionalMetadata } from "./Metadata.ts"
import { OptionalTimestamp } from "./Timestamp.ts"

/** A participant who is in the room. Its metadata comes from its access token and usually has a `displayName`. */
export const LiveParticipant = Schema.Struct({
  peerId: PeerId,
  joinTime: OptionalTimestamp,
  metadata: OptionalMetadata
}).annotate({ identifier: "LiveParticipant" })
export interface LiveParticipant extends Schema.Schema.Type<typeof LiveParticipant> {}

/** The participants who are in the room, and their number. */
export const LiveParticipants = Schema.Struct({
  count: Schema.Int,
  participants: Schema.Array(LiveParticipant)
}).annotate({ identifier: "LiveParticipants" })
export interface LiveParticipants extends Schema.Schema.Type<typeof LiveParticipants> {}
