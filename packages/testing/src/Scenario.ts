/**
 * What has happened in a world before a program meets it.
 *
 * Times are written as how long ago they were, so that a scenario fits any clock.
 *
 * @module
 */
import type { Metadata } from "@effect-rooms/core/Metadata"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { Engine, TenantState } from "./internal/engine.ts"

/** A peer's stay in a session. */
export interface StayScenario {
  readonly metadata?: Metadata
  /** After the start of the session. Default: at its start. */
  readonly joinedAfter?: Duration.Input
  /** How long the peer stayed. Default: it is still there. */
  readonly stayed?: Duration.Input
}

/** One use of a room. It runs until the last peer has left. */
export interface SessionScenario {
  readonly startedAgo: Duration.Input
  /** At least one, and the first one joins at the start. */
  readonly stays: readonly [StayScenario, ...Array<StayScenario>]
  /** The sizes of its recordings. */
  readonly recordings?: ReadonlyArray<number>
}

export interface RoomScenario {
  readonly createdAgo: Duration.Input
  readonly metadata?: { readonly [key: string]: string | ReadonlyArray<string> }
  readonly locked?: boolean
  /** Oldest first, and not overlapping. */
  readonly sessions?: ReadonlyArray<SessionScenario>
  readonly livestreams?: number
}

/** Rooms, oldest first. */
export interface Scenario {
  readonly rooms: ReadonlyArray<RoomScenario>
}

const millis = (input: Duration.Input) => Duration.toMillis(input)

/** Makes the scenario happen, up to `now`. */
export const seedEngine = (engine: Engine, tenant: TenantState, scenario: Scenario, now: number): void => {
  for (const plan of scenario.rooms) {
    const createdAt = now - millis(plan.createdAgo)
    const { roomId } = engine.createRoom(
      tenant,
      { roomLocked: false, ...(plan.metadata === undefined ? {} : { metadata: plan.metadata }) },
      createdAt
    )
    for (const session of plan.sessions ?? []) seedSession(engine, roomId, session, now)
    for (let i = 0; i < (plan.livestreams ?? 0); i++) engine.livestream(roomId)
    if (plan.locked === true) engine.lock(roomId, true)
  }
}

const seedSession = (
  engine: Engine,
  roomId: Parameters<Engine["join"]>[0],
  plan: SessionScenario,
  now: number
): void => {
  const start = now - millis(plan.startedAgo)
  const moves = plan.stays
    .flatMap((stay, index) => {
      const joinedAt = index === 0 ? start : start + millis(stay.joinedAfter ?? 0)
      const join = { at: joinedAt, index, leaves: false, metadata: stay.metadata }
      return stay.stayed === undefined ? [join] : [join, { ...join, at: joinedAt + millis(stay.stayed), leaves: true }]
    })
    .filter(({ at }) => at <= now)
  // Joins and leaves in the order in which they happened; at the same moment, joins first.
  moves.sort((a, b) => a.at - b.at || Number(a.leaves) - Number(b.leaves) || a.index - b.index)
  const joined = new Map<number, Extract<ReturnType<Engine["join"]>, { readonly _tag: "Success" }>["success"]>()
  for (const { at, index, leaves, metadata } of moves) {
    if (leaves) {
      const peer = joined.get(index)
      if (peer !== undefined) engine.leave(roomId, peer.peerId, at)
      continue
    }
    const result = engine.join(roomId, { metadata }, at)
    if (result._tag === "Success") joined.set(index, result.success)
  }
  const sessionId = joined.get(0)?.sessionId
  if (sessionId !== undefined) for (const size of plan.recordings ?? []) engine.record(sessionId, size)
}

const names = [
  "Ada",
  "Barbara",
  "Claude",
  "Dennis",
  "Edsger",
  "Frances",
  "Grace",
  "Hedy",
  "Ivan",
  "Jean",
  "Ken",
  "Leslie"
]
const subjects = [
  "Stand-up",
  "Design review",
  "Retrospective",
  "Planning",
  "One-on-one",
  "Customer call",
  "Interview",
  "All hands"
]

const minute = 60_000
const day = 24 * 60 * minute

/** How large a generated office is. */
export interface OfficeOptions {
  /** Default: 40. */
  readonly rooms?: number
  /** How many rooms have somebody in them now. Default: 2, or as many as there are rooms. */
  readonly live?: number
  /** The same seed gives the same office. Default: 1. */
  readonly seed?: string | number
}

/**
 * The rooms of an office over the last 90 days: a quarter was never used, most have a few sessions, one in ten has more
 * than a hundred, and the newest ones are in use now.
 */
export const office = ({ live = 2, rooms = 40, seed = 1 }: OfficeOptions = {}): Effect.Effect<Scenario> =>
  Effect.map(Random.withSeed(Random.Random, seed), (random): Scenario => {
    const below = (limit: number) => Math.floor(random.nextDoubleUnsafe() * limit)
    const pick = (list: ReadonlyArray<string>) => list[below(list.length)] as string

    const stay = (index: number, length: number): StayScenario => ({
      metadata: { displayName: pick(names) },
      joinedAfter: index === 0 ? 0 : below(5 * minute),
      stayed: index === 0 ? length : Math.max(minute, length - below(10 * minute))
    })

    const session = (startedAgo: number): SessionScenario => {
      const length = (5 + below(55)) * minute
      const others = Array.from({ length: below(5) }, (_, index) => stay(index + 1, length))
      return {
        startedAgo,
        stays: [stay(0, length), ...others],
        recordings: below(10) === 0 ? [1_000_000 + below(500_000_000)] : []
      }
    }

    const sessionCount = (index: number) => {
      if (index % 4 === 1) return 0
      return index % 10 === 0 ? 101 + below(150) : 1 + below(12)
    }

    const room = (index: number): RoomScenario => {
      const isLive = index >= rooms - live
      const createdAgo = 90 * day - Math.floor((index / rooms) * 60 * day)
      const count = sessionCount(index)
      const gap = Math.floor((createdAgo - day) / (count + 1))
      const past = Array.from({ length: count }, (_, n) => session(createdAgo - (n + 1) * gap))
      const now: SessionScenario = {
        startedAgo: (1 + below(30)) * minute,
        stays: [{ metadata: { displayName: pick(names) } }, { metadata: { displayName: pick(names) } }]
      }
      return {
        createdAgo,
        metadata: {
          title: `${pick(subjects)} ${index + 1}`,
          hostWallets: [`0x${(index + 1).toString(16).padStart(4, "0")}`]
        },
        locked: !isLive && index % 9 === 8,
        sessions: isLive ? [...past, now] : past,
        livestreams: index % 12 === 0 ? 1 : 0
      }
    }

    return { rooms: Array.from({ length: rooms }, (_, index) => room(index)) }
  })
