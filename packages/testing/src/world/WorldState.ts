/** The records that a world keeps. Only `Engine` changes them. */
import type { PeerId, SessionId } from "@effect-rooms/core/Identifier"
import type { JsonMetadata } from "@effect-rooms/core/Metadata"
import type { Recording } from "@effect-rooms/core/Recording"
import type { Room } from "@effect-rooms/core/Room"

/** One stay of a peer in a session. A peer that comes back has another one. */
export interface Stay {
  readonly peerId: PeerId
  readonly metadata: JsonMetadata | undefined
  readonly joinTime: number
  exitTime: number | undefined
}

/** One use of a room. */
export interface SessionState {
  readonly sessionId: SessionId
  readonly room: RoomState
  readonly startTime: number
  endTime: number | undefined
  /** Never empty: a session begins with a join. */
  stays: [Stay, ...Array<Stay>]
  /** Undefined until the first recording: most sessions have none, and there may be a million sessions. */
  recordings: Array<RecordingState> | undefined
}

/** A recording and its session. */
export interface RecordingState {
  readonly recording: Recording
  readonly session: SessionState
}

/** A running session and the peers in it. */
export interface RunningSession {
  readonly session: SessionState
  readonly present: Map<PeerId, Stay>
  /** The time of its latest event. Nothing happens before it, even if the clock is set back. */
  latest: number
}

/** A room, and what has happened in it. */
export interface RoomState {
  /** The room as the list of rooms has it. Replaced when the room changes. */
  room: Room
  readonly tenant: TenantState
  /** Orders rooms that were created in the same millisecond. */
  readonly sequence: number
  readonly sessions: Array<SessionState>
  running: RunningSession | undefined
}

/** Everything that belongs to one API key. */
export interface TenantState {
  /** Oldest first. */
  readonly rooms: Array<RoomState>
  /** Deleted rooms: what happened in them still counts. */
  readonly deletedRooms: Array<RoomState>
  /** Oldest first. */
  readonly recordings: Array<RecordingState>
  readonly peers: Set<PeerId>
  sessionCount: number
  livestreamCount: number
  /** The total length of all sessions that have ended. */
  endedMillis: number
  runningCount: number
  /** The sum of the start times of all running sessions. */
  runningStarts: number
}
