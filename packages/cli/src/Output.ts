/**
 * Data on stdout, in the format that was asked for, as it arrives.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { millisText, valueText } from "./Cells.ts"
import type { Field } from "./Fields.ts"
import { jsonList, ndjsonText } from "./Json.ts"
import { layoutOf } from "./Layout.ts"
import type { Format, OutputInput } from "./OutputFlags.ts"
import { picker, valueAt } from "./Picked.ts"
import { jsonText, printable } from "./Printable.ts"
import { note, print, write } from "./Streams.ts"
import { type Column, tableLines, verticalTable } from "./Table.ts"

/** How one answer is shown. */
export interface AnswerView<Answer> {
  /** An answer as the service's JSON has it. */
  readonly encode: (answer: Answer) => unknown
  /** Its fields in that JSON, in the order of the columns of csv. */
  readonly fields: ReadonlyArray<Field>
  /** The table, where no fields are asked for. */
  readonly columns: ReadonlyArray<Column<Answer>>
}

/** How the rows of one list are shown. */
export interface ListView<Row> extends AnswerView<Row> {
  /** The key of the list in the service's JSON. */
  readonly key: string
}

/** A row of a schema as the service's JSON has it. */
export const encodeWith = <A>(schema: Schema.Codec<A, unknown>): ((value: A) => unknown) =>
  Schema.encodeUnknownSync(schema)

const stdoutIsTerminal = Effect.flatMap(Stdio.Stdio, (stdio) => stdio.stdoutIsTerminal)

const chosen = ({ format }: OutputInput, otherwise: Format) =>
  Option.match(format, {
    onNone: () => Effect.map(stdoutIsTerminal, (isTerminal) => (isTerminal ? "table" : otherwise)),
    onSome: (format) => Effect.succeed(format)
  })

const pathsOf = ({ fields = Option.none() }: OutputInput) => fields

/** The service's JSON of a row, or what was asked for of it. */
const encoderOf = <Row>(input: OutputInput, { encode }: AnswerView<Row>): ((row: Row) => unknown) =>
  Option.match(pathsOf(input), {
    onNone: () => encode,
    onSome: (paths) => {
      const pick = picker(paths)
      return (row) => pick(encode(row))
    }
  })

const columnsAt = (paths: ReadonlyArray<string>, fields: ReadonlyArray<Field>): ReadonlyArray<Column<unknown>> =>
  paths.map((path) => {
    const holds = fields.find((field) => field.path === path)?.holds
    return {
      header: path,
      cell: (row, timeText) => (holds === "time" ? millisText : valueText)(valueAt(row, path), timeText),
      elastic: holds !== "id" && holds !== "time"
    }
  })

/** The rows and columns of a table: as the view has them, or the fields that were asked for. */
const tableText = <Row, E, R>(rows: Stream.Stream<Row, E, R>, input: OutputInput, view: AnswerView<Row>) =>
  Effect.map(layoutOf(input), (layout) =>
    Option.match(pathsOf(input), {
      onNone: () => tableLines(rows, view.columns, layout),
      onSome: (paths) => tableLines(Stream.map(rows, view.encode), columnsAt(paths, view.fields), layout)
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
    `${printable(path)} has text that begins with =, +, - or @: a spreadsheet may run it as a formula, so import it as text`
  )

const printCsv = <Row, E, R>(rows: Stream.Stream<Row, E, R>, input: OutputInput, view: AnswerView<Row>) =>
  Effect.gen(function* () {
    const { csvText } = yield* Effect.promise(() => import("./Csv.ts"))
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

const yaml = Effect.promise(() => import("./Yaml.ts"))

/** Writes a list, every chunk of it as it arrives. */
export const printList = <Row, E, R>(rows: Stream.Stream<Row, E, R>, input: OutputInput, view: ListView<Row>) =>
  Effect.gen(function* () {
    const encoded = Stream.map(rows, encoderOf(input, view))
    switch (yield* chosen(input, "ndjson")) {
      case "table":
        return yield* write(yield* tableText(rows, input, view))
      case "json":
        return yield* write(jsonList(encoded, view.key))
      case "ndjson":
        return yield* write(ndjsonText(encoded))
      case "csv":
        return yield* printCsv(rows, input, view)
      case "yaml":
        return yield* write((yield* yaml).yamlList(encoded))
    }
  })

/** Writes one answer. */
export const printAnswer = <Answer>(answer: Answer, input: OutputInput, view: AnswerView<Answer>) =>
  Effect.gen(function* () {
    const encode = encoderOf(input, view)
    switch (yield* chosen(input, "json")) {
      case "table":
        return yield* print(yield* answerText(answer, input, view))
      case "json":
        return yield* print(`${jsonText(encode(answer), 2)}\n`)
      case "ndjson":
        return yield* print(`${jsonText(encode(answer))}\n`)
      case "csv":
        return yield* printCsv(Stream.succeed(answer), input, view)
      case "yaml":
        return yield* print((yield* yaml).yamlText(encode(answer)))
    }
  })

/** Writes one page of a list: in json as the service answered it (`--fields` are those of its rows), else its rows. */
export const printPage = <Page, Row>(
  page: Page,
  input: OutputInput,
  encodePage: (page: Page) => unknown,
  rows: (page: Page) => ReadonlyArray<Row>,
  view: ListView<Row>
) =>
  Effect.gen(function* () {
    if ((yield* chosen(input, "ndjson")) !== "json") return yield* printList(Stream.fromArray(rows(page)), input, view)
    const encoded = encodePage(page)
    const picked = Option.isSome(pathsOf(input)) ? { [view.key]: rows(page).map(encoderOf(input, view)) } : {}
    yield* print(`${jsonText(Predicate.isObject(encoded) ? { ...encoded, ...picked } : encoded, 2)}\n`)
  })
