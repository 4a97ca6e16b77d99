/**
 * Tables for people.
 *
 * @module
 */
import * as CliOutput from "effect/cli/CliOutput"
import * as Stream from "effect/Stream"
import type { TimeText } from "./Cells.ts"
import { type Layout, plainLayout } from "./Layout.ts"
import { fitted } from "./Line.ts"
import { printable } from "./Printable.ts"

/** One column: its header, and the text of its cell in a row. */
export interface Column<Row> {
  readonly header: string
  readonly cell: (row: Row, timeText: TimeText) => string
  /** Whether its cells are cut where a line has no room for them. Default: they are not. */
  readonly elastic?: boolean
}

const gap = 2

const printableAscii = /^[\u0020-\u007e]*$/

// To split text into graphemes takes a hundred times as long as to see that there is nothing to split.
const widthOf = (text: string) => (printableAscii.test(text) ? text.length : CliOutput.displayWidth(text))

const total = (widths: ReadonlyArray<number>) =>
  widths.reduce((sum, width) => sum + width, 0) + gap * (widths.length - 1)

/** As wide as header and first rows want it, but for the elastic columns: of those, the widest give way. */
const widthsOf = <Row>(
  columns: ReadonlyArray<Column<Row>>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  { header, width }: Layout
): ReadonlyArray<number> => {
  const widths = columns.map((column, index) =>
    rows.reduce((widest, row) => Math.max(widest, widthOf(row[index] ?? "")), header ? widthOf(column.header) : 0)
  )
  const elastic = [...columns.keys()].filter((index) => columns[index]?.elastic)
  const widthAt = (index: number) => widths[index] ?? 0
  for (let excess = total(widths) - width; excess > 0 && elastic.length > 0; excess--) {
    const widest = elastic.reduce((widest, index) => (widthAt(index) > widthAt(widest) ? index : widest))
    if (widthAt(widest) <= 1) break
    widths[widest] = widthAt(widest) - 1
  }
  return widths
}

/** Writes lines of cells. A cell that is wider than its column moves what is to the right of it, while there is room. */
const lineWriter =
  <Row>(columns: ReadonlyArray<Column<Row>>, widths: ReadonlyArray<number>, width: number) =>
  (cells: ReadonlyArray<string>): string => {
    let line = ""
    let position = 0
    let wanted = total(widths)
    for (const [index, cell] of cells.entries()) {
      const own = widths[index] ?? 0
      // What is left of the line, without what the columns to the right need.
      const room = Math.max(1, width - position - (wanted - own))
      const text = columns[index]?.elastic && widthOf(cell) > room ? fitted(cell, room) : cell
      const padded = Math.max(own, widthOf(text))
      line += text + " ".repeat(padded - widthOf(text) + gap)
      position += padded + gap
      wanted -= own + gap
    }
    return line.trimEnd()
  }

/** Renders one part of a table after the other, the first one with the header. */
const tableRenderer = <Row>(columns: ReadonlyArray<Column<Row>>, layout: Layout) => {
  let write: ((cells: ReadonlyArray<string>) => string) | undefined
  const render = (chunk: ReadonlyArray<Row>): string => {
    const cells = chunk.map((row) => columns.map(({ cell }) => printable(cell(row, layout.timeText))))
    let text = ""
    if (write === undefined) {
      write = lineWriter(columns, widthsOf(columns, cells, layout), layout.width)
      if (layout.header) text = `${layout.emphasis(write(columns.map(({ header }) => printable(header))))}\n`
    }
    for (const row of cells) text += `${write(row)}\n`
    return text
  }
  return { render, hasBegun: () => write !== undefined }
}

/** A table whose rows are all there. */
export const table = <Row>(rows: ReadonlyArray<Row>, columns: ReadonlyArray<Column<Row>>, layout: Layout): string =>
  tableRenderer(columns, layout).render(rows)

/**
 * The lines of a table, as its rows arrive. The first rows decide how wide a column is; a wider cell further down moves
 * what is to the right of it, in its own line only.
 */
export const tableLines = <Row, E, R>(
  rows: Stream.Stream<Row, E, R>,
  columns: ReadonlyArray<Column<Row>>,
  layout: Layout = plainLayout
): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    const { hasBegun, render } = tableRenderer(columns, layout)
    return Stream.mapArray(rows, (chunk) => [render(chunk)]).pipe(
      Stream.concat(Stream.suspend(() => (hasBegun() ? Stream.empty : Stream.make(render([])))))
    )
  })

/** One answer, a line for each of its fields. What is too long for a line is not cut: there is nothing to its right. */
export const verticalTable = <Answer>(
  answer: Answer,
  columns: ReadonlyArray<Column<Answer>>,
  { emphasis, header, timeText }: Layout = plainLayout
): string => {
  // The keys of metadata are headers too, and as much somebody else's as its values.
  const rows = columns.map((column) => [printable(column.header), printable(column.cell(answer, timeText))] as const)
  if (!header) return rows.map(([, cell]) => `${cell}\n`).join("")
  const width = rows.reduce((widest, [label]) => Math.max(widest, widthOf(label)), 0)
  return rows
    .map(([label, cell]) => `${`${emphasis(label)}${" ".repeat(width - widthOf(label) + gap)}${cell}`.trimEnd()}\n`)
    .join("")
}
