/**
 * What has happened before a law looks: every row can be told from every other one.
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

/** `length` numbers from 0 on. */
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
 * Rooms with so many sessions each, an hour apart and half an hour long, and for each room its id and when its sessions
 * began, newest first.
 */
export const seedSessions = Effect.fnUntraced(function* (
  world: World["Service"],
  counts: ReadonlyArray<number>,
  apiKey?: Redacted.Redacted<string>
) {
  const now = yield* Clock.currentTimeMillis
  // No session begins when another one does, whatever room it is in.
  const startTimes = counts.map((count, index) => numbers(count).map((number) => now - (number + 1) * hour - index))
  const roomIds = yield* world.seed(
    make(
      ...counts.map((_, index) => {
        // Before all sessions, and in the order in which they were asked for.
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

/** A room of one session with so many recordings, of the sizes 1, 2, 3, … in the order in which they were made. */
export const seedRecordings = (
  world: World["Service"],
  count: number,
  apiKey?: Redacted.Redacted<string>
): Effect.Effect<ReadonlyArray<RoomId>, unknown> =>
  world.seed(
    make(room("Recorded").session({ participants: ["Ada"], recordings: numbers(count).map((index) => index + 1) })),
    apiKey
  )

/** What has happened before a law that does not make its own data: something of everything. */
export const seedAny = Effect.fnUntraced(function* (world: World["Service"]) {
  yield* world.seed(yield* office({ rooms: 12, sessions: 40, days: 7, live: 2, people: 6 }))
  const recorded = (title: string, ago: number, count: number) =>
    room(title).session({ ago, participants: ["Ada"], recordings: numbers(count) })
  // In whichever order rooms are listed, one of the first was recorded.
  yield* world.seed(make(recorded("First", 2_000 * hour, 7), recorded("Last", hour, 25)))
})
