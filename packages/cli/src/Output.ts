/**
 * Data on stdout, in the format that was asked for, as it arrives.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import type { Format, OutputInput } from "./OutputFlags.ts"
import { type Column, printable, tableLines, verticalTable } from "./Table.ts"

/** How the rows of one list are shown. */
export interface ListView<Row> {
  /** The key of the list in the service's JSON. */
  readonly key: string
  /** A row as the service's JSON has it. */
  readonly encode: (row: Row) => unknown
  readonly columns: ReadonlyArray<Column<Row>>
}

/** How one answer is shown. */
export interface AnswerView<Answer> {
  readonly encode: (answer: Answer) => unknown
  readonly columns: ReadonlyArray<Column<Answer>>
}

/** A row of a schema as the service's JSON has it. */
export const encodeWith = <A>(schema: Schema.Codec<A, unknown>): ((value: A) => unknown) =>
  Schema.encodeUnknownSync(schema)

const chosen = (format: Option.Option<Format>, otherwise: Format) =>
  Effect.gen(function* () {
    if (Option.isSome(format)) return format.value
    const stdio = yield* Stdio.Stdio
    return (yield* stdio.stdoutIsTerminal) ? "table" : otherwise
  })

const write = <E, R>(text: Stream.Stream<string, E, R>) =>
  Effect.flatMap(Stdio.Stdio, (stdio) => Stream.run(text, stdio.stdout({ endOnDone: false })))

/** Writes text to stdout. */
export const print = (text: string) => write(Stream.make(text))

const perChunk =
  <Row>(render: (rows: ReadonlyArray<Row>) => string) =>
  <E, R>(rows: Stream.Stream<Row, E, R>): Stream.Stream<string, E, R> =>
    Stream.mapArray(rows, (chunk) => [render(chunk)])

const jsonList = <Row, E, R>(rows: Stream.Stream<Row, E, R>, view: ListView<Row>): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    let separator = "\n"
    const render = (chunk: ReadonlyArray<Row>) =>
      chunk
        .map((row) => {
          const text = `${separator}  ${JSON.stringify(view.encode(row))}`
          separator = ",\n"
          return text
        })
        .join("")
    return Stream.make(`{"${view.key}": [`).pipe(
      Stream.concat(perChunk(render)(rows)),
      Stream.concat(Stream.sync(() => (separator === "\n" ? "]}\n" : "\n]}\n")))
    )
  })

/** Writes a list, every chunk of it as it arrives. */
export const printList = <Row, E, R>(rows: Stream.Stream<Row, E, R>, { format }: OutputInput, view: ListView<Row>) =>
  Effect.flatMap(chosen(format, "ndjson"), (format) => {
    switch (format) {
      case "table":
        return write(tableLines(rows, view.columns))
      case "json":
        return write(jsonList(rows, view))
      case "ndjson":
        return write(
          perChunk<Row>((chunk) => chunk.map((row) => `${JSON.stringify(view.encode(row))}\n`).join(""))(rows)
        )
    }
  })

/** Writes one answer. */
export const printAnswer = <Answer>(answer: Answer, { format }: OutputInput, view: AnswerView<Answer>) =>
  Effect.flatMap(chosen(format, "json"), (format) => {
    switch (format) {
      case "table":
        return print(verticalTable(answer, view.columns))
      case "json":
        return print(`${JSON.stringify(view.encode(answer), undefined, 2)}\n`)
      case "ndjson":
        return print(`${JSON.stringify(view.encode(answer))}\n`)
    }
  })

/** Writes one page of a list: in json as the service answered it, else its rows. */
export const printPage = <Page, Row>(
  page: Page,
  { format }: OutputInput,
  encodePage: (page: Page) => unknown,
  rows: (page: Page) => ReadonlyArray<Row>,
  view: ListView<Row>
) =>
  Effect.flatMap(chosen(format, "ndjson"), (format) =>
    format === "json"
      ? printAnswer(page, { format: Option.some(format) }, { encode: encodePage, columns: [] })
      : printList(Stream.fromArray(rows(page)), { format: Option.some(format) }, view)
  )

/** Writes a line for the person at the terminal to stderr. */
export const note = (text: string) =>
  Effect.flatMap(Stdio.Stdio, (stdio) => Stream.run(Stream.make(`${text}\n`), stdio.stderr({ endOnDone: false })))

/** A message is one line, whatever somebody else's text in it holds. */
const oneLine = (text: string) => text.replace(/\s*[\r\n]+\s*/g, " ")

/** Says what went wrong, in one line. */
export const complain = (text: string) => Effect.ignore(note(`rooms: ${printable(oneLine(text))}`))
