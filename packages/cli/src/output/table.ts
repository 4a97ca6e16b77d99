/**
 * Tables for people.
 *
 * @module
 */
import * as CliOutput from "effect/cli/CliOutput"
import * as Stream from "effect/Stream"
import type { Color } from "../terminal/colors.ts"
import { truncate, wrapped } from "../terminal/truncate.ts"
import type { TimeText } from "./cells.ts"
import { type Layout, plainLayout } from "./Layout.ts"
import { printable } from "./printable.ts"

/** The kind of cells that can be cut. */
export type Cuttable = "id" | "text"

/** One column: its header, and the text of its cell in a row. */
export interface Column<Row> {
  readonly header: string
  readonly cell: (row: Row, timeText: TimeText) => string
  /** The kind of its cells, if they can be cut on a narrow terminal. */
  readonly cut?: Cuttable | undefined
  readonly color?: ((row: Row) => Color | undefined) | undefined
  /** Whether its cells wrap on a narrow terminal. Only for the last column. */
  readonly wraps?: boolean
}

const gap = 2

/** The narrowest wrapped text. One word per line would be harder to read than a line that the terminal wraps. */
const narrowest = 20

const printableAscii = /^[\u0020-\u007e]*$/

// Splitting text into graphemes takes a hundred times as long as this test.
const widthOf = (text: string) => (printableAscii.test(text) ? text.length : CliOutput.displayWidth(text))

const total = (widths: ReadonlyArray<number>) =>
  widths.reduce((sum, width) => sum + width, 0) + gap * (widths.length - 1)

/**
 * The cells that are cut on a narrow terminal, in order, each down to a width. The start of a name says more than the end of an
 * id, and twelve characters still distinguish ids.
 */
const concessions: ReadonlyArray<readonly [cut: Cuttable, least: number]> = [
  ["text", 24],
  ["id", 12],
  ["text", 8],
  ["id", 8],
  ["text", 4]
]

/** Returns widths that fit the header and the first rows. If that is too wide, the widest columns that can be cut get narrower. */
const widthsOf = <Row>(
  columns: ReadonlyArray<Column<Row>>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  { header, width }: Layout
): ReadonlyArray<number> => {
  const widths = columns.map((column, index) =>
    rows.reduce((widest, row) => Math.max(widest, widthOf(row[index] ?? "")), header ? widthOf(column.header) : 0)
  )
  const widthAt = (index: number) => widths[index] ?? 0
  let excess = total(widths) - width
  for (const [cut, least] of concessions) {
    while (excess > 0) {
      const wide = [...columns.keys()].filter((index) => columns[index]?.cut === cut && widthAt(index) > least)
      if (wide.length === 0) break
      const widest = wide.reduce((widest, index) => (widthAt(index) > widthAt(widest) ? index : widest))
      widths[widest] = widthAt(widest) - 1
      excess--
    }
  }
  return widths
}

/** Formats a line of cells; `colorAt` returns the color of a cell. */
type WriteLine = (cells: ReadonlyArray<string>, colorAt?: (index: number) => Color | undefined) => string

/**
 * A cell that is wider than its column shifts the cells to the right of it while there is room. A line that is too long even with
 * everything cut ends at the edge of the terminal; it never wraps.
 */
const lineWriter =
  <Row>(columns: ReadonlyArray<Column<Row>>, widths: ReadonlyArray<number>, { paint, width }: Layout): WriteLine =>
  (cells, colorAt = () => undefined) => {
    let line = ""
    let position = 0
    let wanted = total(widths)
    for (const [index, cell] of cells.entries()) {
      const own = widths[index] ?? 0
      // The rest of the line, without the room that the columns to the right need.
      const left = width - position - (wanted - own)
      if (columns[index]?.wraps === true && widthOf(cell) > left) {
        return line + wrapped(cell, Math.max(left, narrowest)).join(`\n${" ".repeat(position)}`)
      }
      const room = Math.max(own, left)
      const text = columns[index]?.cut !== undefined && widthOf(cell) > room ? truncate(cell, room) : cell
      const textWidth = widthOf(text)
      const padded = Math.max(own, textWidth)
      const color = colorAt(index)
      line += (color === undefined ? text : paint(text, color)) + " ".repeat(padded - textWidth + gap)
      position += padded + gap
      wanted -= own + gap
    }
    const whole = line.trimEnd()
    return position - gap > width ? truncate(whole, width) : whole
  }

/** Renders a table in parts, the first one with the header. */
const tableRenderer = <Row>(columns: ReadonlyArray<Column<Row>>, layout: Layout) => {
  const hasColors = columns.some(({ color }) => color !== undefined)
  let write: WriteLine | undefined
  const render = (chunk: ReadonlyArray<Row>): string => {
    const cells = chunk.map((row) => columns.map(({ cell }) => printable(cell(row, layout.timeText))))
    let text = ""
    if (write === undefined) {
      write = lineWriter(columns, widthsOf(columns, cells, layout), layout)
      if (layout.header) text = `${layout.paint(write(columns.map(({ header }) => printable(header))), "bold")}\n`
    }
    for (const [index, row] of chunk.entries()) {
      text += `${write(cells[index] ?? [], hasColors ? (column) => columns[column]?.color?.(row) : undefined)}\n`
    }
    return text
  }
  return { render, hasBegun: () => write !== undefined }
}

/** A table whose rows are all there. */
export const table = <Row>(rows: ReadonlyArray<Row>, columns: ReadonlyArray<Column<Row>>, layout: Layout): string =>
  tableRenderer(columns, layout).render(rows)

/**
 * The lines of a table, as its rows arrive. The first rows decide how wide a column is; a wider cell further down moves
 * what is to the right of it, in its own line only. On a terminal, `empty` takes the place of a table without rows.
 */
export const tableLines = <Row, E, R>(
  rows: Stream.Stream<Row, E, R>,
  columns: ReadonlyArray<Column<Row>>,
  empty: string | undefined,
  layout: Layout = plainLayout
): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    const { hasBegun, render } = tableRenderer(columns, layout)
    const withoutRows = Stream.suspend(() => {
      if (!layout.isTerminal) return Stream.make(render([]))
      return empty === undefined ? Stream.empty : Stream.make(`${empty}\n`)
    })
    return Stream.mapArray(rows, (chunk) => [render(chunk)]).pipe(
      Stream.concat(Stream.suspend(() => (hasBegun() ? Stream.empty : withoutRows)))
    )
  })

/** Renders one answer, with a line per column. Long lines aren't cut, because nothing is to the right of them. */
export const verticalTable = <Answer>(
  answer: Answer,
  columns: ReadonlyArray<Column<Answer>>,
  { header, paint, timeText }: Layout = plainLayout
): string => {
  // Keys of metadata are headers too, and no safer than its values.
  const rows = columns.map((column) => {
    const text = printable(column.cell(answer, timeText))
    const color = column.color?.(answer)
    return [printable(column.header), color === undefined ? text : paint(text, color)] as const
  })
  if (!header) return rows.map(([, cell]) => `${cell}\n`).join("")
  const width = rows.reduce((widest, [label]) => Math.max(widest, widthOf(label)), 0)
  return rows
    .map(
      ([label, cell]) => `${`${paint(label, "bold")}${" ".repeat(width - widthOf(label) + gap)}${cell}`.trimEnd()}\n`
    )
    .join("")
}
