/**
 * Sessions of a room of a generated office: when they are, and who comes to them.
 */

import type { SeededRandom } from "../world/SeededRandom.ts"
import { oneIn, pick } from "./draws.ts"
import { isBeforeWeekend, midnightOf, slotTime, workdayOf } from "./officeHours.ts"
import type { Person } from "./people.ts"
import type { SessionScenario, StayScenario } from "./schema.ts"
import { day, hour, minute } from "./times.ts"

const second = 1000

/** Those who meet in a room. Teams have people in common. */
export interface Team {
  readonly size: number
  /** A member of the team if the number is less than the team's size, otherwise a neighbour. */
  readonly person: (number: number) => Person
  readonly people: number
}

/**
 * When sessions begin: `count` of the slots from `first` to `end`, one in each of as many equal parts. A few are moved to
 * the evening or the weekend, where none of the others is in between.
 */
export const startTimes = (random: SeededRandom, first: number, end: number, count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, index) => {
    const from = first + Math.floor((index * (end - first)) / count)
    const to = first + Math.floor(((index + 1) * (end - first)) / count)
    const slot = from + random.below(to - from)
    const late = random.below(9) * 15 * second
    const isLastOfDay = workdayOf(to) > workdayOf(slot)
    if (!isLastOfDay || !oneIn(random, 20)) return slotTime(slot) + late
    const midnight = midnightOf(slot)
    return isBeforeWeekend(slot) && oneIn(random, 2)
      ? midnight + day + 8 * hour + random.below(36 * 60) * minute + late
      : midnight + 18 * hour + 30 * minute + random.below(4 * 60) * minute + late
  })

const lengths = [15, 15, 15, 30, 30, 30, 30, 60, 60, 60] as const

/** A quarter, half or whole hour, give or take a tenth, but less than what is `available`. In milliseconds. */
export const drawLength = (random: SeededRandom, available: number): number => {
  const planned = pick(random, lengths) * minute
  const seconds = Math.floor((planned * (0.9 + 0.2 * random.next())) / second)
  return Math.min(seconds * second, available - 30 * second)
}

/** Adds a stay of somebody who is not the host; or two, where the connection was lost. */
const visit = (
  random: SeededRandom,
  { metadata, peerId }: Person,
  length: number,
  stays: Array<StayScenario>
): void => {
  const latest = Math.min((oneIn(random, 4) ? 10 : 1) * minute, length / 2)
  const joinedAfter = random.below(latest / second) * second
  const left = length - joinedAfter - random.below(20) * second
  if (oneIn(random, 6)) {
    const early = Math.floor((left * (0.3 + 0.6 * random.next())) / second) * second
    stays.push({ peerId, metadata, joinedAfter, stayed: early })
  } else if (oneIn(random, 25)) {
    const gone = Math.floor(left / 3 / second) * second
    const back = gone + (30 + random.below(90)) * second
    stays.push(
      { peerId, metadata, joinedAfter, stayed: gone },
      { peerId, metadata, joinedAfter: joinedAfter + back, stayed: left - back }
    )
  } else stays.push({ peerId, metadata, joinedAfter, stayed: left })
}

/** Draws the participants, the host first: usually a few of the team, sometimes a crowd. */
const attendance = (random: SeededRandom, { people, person, size }: Team, least: number): ReadonlyArray<Person> => {
  const count = oneIn(random, 100)
    ? size + 10 + random.below(30)
    : Math.max(least, 1 + Math.min(random.below(size), random.below(size)))
  const host = random.below(size)
  const present: Array<Person> = []
  for (let index = 0; index < Math.min(count, people); index++) {
    present.push(person(index < size ? (host + index) % size : index))
  }
  return present
}

/** A session that is over. */
export const pastSession = (random: SeededRandom, team: Team, startedAt: number, length: number): SessionScenario => {
  const stays: Array<StayScenario> = []
  for (const person of attendance(random, team, 1)) {
    const { metadata, peerId } = person
    if (stays.length === 0) stays.push({ peerId, metadata, joinedAfter: 0, stayed: length })
    else visit(random, person, length, stays)
  }
  // Two to four megabits a second.
  const recordings = oneIn(random, 10) ? [(length / second) * (250_000 + random.below(250_000))] : []
  return { startedAt, stays, recordings }
}

/** A session that still runs after `elapsed` milliseconds: its first two are there, others may have left again. */
export const liveSession = (random: SeededRandom, team: Team, startedAt: number, elapsed: number): SessionScenario => ({
  startedAt,
  stays: attendance(random, team, 2).map((person, index): StayScenario => {
    if (index === 0) return person
    const joinedAfter = random.below(elapsed / second) * second
    if (index === 1 || !oneIn(random, 5)) return { ...person, joinedAfter }
    return { ...person, joinedAfter, stayed: random.below((elapsed - joinedAfter) / second) * second }
  })
})
