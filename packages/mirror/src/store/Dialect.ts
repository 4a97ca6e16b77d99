/** The differences between the databases that can hold a mirror. Each has one file that implements this interface. */
import type { Column, ColumnType, Row, Table } from "./tables.ts"

export interface Dialect {
  readonly name: "sqlite" | "postgres"
  readonly columnTypes: Readonly<Record<ColumnType, string>>
  /** Compares two expressions of this type; null equals null. */
  readonly differs: (left: string, right: string, type: ColumnType) => string
  /** Returns a placeholder for the parameter at this position, counted from 1. */
  readonly placeholder: (position: number) => string
  /** Returns a subquery that turns one parameter, made by `encodeRows`, into rows with these columns. */
  readonly rowset: (columns: ReadonlyArray<readonly [name: string, column: Column]>, placeholder: string) => string
  readonly encodeRows: (columns: ReadonlyArray<string>, rows: ReadonlyArray<Row>) => string
  /** Tells whether an expression is one of the texts in a parameter, which holds a JSON array. */
  readonly isOneOf: (expression: string, placeholder: string) => string
  /** The database's own clock, in milliseconds since 1970. Leases use it, so writers whose clocks differ agree on it. */
  readonly now: string
  /** Statements that run after a table was created. */
  readonly describe: (table: Table) => ReadonlyArray<string>
  /** Turns a placeholder for ISO 8601 text into a time to compare with. */
  readonly timeOf: (placeholder: string) => string
  /** Turns a stored time into ISO 8601 text. */
  readonly timeText: (expression: string) => string
  /** A query that returns a row if the table named by its parameter exists. */
  readonly tableExists: string
  /** The number of bytes that the mirror takes up. */
  readonly size: string
}
