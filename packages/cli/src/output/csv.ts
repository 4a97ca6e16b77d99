/**
 * Rows as CSV: RFC 4180, but with lines that end as everything else in a pipe does, so that `cut` and `read` leave no `\r`
 * behind. Cells hold the service's values: text as it is, objects as JSON, and nothing for `null`.
 *
 * A cell is never changed to keep a spreadsheet from taking it for a formula: what is read back must be what was stored.
 * The first such cell is told to `onFormula` instead.
 *
 * @module
 */
import * as Arr from "effect/Array"
import * as Csv from "effect/encoding/Csv"
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"
import { valueText } from "./cells.ts"
import { printable } from "./printable.ts"
import { valueAt } from "./selectFields.ts"

export interface CsvOptions {
  /** The columns, by their paths in a row. */
  readonly paths: ReadonlyArray<string>
  readonly header: boolean
  /** Whether it is shown on a terminal, to which a cell must do no harm. */
  readonly isTerminal: boolean
  /** Called once, with the path of the first cell that a spreadsheet may take for a formula. */
  readonly onFormula: (path: string) => void
}

// The second four are what keyboards of East Asia type for the first.
const formula = /^[=+\-@\t\r＝＋－＠]/

/** The text of a CSV file, as its rows arrive. */
export const csvText = <E, R>(
  rows: Stream.Stream<unknown, E, R>,
  { header, isTerminal, onFormula, paths }: CsvOptions
): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    let isToldOf = false
    const shown = (text: string) => (isTerminal ? printable(text) : text)
    const cell = (row: unknown, path: string) => {
      const value = valueAt(row, path)
      if (!isToldOf && Predicate.isString(value) && formula.test(value)) {
        // mutant: remove `isToldOf = true` (test/output/csv.test.ts)
        isToldOf = true
        onFormula(path)
      }
      return shown(valueText(value))
    }
    const record = (row: unknown): ReadonlyArray<string> => paths.map((path) => cell(row, path))
    // With the first rows, or at the end of none: nothing is written of rows that cannot be had.
    let hasHeader = !header
    const behindHeader = (records: Arr.NonEmptyReadonlyArray<ReadonlyArray<string>>) => {
      if (hasHeader) return records
      // mutant: remove `hasHeader = true` (test/output/csv.test.ts)
      hasHeader = true
      return Arr.prepend(records, paths.map(shown))
    }
    return Stream.mapArray(rows, (chunk) => behindHeader(Arr.map(chunk, record))).pipe(
      Stream.concat(Stream.suspend(() => (hasHeader ? Stream.empty : Stream.succeed(paths.map(shown))))),
      Stream.pipeThroughChannel(Csv.encodeString<E>({ newline: "\n" })),
      Stream.mapArray((lines) => [lines.join("")])
    )
  })
