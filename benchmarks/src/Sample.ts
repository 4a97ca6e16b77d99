/** The cost of one run of one contender, and statistics over many. */

export interface Sample {
  /** The number of requests, rows or repetitions. */
  readonly count: number
  readonly wallMillis: number
  readonly cpuMillis: number
  /** The peak resident memory of the process. */
  readonly peakMegabytes: number
  /** The requests that reached the server, if it counts them. */
  readonly requests?: number
}

/** Returns the middle value, or the mean of the two in the middle. `NaN` for no values. */
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
