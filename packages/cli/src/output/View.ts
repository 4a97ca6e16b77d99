/**
 * The ways in which one answer, or the rows of a list, are shown.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import type { Field } from "./Field.ts"
import type { Format } from "./format.ts"
import type { Column } from "./table.ts"

/** How one answer is shown. */
export interface AnswerView<Answer> {
  /** Encodes an answer as the service's JSON. */
  readonly encode: (answer: Answer) => unknown
  /** The fields of that JSON, in the order of the csv columns. */
  readonly fields: ReadonlyArray<Field>
  /** The columns of a table, unless `--fields` names others. */
  readonly columns: ReadonlyArray<Column<Answer>>
}

/** How the rows of a list are shown. */
export interface ListView<Row> extends AnswerView<Row> {
  /** The key of the list in the service's JSON. */
  readonly key: string
  /** The text for a person at a terminal if there are no rows. */
  readonly empty?: string
  /** The default format if stdout isn't a terminal. Default: `ndjson`. */
  readonly inPipes?: Format
}

/** Returns a function that encodes a row as the service's JSON. */
export const encodeWith = <A>(schema: Schema.Codec<A, unknown>): ((value: A) => unknown) =>
  Schema.encodeUnknownSync(schema)
