/** The options of scenario builders. */
import type { PeerId } from "@effect-rooms/core/Identifier"
import type { JsonMetadata } from "@effect-rooms/core/Metadata"
import type * as Duration from "effect/Duration"
import type { RoomScenario } from "./schema.ts"

/** The creation time, the metadata and the lock of a room. */
export type RoomOptions = Pick<RoomScenario, "createdAt" | "createdAgo" | "metadata" | "locked">

/** A participant: a name, or a name with more options. */
export type ParticipantOptions =
  | string
  | {
      /** The `displayName` in the metadata. */
      readonly name: string
      /** Default: `peer_` and the name, so that the same name is the same user in every session. */
      readonly peerId?: PeerId
      /** More metadata, in addition to the name. */
      readonly metadata?: JsonMetadata
      /** After the start of the session. Default: at its start. */
      readonly joinsAfter?: Duration.Input
      /** How long the participant stays. Default: until the session ends. */
      readonly stays?: Duration.Input
    }

/** A running session. */
export interface LiveSessionOptions {
  /** When it began: `at` or `ago`, not both. Default: 5 minutes ago. */
  readonly at?: number | string
  readonly ago?: Duration.Input
  /** At least one. Name a participant who comes back again, with `joinsAfter`. */
  readonly participants: ReadonlyArray<ParticipantOptions>
  /** The sizes of its recordings. Default: none. */
  readonly recordings?: ReadonlyArray<number>
}

/** A session that has ended. */
export interface SessionOptions extends LiveSessionOptions {
  /** When it began: `at` or `ago`, not both. Default: an hour ago. */
  readonly at?: number | string
  readonly ago?: Duration.Input
  /** Default: 30 minutes. */
  readonly lasts?: Duration.Input
}
