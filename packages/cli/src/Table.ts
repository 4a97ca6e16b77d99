/**
 * Tables for people.
 *
 * @module
 */
import * as CliOutput from "effect/cli/CliOutput"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"

/** One column: its header, and the text of its cell in a row. */
export interface Column<Row> {
  readonly header: string
  readonly cell: (row: Row) => string
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/g

/** Text of somebody else, such as a title: it must not move the cursor or change the colours of this terminal. */
export const printable = (text: string): string => text.replace(controlCharacters, "\ufffd")

const cellText = <Row>(column: Column<Row>, row: Row) => printable(column.cell(row))

const pad = (text: string, width: number) => text + " ".repeat(Math.max(0, width - CliOutput.displayWidth(text)))

const line = (cells: ReadonlyArray<string>, widths: ReadonlyArray<number>) =>
  `${cells
    .map((cell, index) => pad(cell, widths[index] ?? 0))
    .join("  ")
    .trimEnd()}\n`

/**
 * The lines of a table, as its rows arrive. The first rows decide how wide a column is; a wider cell further down moves
 * what is to the right of it, in its own line only.
 */
export const tableLines = <Row, E, R>(
  rows: Stream.Stream<Row, E, R>,
  columns: ReadonlyArray<Column<Row>>
): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    const headers = columns.map(({ header }) => header)
    let widths: ReadonlyArray<number> | undefined
    const render = (chunk: ReadonlyArray<Row>) => {
      const cells = chunk.map((row) => columns.map((column) => cellText(column, row)))
      let text = ""
      if (widths === undefined) {
        widths = headers.map((header, index) =>
          cells.reduce((widest, row) => Math.max(widest, CliOutput.displayWidth(row[index] ?? "")), header.length)
        )
        text = line(headers, widths)
      }
      for (const row of cells) text += line(row, widths)
      return text
    }
    return Stream.mapArray(rows, (chunk) => [render(chunk)]).pipe(
      Stream.concat(Stream.suspend(() => (widths === undefined ? Stream.make(render([])) : Stream.empty)))
    )
  })

/** One answer, a line for each of its fields. */
export const verticalTable = <Answer>(answer: Answer, columns: ReadonlyArray<Column<Answer>>): string => {
  // The keys of metadata are headers too, and as much somebody else's as its values.
  const rows = columns.map((column) => [printable(column.header), cellText(column, answer)] as const)
  const width = rows.reduce((widest, [header]) => Math.max(widest, CliOutput.displayWidth(header)), 0)
  return rows.map((row) => line(row, [width])).join("")
}

const localZone = DateTime.zoneMakeLocal()

/** A time in the zone of this machine, to the second. */
export const localTime = (time: DateTime.Utc): string =>
  DateTime.formatIsoOffset(DateTime.setZone(time, localZone)).replace(/\.\d{3}/, "")

/** A time that may not be known yet. */
export const optionalTime = (time: Option.Option<DateTime.Utc>, unknown: string): string =>
  Option.match(time, { onNone: () => unknown, onSome: localTime })

/** From one time to another, such as `1h 5m 12s`; empty while the end is not known. */
export const duration = (start: DateTime.Utc, end: Option.Option<DateTime.Utc>): string =>
  Option.match(end, {
    onNone: () => "",
    onSome: (end) => {
      const seconds = Math.round(Duration.toSeconds(DateTime.distance(start, end)))
      return seconds === 0 ? "0s" : Duration.format(Duration.seconds(seconds))
    }
  })

/** A text in metadata that anybody may have put there, or nothing. */
export const metadataText = (metadata: Option.Option<{ readonly [key: string]: unknown }>, key: string): string => {
  const value = Option.getOrUndefined(metadata)?.[key]
  return Predicate.isString(value) ? value : ""
}
