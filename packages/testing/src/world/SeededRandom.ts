/**
 * Random numbers from a seed, with a state that can be saved. Effect's `Random` has seeds, but a snapshot of the world also needs
 * the state. The generator is sfc32, by Chris Doty-Humphrey (PractRand).
 */
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

/** Four 32 bit integers. */
export type RandomState = readonly [number, number, number, number]

export class SeededRandom {
  #a: number
  #b: number
  #c: number
  #counter: number

  constructor([a, b, c, counter]: RandomState) {
    this.#a = a
    this.#b = b
    this.#c = c
    this.#counter = counter
  }

  get state(): RandomState {
    return [this.#a, this.#b, this.#c, this.#counter]
  }

  /** Returns a number from 0 up to but not including 1. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }

  /** Returns an integer from 0 up to but not including `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }
}

const word = Random.nextIntBetween(-(2 ** 31), 2 ** 31)

/** Returns a generator whose numbers depend on the seed only, not on the program's random numbers. */
export const makeSeededRandom = (seed: string | number): Effect.Effect<SeededRandom> =>
  Random.withSeed(
    Effect.map(Effect.all([word, word, word, word]), (state) => new SeededRandom(state)),
    seed
  )
