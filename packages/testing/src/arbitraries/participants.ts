/**
 * Participants of sessions and of rooms. A session is made from its stays: it begins with the first join, is never empty, and ends
 * with the last exit.
 */
import { PeerId, type SessionId } from "@effect-rooms/core/Identifier"
import type { LiveParticipant, LiveParticipants } from "@effect-rooms/core/LiveParticipant"
import type { Participant, Participants, Session } from "@effect-rooms/core/Session"
import * as Arbitrary from "effect/Arbitrary"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { boolean, type Generated, optional } from "./choice.ts"
import { peerId, sessionId, withOwnIds } from "./ids.ts"
import { peerMetadata } from "./metadata.ts"
import { defaultNow, duration, millisUntil, type TimeOptions, toTime } from "./times.ts"

/** A session, and all stays of participants in it, in the order in which they joined. */
export interface AttendedSession {
  readonly session: Session
  readonly participants: ReadonlyArray<Participant>
}

/** A stay of a peer, in milliseconds after the session began. */
interface Stay {
  readonly peerId: PeerId
  readonly metadata: Participant["metadata"]
  readonly join: number
  /** `Infinity` where the peer is still there. */
  readonly exit: number
}

const visit = Arbitrary.all({ away: duration, stayed: duration })

const peer = Arbitrary.all({
  peerId,
  metadata: optional(peerMetadata),
  visits: Arbitrary.array(visit, { minLength: 1, maxLength: 4 }),
  isStillThere: boolean
})

type Peer = Generated<typeof peer>

const ownIds = <Row extends { readonly peerId: PeerId }>(rows: ReadonlyArray<Row>) =>
  withOwnIds(
    rows,
    ({ peerId }) => peerId,
    (text) => PeerId.make(text),
    (row, peerId) => ({ ...row, peerId })
  )

const staysOf = ({ isStillThere, metadata, peerId, visits }: Peer, isRunning: boolean): ReadonlyArray<Stay> => {
  let before = 0
  return visits.map(({ away, stayed }, index) => {
    const join = before + away
    before = join + stayed
    const isOpen = isRunning && isStillThere && index === visits.length - 1
    return { peerId, metadata, join, exit: isOpen ? Number.POSITIVE_INFINITY : before }
  })
}

/** In the order of joining, and so much earlier that the first stay begins at 0 and nobody joins after all have left. */
const withoutGaps = (stays: ReadonlyArray<Stay>): ReadonlyArray<Stay> => {
  let earlier = 0
  let lastExit = 0
  return stays
    .toSorted((a, b) => a.join - b.join)
    .map((stay) => {
      earlier = Math.max(earlier, stay.join - lastExit)
      const moved = { ...stay, join: stay.join - earlier, exit: stay.exit - earlier }
      lastExit = Math.max(lastExit, moved.exit)
      return moved
    })
}

const toAttendedSession = (
  sessionId: SessionId,
  stays: ReadonlyArray<Stay>,
  idle: number,
  now: DateTime.Utc
): AttendedSession => {
  const exits = stays.map(({ exit }) => exit)
  const lasted = Math.max(...stays.map(({ join }) => join), ...exits.filter(Number.isFinite))
  const start = DateTime.toEpochMillis(now) - idle - lasted
  const timeOf = (exit: number) => (Number.isFinite(exit) ? Option.some(toTime(start + exit)) : Option.none())
  return {
    session: { sessionId, startTime: toTime(start), endTime: timeOf(Math.max(...exits)) },
    participants: stays.map(({ exit, join, metadata, peerId }) => ({
      peerId,
      joinTime: toTime(start + join),
      exitTime: timeOf(exit),
      metadata
    }))
  }
}

/**
 * A session and who took part in it: one to four stays of each peer, one after the other. Nobody joins before the session
 * begins, leaves before joining or stays when it is over; as long as it runs, at least one stay has no exit time.
 */
export const attendedSession = ({ now = defaultNow }: TimeOptions = {}): Arbitrary.Arbitrary<AttendedSession> =>
  Arbitrary.map(
    Arbitrary.all({ sessionId, idle: duration, isRunning: boolean, peers: Arbitrary.array(peer, { minLength: 1 }) }),
    ({ idle, isRunning, peers, sessionId }) => {
      const stays = ownIds(peers).flatMap((peer) => staysOf(peer, isRunning))
      return toAttendedSession(sessionId, withoutGaps(stays), idle, now)
    }
  )

/** The participants of an `attendedSession`. */
export const participants = (options: TimeOptions = {}): Arbitrary.Arbitrary<Participants> =>
  Arbitrary.map(attendedSession(options), ({ participants }) => ({ participants }))

const liveParticipant = (now: DateTime.Utc): Arbitrary.Arbitrary<LiveParticipant> =>
  Arbitrary.map(
    Arbitrary.all({ peerId, joinTime: optional(millisUntil(now)), metadata: optional(peerMetadata) }),
    ({ joinTime, metadata, peerId }) => ({ peerId, joinTime: Option.map(joinTime, toTime), metadata })
  )

/** Who is in a room now: at least one peer, each only once, some without a known time of joining. */
export const liveParticipants = ({ now = defaultNow }: TimeOptions = {}): Arbitrary.Arbitrary<LiveParticipants> =>
  Arbitrary.map(Arbitrary.array(liveParticipant(now), { minLength: 1 }), (present) => {
    const participants = ownIds(present)
    return { count: participants.length, participants }
  })
