/**
 * The columns of tables, from the fields of a schema.
 *
 * @module
 */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import { type TimeText, valueText } from "./cells.ts"
import { type Field, fieldsOf } from "./Field.ts"
import type { Column } from "./table.ts"

/** A column of a table, and the field it shows. */
export interface FieldColumn<Row> extends Column<Row> {
  /** The field it shows, if any. A field that no column shows gets a default column. */
  readonly field?: keyof Row & string
}

const cellText = (value: unknown, timeText: TimeText): string => {
  if (Option.isOption(value)) return Option.isSome(value) ? cellText(value.value, timeText) : ""
  return DateTime.isDateTime(value) ? timeText(DateTime.toUtc(value)) : valueText(value)
}

/** Turns `joinUrl` into `JOIN URL`. */
const headerOf = (path: string) => path.replace(/([a-z])([A-Z])/g, "$1 $2").toUpperCase()

const defaultColumn = <Row extends { readonly [field: string]: unknown }>({ kind, path }: Field): Column<Row> => ({
  header: headerOf(path),
  cell: (row, timeText) => cellText(row[path], timeText),
  cut: kind === "time" ? undefined : kind === "id" ? "id" : "text"
})

/**
 * Returns these columns, and after them a column for each field of the schema that none of them shows and that isn't hidden: a
 * new field of the contract can't be forgotten.
 */
export const columnsFor = <const Fields extends Schema.Struct.Fields>(
  schema: Schema.Struct<Fields>,
  columns: ReadonlyArray<FieldColumn<Schema.Struct.Type<Fields>>>,
  hidden: ReadonlyArray<keyof Fields & string> = []
): ReadonlyArray<Column<Schema.Struct.Type<Fields>>> => {
  const shown = new Set<string>([...hidden, ...columns.flatMap(({ field }) => field ?? [])])
  const others = fieldsOf(schema).filter(({ path }) => !shown.has(path))
  return [...columns, ...others.map((field) => defaultColumn<Schema.Struct.Type<Fields>>(field))]
}
