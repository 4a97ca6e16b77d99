/** A group of measurements, and what it gives: tables of numbers, and the targets that it speaks of. */
import type { Scale } from "./Scale.ts"

/** A number is shown to three digits; not a number was not measured. */
export type Cell = string | number

export interface Table {
  readonly title: string
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
}

/** One row of the targets, and what was reached. */
export interface Target {
  readonly what: string
  readonly bound: "at least" | "at most"
  readonly target: number
  /** Not a number where it was not measured. */
  readonly reached: number
}

export interface CaseResult {
  readonly tables: ReadonlyArray<Table>
  readonly targets: ReadonlyArray<Target>
  /** What went wrong: a contender that could not be measured. */
  readonly failures: ReadonlyArray<string>
}

export interface Case {
  readonly title: string
  /** What is measured and how, and what is not: a sentence or two each, for the report. */
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

/** The failures of some rounds, as a result has them. */
export const failuresOf = (title: string, failures: ReadonlyMap<string, string>): ReadonlyArray<string> =>
  Array.from(failures, ([name, reason]) => `${title}, ${name}: ${reason}`)
