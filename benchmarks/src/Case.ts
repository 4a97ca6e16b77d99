/** A group of measurements, which gives tables of numbers and the results of targets. */
import type { Scale } from "./Scale.ts"

/** Numbers are shown with three digits. `NaN` means that the value wasn't measured. */
export type Cell = string | number

export interface Table {
  readonly title: string
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
}

/** A target and its result. */
export interface Target {
  readonly what: string
  readonly bound: "at least" | "at most"
  readonly target: number
  /** `NaN` if it wasn't measured. */
  readonly reached: number
}

export interface CaseResult {
  readonly tables: ReadonlyArray<Table>
  readonly targets: ReadonlyArray<Target>
  /** Contenders that couldn't be measured, and why. */
  readonly failures: ReadonlyArray<string>
}

export interface Case {
  readonly title: string
  /** For the report: what the group measures and how, and what it leaves out, in a sentence or two each. */
  readonly measured: string
  readonly notMeasured: string
  readonly run: (scale: Scale) => Promise<CaseResult>
}

export const atLeast = (target: number, what: string, reached: number): Target => ({
  what,
  bound: "at least",
  target,
  reached
})

export const atMost = (target: number, what: string, reached: number): Target => ({
  what,
  bound: "at most",
  target,
  reached
})

export const isMet = ({ bound, reached, target }: Target): boolean =>
  bound === "at least" ? reached >= target : reached <= target

/** Returns the failures of some rounds as text. */
export const failuresOf = (title: string, failures: ReadonlyMap<string, string>): ReadonlyArray<string> =>
  Array.from(failures, ([name, reason]) => `${title}, ${name}: ${reason}`)
