/** SQLite: times are ISO 8601 text, booleans 0 and 1, JSON is text. */
import type { Dialect } from "./Dialect.ts"

export const sqliteDialect: Dialect = {
  name: "sqlite",
  columnTypes: {
    text: "TEXT",
    integer: "INTEGER",
    real: "REAL",
    boolean: "INTEGER",
    time: "TEXT",
    json: "TEXT",
    original: "TEXT"
  },
  differs: (left, right) => `${left} IS NOT ${right}`,
  placeholder: (position) => `?${position}`,
  rowset: (columns, placeholder) =>
    `(SELECT ${columns.map(([name], index) => `json_extract(value, '$[${index}]') AS ${name}`).join(", ")} FROM json_each(${placeholder}))`,
  encodeRows: (columns, rows) => JSON.stringify(rows.map((row) => columns.map((column) => row[column] ?? null))),
  isOneOf: (expression, placeholder) => `${expression} IN (SELECT value FROM json_each(${placeholder}))`,
  now: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  describe: () => [],
  timeOf: (placeholder) => placeholder,
  timeText: (expression) => expression,
  tableExists: "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?",
  size: "SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()"
}
