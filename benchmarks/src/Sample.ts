/** What one run of one contender cost, and numbers made from many of them. */

export interface Sample {
  /** How much was done: requests, rows or repetitions. */
  readonly count: number
  readonly wallMillis: number
  readonly cpuMillis: number
  /** The most memory that the process ever had resident. */
  readonly peakMegabytes: number
  /** Requests that reached the server, where it counted them. */
  readonly requests?: number
}

/** The middle one; of an even number, the mean of the two in the middle. Not a number where there are none. */
export const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN
  return (lower + upper) / 2
}

export const perSecond = ({ count, wallMillis }: Sample): number => (count * 1_000) / wallMillis
export const cpuMicros = ({ count, cpuMillis }: Sample): number => (cpuMillis * 1_000) / count
export const wallMillis = ({ wallMillis }: Sample): number => wallMillis
export const peakMegabytes = ({ peakMegabytes }: Sample): number => peakMegabytes
