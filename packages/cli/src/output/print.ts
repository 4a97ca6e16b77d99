/**
 * Prints data to stdout in the chosen format, as it arrives.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import * as Predicate from "effect/Predicate"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { millisText, valueText } from "./cells.ts"
import type { Field } from "./Field.ts"
import type { OutputInput } from "./flags.ts"
import type { Format } from "./format.ts"
import { jsonList, ndjsonText } from "./json.ts"
import { layoutOf } from "./Layout.ts"
import { jsonText, printable } from "./printable.ts"
import { selectFields, valueAt } from "./selectFields.ts"
import { note, print, write } from "./streams.ts"
import { type Column, tableLines, verticalTable } from "./table.ts"
import type { AnswerView, ListView } from "./View.ts"

const stdoutIsTerminal = Effect.flatMap(Stdio.Stdio, (stdio) => stdio.stdoutIsTerminal)

const chosen = ({ format }: OutputInput, otherwise: Format): Effect.Effect<Format, never, Stdio.Stdio> =>
  Option.match(format, {
    onNone: () => Effect.map(stdoutIsTerminal, (isTerminal) => (isTerminal ? "table" : otherwise)),
    onSome: Effect.succeed
  })

/** A writer for each format. A missing format doesn't compile. */
type Writers<E, R> = Record<Format, () => Effect.Effect<void, E, R>>

const writeAs = <E, R>(input: OutputInput, otherwise: Format, writers: Writers<E, R>) =>
  Effect.flatMap(chosen(input, otherwise), (format) => writers[format]())

const pathsOf = ({ fields = Option.none() }: OutputInput) => fields

/** Returns the function that encodes a row as the service's JSON, or the fields of `--fields` in it. */
const encoderOf = <Row>(input: OutputInput, { encode }: AnswerView<Row>): ((row: Row) => unknown) =>
  Option.match(pathsOf(input), {
    onNone: () => encode,
    onSome: (paths) => {
      const pick = selectFields(paths)
      return (row) => pick(encode(row))
    }
  })

const columnsAt = (paths: ReadonlyArray<string>, fields: ReadonlyArray<Field>): ReadonlyArray<Column<unknown>> =>
  paths.map((path) => {
    const kind = fields.find((field) => field.path === path)?.kind
    return {
      header: path,
      cell: (row, timeText) => (kind === "time" ? millisText : valueText)(valueAt(row, path), timeText),
      cut: kind === "time" ? undefined : kind === "id" ? "id" : "text"
    }
  })

/** Returns the text of a table, with the columns of the view or of `--fields`. */
const tableText = <Row, E, R>(rows: Stream.Stream<Row, E, R>, input: OutputInput, view: ListView<Row>) =>
  Effect.map(layoutOf(input), (layout) =>
    Option.match(pathsOf(input), {
      onNone: () => tableLines(rows, view.columns, view.empty, layout),
      onSome: (paths) => tableLines(Stream.map(rows, view.encode), columnsAt(paths, view.fields), view.empty, layout)
    })
  )

const answerText = <Answer>(answer: Answer, input: OutputInput, view: AnswerView<Answer>) =>
  Effect.map(layoutOf(input), (layout) =>
    Option.match(pathsOf(input), {
      onNone: () => verticalTable(answer, view.columns, layout),
      onSome: (paths) => verticalTable(view.encode(answer), columnsAt(paths, view.fields), layout)
    })
  )

const formulaNote = (path: string) =>
  note(
    `${printable(path)} contains text that starts with =, +, - or @, which a spreadsheet may run as a formula: import it as text`
  )

const printCsv = <Row, E, R>(rows: Stream.Stream<Row, E, R>, input: OutputInput, view: AnswerView<Row>) =>
  Effect.gen(function* () {
    const { csvText } = yield* Effect.promise(() => import("./csv.ts"))
    const formulas: Array<string> = []
    yield* write(
      csvText(Stream.map(rows, view.encode), {
        paths: Option.getOrElse(pathsOf(input), () => view.fields.map(({ path }) => path)),
        header: input.noHeader !== true,
        isTerminal: yield* stdoutIsTerminal,
        onFormula: (path) => formulas.push(path)
      })
    )
    yield* Effect.forEach(formulas, formulaNote, { discard: true })
  })

const yaml = Effect.promise(() => import("./yaml.ts"))

/** Writes a list, each chunk as it arrives. */
export const printList = <Row, E, R>(rows: Stream.Stream<Row, E, R>, input: OutputInput, view: ListView<Row>) => {
  const encoded = Stream.map(rows, encoderOf(input, view))
  return writeAs<E | PlatformError, R | Stdio.Stdio>(input, view.inPipes ?? "ndjson", {
    table: () => Effect.flatMap(tableText(rows, input, view), write),
    json: () => write(jsonList(encoded, view.key)),
    ndjson: () => write(ndjsonText(encoded)),
    csv: () => printCsv(rows, input, view),
    yaml: () => Effect.flatMap(yaml, ({ yamlList }) => write(yamlList(encoded)))
  })
}

/** Writes one answer. */
export const printAnswer = <Answer>(answer: Answer, input: OutputInput, view: AnswerView<Answer>) => {
  const encode = encoderOf(input, view)
  return writeAs<PlatformError, Stdio.Stdio>(input, "json", {
    table: () => Effect.flatMap(answerText(answer, input, view), print),
    json: () => print(`${jsonText(encode(answer), 2)}\n`),
    ndjson: () => print(`${jsonText(encode(answer))}\n`),
    csv: () => printCsv(Stream.succeed(answer), input, view),
    yaml: () => Effect.flatMap(yaml, ({ yamlText }) => print(yamlText(encode(answer))))
  })
}

/** Writes one page of a list: in json with its cursors, as the service sent it, and else only its rows. */
export const printPage = <Page, Row>(
  page: Page,
  input: OutputInput,
  encodePage: (page: Page) => unknown,
  rows: (page: Page) => ReadonlyArray<Row>,
  view: ListView<Row>
) =>
  Effect.flatMap(chosen(input, view.inPipes ?? "ndjson"), (format) => {
    if (format !== "json") return printList(Stream.fromArray(rows(page)), input, view)
    const encoded = encodePage(page)
    const shown = { [view.key]: rows(page).map(encoderOf(input, view)) }
    return print(`${jsonText(Predicate.isObject(encoded) ? { ...encoded, ...shown } : shown, 2)}\n`)
  })
