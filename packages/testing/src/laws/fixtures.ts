/**
 * The past of a world for the laws: every row differs from every other one.
 */
import type { RoomId } from "@effect-rooms/core/Identifier"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { Quirks } from "../Quirks.ts"
import { make, office, room } from "../Scenario.ts"
import type { World } from "../World.ts"

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute

/** The moment at which a law begins: a Monday at noon. */
export const start = 1_772_452_800_000

/** Returns `length` numbers, starting with 0. */
export const numbers = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, index) => index)

/** Rooms that were created one second after the other up to now, and their ids in the order of the service's list. */
export const seedRooms = (
  { quirks, world }: { readonly quirks: Quirks; readonly world: World["Service"] },
  count: number,
  apiKey?: Redacted.Redacted<string>
): Effect.Effect<ReadonlyArray<RoomId>, unknown> =>
  Effect.map(
    world.seed({ rooms: numbers(count).map((index) => ({ createdAgo: (count - index) * second })) }, apiKey),
    (oldestFirst) => inListOrder(quirks, oldestFirst)
  )

export const inListOrder = <A>({ roomsOrder }: Quirks, oldestFirst: ReadonlyArray<A>): ReadonlyArray<A> =>
  roomsOrder === "newestFirst" ? oldestFirst.toReversed() : oldestFirst

/**
 * Seeds rooms with this many sessions each, an hour apart and half an hour long. Returns the id of each room and the start times of
 * its sessions, newest first.
 */
export const seedSessions = Effect.fnUntraced(function* (
  world: World["Service"],
  counts: ReadonlyArray<number>,
  apiKey?: Redacted.Redacted<string>
) {
  const now = yield* Clock.currentTimeMillis
  // No two sessions begin at the same time, not even in different rooms.
  const startTimes = counts.map((count, index) => numbers(count).map((number) => now - (number + 1) * hour - index))
  const roomIds = yield* world.seed(
    make(
      ...counts.map((_, index) => {
        // Before all sessions, in the given order.
        const createdAgo = (Math.max(...counts) + 1 + counts.length - index) * hour
        return (startTimes[index] ?? []).reduceRight(
          (builder, at) => builder.session({ at, participants: [`Ada ${index}`, `Grace ${index}`] }),
          room(`Room ${index}`, { createdAgo })
        )
      })
    ),
    apiKey
  )
  return roomIds.map((roomId, index) => ({ roomId, startTimes: startTimes[index] ?? [] }))
})

/** Seeds a room with one session and this many recordings, of sizes 1, 2, 3, … in the order in which they were made. */
export const seedRecordings = (
  world: World["Service"],
  count: number,
  apiKey?: Redacted.Redacted<string>
): Effect.Effect<ReadonlyArray<RoomId>, unknown> =>
  world.seed(
    make(room("Recorded").session({ participants: ["Ada"], recordings: numbers(count).map((index) => index + 1) })),
    apiKey
  )

/** The past for a law that does not make its own data: some of everything. */
export const seedAny = Effect.fnUntraced(function* (world: World["Service"]) {
  yield* world.seed(yield* office({ rooms: 12, sessions: 40, days: 7, live: 2, people: 6 }))
  const recorded = (title: string, ago: number, count: number) =>
    room(title).session({ ago, participants: ["Ada"], recordings: numbers(count) })
  // In whichever order rooms are listed, one of the first was recorded.
  yield* world.seed(make(recorded("First", 2_000 * hour, 7), recorded("Last", hour, 25)))
})
