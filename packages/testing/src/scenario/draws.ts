/**
 * Random draws for generated scenarios.
 */
import { SeededRandom } from "../world/SeededRandom.ts"

/** The random numbers of one room, which do not depend on those of the rooms before it. */
export const roomRandom = (seed: readonly [number, number], room: number): SeededRandom => {
  const random = new SeededRandom([...seed, room, 1])
  // Sequences of states that lie close together differ only after some rounds.
  for (let round = 0; round < 12; round++) random.next()
  return random
}

/** Returns true once in this many times, on average. */
export const oneIn = (random: SeededRandom, times: number): boolean => random.below(times) === 0

export const pick = <A>(random: SeededRandom, list: readonly [A, ...ReadonlyArray<A>]): A =>
  list[random.below(list.length)] ?? list[0]
