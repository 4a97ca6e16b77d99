/**
 * How often each of many things happens, when a few of them happen most of the time (Zipf's law: the second one half as
 * often as the first, the third a third as often, …) and some never.
 */
import type { SeededRandom } from "../world/SeededRandom.ts"

/** The numbers from 1 to `length` in random order. */
const shuffledRanks = (length: number, random: SeededRandom): Uint32Array => {
  const ranks = Uint32Array.from({ length }, (_, index) => index + 1)
  for (let last = length - 1; last > 0; last--) {
    const other = random.below(last + 1)
    const rank = ranks[last] ?? 0
    ranks[last] = ranks[other] ?? 0
    ranks[other] = rank
  }
  return ranks
}

/**
 * Shares out `total` among `length` things, of which a quarter gets nothing, each at most its capacity. As many as fit,
 * where the capacities are less than `total`.
 */
export const heavyTail = (
  length: number,
  total: number,
  capacity: (index: number) => number,
  random: SeededRandom
): Uint32Array => {
  const ranks = shuffledRanks(length, random)
  const used = Math.min(Math.ceil((length * 3) / 4), total)
  const capacities = Uint32Array.from({ length }, (_, index) => capacity(index))
  const share = (index: number, first: number): number => {
    const rank = ranks[index] ?? 0
    return rank > used ? 0 : Math.min(capacities[index] ?? 0, Math.max(1, Math.floor(first / rank)))
  }
  const sum = (first: number) => {
    let sum = 0
    for (let index = 0; index < length; index++) sum += share(index, first)
    return sum
  }
  // The share of the first one that makes the sum what is wanted, found by halving.
  let [low, high] = [0, 1]
  const most = sum(Infinity)
  while (sum(high) < Math.min(total, most)) high *= 2
  for (let round = 0; round < 40 && high - low > 0.001; round++) {
    const middle = (low + high) / 2
    if (sum(middle) < total) low = middle
    else high = middle
  }
  return Uint32Array.from({ length }, (_, index) => share(index, high))
}
