/**
 * What the promise client takes and gives: plain values, and nothing of Effect. Ids are strings and times are `Date`s.
 * Every field is always there; what is not known is `null`.
 */

/** A point in time. */
// biome-ignore lint/style/noRestrictedGlobals: the type of a value, and not the clock.
export type Time = Date

/** Any JSON. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

/** Metadata to be stored with a room: any JSON object, at most 10 240 bytes of UTF-8 JSON. */
export interface JsonMetadata {
  readonly [key: string]: Json
}

/** The well-known keys of a room's metadata, as services and their clients expect them. */
export interface KnownRoomMetadata {
  /** What people call the room. `rooms.findByTitle` looks for it. */
  readonly title?: string
  /** The wallet addresses of the hosts. */
  readonly hostWallets?: ReadonlyArray<string>
  /** The hosts. */
  readonly hosts?: ReadonlyArray<Json>
  /** The type of the room. */
  readonly roomType?: string
  /** The link to join the room. */
  readonly meetingLink?: string
}

/** The metadata of a room to be created: any JSON object. The first form is there for editors to complete the well-known keys. */
export type RoomMetadataInput = (JsonMetadata & KnownRoomMetadata) | JsonMetadata

/**
 * The metadata of a room or a participant, as the service answers it: any JSON object. The contract promises no key, so every
 * value is `unknown`: check it before you use it.
 */
export interface Metadata {
  /** The title of a room, usually a string. */
  readonly title?: unknown
  /** The wallets of a room's hosts, usually an array of strings. */
  readonly hostWallets?: unknown
  /** The hosts of a room, usually an array. */
  readonly hosts?: unknown
  /** The type of a room, usually a string. */
  readonly roomType?: unknown
  /** The link to join a room, usually a string. */
  readonly meetingLink?: unknown
  /** The name of a participant, usually a string. */
  readonly displayName?: unknown
  readonly [key: string]: unknown
}

/** What a room is created from. */
export interface CreateRoomInput {
  /** Whether the room refuses joins. Default: `false`. */
  readonly roomLocked?: boolean | undefined
  /** Stored with the room: `title`, `hostWallets` and any other JSON, at most 10 240 bytes of UTF-8 JSON. */
  readonly metadata?: RoomMetadataInput | undefined
}

/** A room that was created, and what the service said about it. */
export interface NewRoom {
  readonly roomId: string
  readonly message: string
}

/** A room as the list of rooms has it. */
export interface Room {
  readonly roomId: string
  readonly createdAt: Time
  readonly roomLocked: boolean
  readonly metadata: Metadata | null
}

/** One room in detail. */
export interface RoomDetails {
  readonly roomId: string
  /** `null` where the service does not say. */
  readonly roomLocked: boolean | null
  readonly metadata: Metadata | null
}

/** One page of the list of rooms as the service answers it, newest room first. */
export interface RoomsPage {
  readonly rooms: ReadonlyArray<Room>
  /** How many rooms this page has: not the size of the next one. */
  readonly pageSize: number
  /** The number of this page. Services count from 0 or from 1. */
  readonly current: number
  readonly nextCursor: number | null
  readonly prevCursor: number | null
  /** How many rooms the list has; `null` where the service does not say. */
  readonly count: number | null
}

/** One use of a room (also called a meeting). */
export interface Session {
  readonly sessionId: string
  readonly startTime: Time
  /** `null` while the session runs. */
  readonly endTime: Time | null
}

/** One page of the sessions of a room as the service answers it, newest first. */
export interface SessionsPage {
  readonly sessions: ReadonlyArray<Session>
}

/** One stay of a participant in a session. */
export interface Participant {
  readonly peerId: string
  readonly joinTime: Time
  /** `null` where it is not known yet. */
  readonly exitTime: Time | null
  readonly metadata: Metadata | null
}

/** Somebody who is in a room now. */
export interface LiveParticipant {
  readonly peerId: string
  /** `null` where it is not known yet. */
  readonly joinTime: Time | null
  readonly metadata: Metadata | null
}

/** Everybody who is in a room now, and how many they are. */
export interface LiveParticipants {
  readonly count: number
  readonly participants: ReadonlyArray<LiveParticipant>
}

/** A change in who is in a room. The first one is a `Snapshot`; after that come the differences, each poll's followed by a `Snapshot`. */
export type PresenceEvent =
  /** A peer that was not in the room at the previous poll, or left and came back since. */
  | { readonly _tag: "Joined"; readonly participant: LiveParticipant }
  /** A peer that is no longer in the room. */
  | { readonly _tag: "Left"; readonly participant: LiveParticipant }
  /** Everybody in the room, after the first poll and after every change. An idle room is an empty snapshot. */
  | { readonly _tag: "Snapshot"; readonly participants: ReadonlyArray<LiveParticipant> }

/** A recording. The contract does not say in which unit `recordingSize` is. */
export interface Recording {
  readonly id: string
  readonly recordingUrl: string
  readonly recordingSize: number
}

/** One page of recordings as the service answers it. */
export interface RecordingsPage {
  readonly nextCursor: number | null
  readonly recordings: ReadonlyArray<Recording>
}

/** Totals over everything that belongs to the API key. */
export interface UsageMetrics {
  readonly totalSessions: number
  /** In minutes. */
  readonly totalDuration: number
  readonly totalUsers: number
  readonly recordingCount: number
  readonly livestreamCount: number
}

/** One page of a walk over a list, and where to go on. */
export interface Page<Row, Position> {
  /** The rows that this page adds to the walk. */
  readonly items: ReadonlyArray<Row>
  /** What to give as `from` to continue behind this page; `null` at the end of the list. */
  readonly next: Position | null
  /** How many rows the whole list had when this page was read; `null` where the service does not tell, as for sessions and recordings. */
  readonly count: number | null
}

/** A position in the sessions of a room: JSON, to be kept and given back as `from`. */
export interface SessionsPosition {
  readonly cursor: number
  readonly limit: number
}

/** Where a walk over the sessions of all rooms stands: JSON, to be kept and given back as `from`. */
export interface AllSessionsPosition {
  readonly rooms?: number
  readonly roomId: string
  readonly sessions?: SessionsPosition
}
