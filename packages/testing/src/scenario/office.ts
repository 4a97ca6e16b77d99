/**
 * The rooms of a generated office, made one at a time.
 */
import * as Iterable from "effect/Iterable"
import type { SeededRandom } from "../world/SeededRandom.ts"
import { oneIn, pick, roomRandom } from "./draws.ts"
import { heavyTail } from "./heavyTail.ts"
import { firstSlotFrom, slotsPerDay, slotTime } from "./officeHours.ts"
import { drawLength, liveSession, pastSession, startTimes, type Team } from "./officeSession.ts"
import { makePeople } from "./people.ts"
import type { RoomScenario, SessionScenario } from "./schema.ts"
import { day, minute } from "./times.ts"

export interface Office {
  readonly rooms: number
  readonly sessions: number
  readonly days: number
  readonly live: number
  readonly people: number
}

const subjects = [
  "Stand-up",
  "Design review",
  "Réunion d’équipe",
  "Планёрка",
  "定例会議",
  "周会",
  "주간 회의",
  "اجتماع الفريق",
  "साप्ताहिक बैठक",
  "Εβδομαδιαία σύσκεψη",
  "One-on-one",
  "Customer call",
  "Interview",
  "🚀 Launch",
  "Rückblick"
] as const

const roomTypes = ["audio", "video", "webinar"] as const

const metadataOf = (random: SeededRandom, index: number): NonNullable<RoomScenario["metadata"]> => {
  const number = index + 1
  return {
    title: `${pick(random, subjects)} ${number}`,
    hostWallets: [`0x${number.toString(16).padStart(4, "0")}`],
    ...(oneIn(random, 3) ? { roomType: pick(random, roomTypes) } : {}),
    ...(oneIn(random, 4) ? { meetingLink: `https://meet.invalid/${number}` } : {})
  }
}

/**
 * All rooms, oldest first. Past sessions are a matter of the seed and of the day of `now`, so that they stay what they
 * are while that day goes on.
 */
export const officeRooms = (office: Office, seeded: SeededRandom, now: number): Iterable<RoomScenario> => {
  const { live, people, rooms } = office
  const seed = [seeded.below(2 ** 32), seeded.below(2 ** 32)] as const
  const midnight = Math.floor(now / day) * day
  const begin = firstSlotFrom(midnight - office.days * day)
  const today = firstSlotFrom(midnight)
  const end = firstSlotFrom(midnight + day)
  const person = makePeople()

  // Rooms are created over the first two thirds of the time, so that each has days to be used. Each room has its own part
  // of that time, and is created early in it if the parts are longer than a day.
  const part = ((today - begin) * 2) / 3 / rooms
  const latest = Math.min(part, slotsPerDay)
  const firstUse = (index: number) => Math.floor(begin + index * part + latest) + 1
  const counts = heavyTail(rooms, Math.max(0, office.sessions - live), (index) => end - firstUse(index), seeded)

  const drawTeam = (random: SeededRandom): Team => {
    const first = random.below(people)
    return {
      size: Math.min(people, 3 + random.below(8)),
      people,
      person: (number) => person((first + number) % people)
    }
  }

  const room = (index: number): RoomScenario => {
    const random = roomRandom(seed, index)
    const isLive = index >= rooms - live
    const createdAt = slotTime(begin + index * part + random.next() * latest)
    const metadata = metadataOf(random, index)
    const team = drawTeam(random)
    const livestreams = index % 12 === 0 ? 1 + random.below(3) : 0
    const liveFor = (1 + random.below(30)) * minute
    const free = isLive ? now - liveFor : now

    const sessions: Array<SessionScenario> = []
    const starts = startTimes(random, firstUse(index), end, counts[index] ?? 0)
    for (const [position, start] of starts.entries()) {
      const length = drawLength(random, (starts[position + 1] ?? Infinity) - start)
      if (start + length > free) break
      sessions.push(pastSession(random, team, start, length))
    }
    if (isLive) sessions.push(liveSession(random, team, free, liveFor))
    return {
      createdAt,
      metadata,
      locked: !isLive && index % 9 === 8,
      sessions,
      livestreams
    }
  }

  return rooms === 0 ? [] : Iterable.makeBy(room, { length: rooms })
}
