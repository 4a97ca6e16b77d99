/**
 * Runs contenders in turn, A B C A B C, so that a disturbance on the machine affects all of them. A ratio compares two runs of the
 * same round, which are close together, and the median over the rounds counts.
 */
import { median, type Sample } from "./Sample.ts"

export interface Contender {
  readonly name: string
  readonly run: () => Promise<Sample>
}

export type Quantity = (sample: Sample) => number

/** The samples of all rounds. A contender that failed has no samples. */
export class Rounds {
  readonly names: ReadonlyArray<string>
  readonly failures: ReadonlyMap<string, string>
  readonly #samples: ReadonlyMap<string, ReadonlyArray<Sample>>

  constructor(
    names: ReadonlyArray<string>,
    samples: ReadonlyMap<string, ReadonlyArray<Sample>>,
    failures: ReadonlyMap<string, string>
  ) {
    this.names = names
    this.failures = failures
    this.#samples = samples
  }

  samples(name: string): ReadonlyArray<Sample> {
    return this.failures.has(name) ? [] : (this.#samples.get(name) ?? [])
  }

  median(name: string, quantity: Quantity): number {
    return median(this.samples(name).map(quantity))
  }

  /** Returns the quantity of `name` divided by that of `base`. */
  ratio(name: string, base: string, quantity: Quantity): number {
    const bases = this.samples(base)
    return median(
      this.samples(name).flatMap((sample, round) => {
        const other = bases[round]
        return other === undefined ? [] : [quantity(sample) / quantity(other)]
      })
    )
  }
}

/** Runs every contender once per round. One that fails is left out from then on, and its failure is recorded. */
export const interleaved = async (contenders: ReadonlyArray<Contender>, rounds: number): Promise<Rounds> => {
  const samples = new Map<string, Array<Sample>>(contenders.map(({ name }) => [name, []]))
  const failures = new Map<string, string>()
  for (let round = 0; round < rounds; round++) {
    for (const { name, run } of contenders) {
      if (failures.has(name)) continue
      try {
        samples.get(name)?.push(await run())
      } catch (error) {
        failures.set(name, error instanceof Error ? error.message : String(error))
      }
    }
  }
  return new Rounds(
    contenders.map(({ name }) => name),
    samples,
    failures
  )
}
