/**
 * Rows as CSV: RFC 4180, but with `\n` line ends, which `cut` and `read` need. Cells contain the service's values: text as it is,
 * objects as JSON, and nothing for `null`.
 *
 * A cell that a spreadsheet may run as a formula isn't changed, because reading it back must give the stored value. Instead,
 * `onFormula` is called for the first one.
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
  /** Whether it goes to a terminal, so that cells must be harmless. */
  readonly isTerminal: boolean
  /** Called once, with the path of the first cell that a spreadsheet may take for a formula. */
  readonly onFormula: (path: string) => void
}

// The last four are their full-width forms on East Asian keyboards.
const formula = /^[=+\-@\t\r＝＋－＠]/

/** Encodes rows as CSV text, as they arrive. */
export const csvText = <E, R>(
  rows: Stream.Stream<unknown, E, R>,
  { header, isTerminal, onFormula, paths }: CsvOptions
): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    let hasFormula = false
    const shown = (text: string) => (isTerminal ? printable(text) : text)
    const cell = (row: unknown, path: string) => {
      const value = valueAt(row, path)
      if (!hasFormula && Predicate.isString(value) && formula.test(value)) {
        // mutant: remove `hasFormula = true` (test/output/csv.test.ts)
        hasFormula = true
        onFormula(path)
      }
      return shown(valueText(value))
    }
    const record = (row: unknown): ReadonlyArray<string> => paths.map((path) => cell(row, path))
    // Before the first rows, or at the end of an empty list. If reading the rows fails, nothing is written.
    let hasHeader = !header
    const withHeader = (records: Arr.NonEmptyReadonlyArray<ReadonlyArray<string>>) => {
      if (hasHeader) return records
      // mutant: remove `hasHeader = true` (test/output/csv.test.ts)
      hasHeader = true
      return Arr.prepend(records, paths.map(shown))
    }
    return Stream.mapArray(rows, (chunk) => withHeader(Arr.map(chunk, record))).pipe(
      Stream.concat(Stream.suspend(() => (hasHeader ? Stream.empty : Stream.succeed(paths.map(shown))))),
      Stream.pipeThroughChannel(Csv.encodeString<E>({ newline: "\n" })),
      Stream.mapArray((lines) => [lines.join("")])
    )
  })
