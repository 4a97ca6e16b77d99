/**
 * The texts about the operations in `RoomsApi` and `openapi.json`. Clients don't need them, so they aren't part of the operation table.
 *
 * @module
 */
import { metadataLimit } from "../Metadata.ts"
import type { OperationName } from "../Operation.ts"

/** The documentation of one operation. */
export interface OperationDocumentation {
  /** The group in `RoomsApi` and `openapi.json`. */
  readonly group: string
  readonly summary: string
  readonly description: string
  /** Describes the response. */
  readonly returns: string
}

/** The documentation of each operation, by name. */
export const documentation = {
  createRoom: {
    group: "rooms",
    summary: "Create a room",
    description: `The metadata may have up to ${metadataLimit} bytes of UTF-8 JSON.`,
    returns: "The room was created."
  },
  listRooms: {
    group: "rooms",
    summary: "List rooms",
    description: "Lists the rooms of the API key, newest first, 10 per page.",
    returns: "A page of rooms."
  },
  roomDetails: {
    group: "rooms",
    summary: "Get a room",
    description: "Returns one room, including its metadata and whether it is locked.",
    returns: "The room."
  },
  roomMetadata: {
    group: "rooms",
    summary: "Get the metadata of a room",
    description: "Returns the metadata that the room was created with.",
    returns: "The metadata of the room."
  },
  listSessions: {
    group: "rooms",
    summary: "List the sessions of a room",
    description:
      "Lists the sessions of a room, newest first. Skips `cursor * limit` sessions. `endTime` is null or absent while a session is running.",
    returns: "A page of sessions."
  },
  sessionParticipants: {
    group: "rooms",
    summary: "List the participants of a session",
    description: "Lists one row per stay: a participant who leaves and comes back has two.",
    returns: "The participants of the session."
  },
  liveParticipants: {
    group: "liveSessions",
    summary: "List the participants in a room now",
    description: "Lists the participants who are in the room now. Responds with 404 if the room is empty.",
    returns: "The participants in the room."
  },
  listRecordings: {
    group: "recordings",
    summary: "List recordings",
    description: "Lists the recordings of a session or, without `sessionId`, all recordings of the API key.",
    returns: "A page of recordings."
  },
  metrics: {
    group: "metrics",
    summary: "Get usage metrics",
    description: "Returns the usage totals of the API key. `totalDuration` is in minutes.",
    returns: "The usage totals of the API key."
  }
} as const satisfies Record<OperationName, OperationDocumentation>
