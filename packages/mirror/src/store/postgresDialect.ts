/** Postgres: times are `timestamptz`, metadata is `jsonb`, and what the service sent is `json`, which keeps any JSON text. */
import type { Dialect } from "./Dialect.ts"
import type { ColumnType } from "./tables.ts"

// JSON travels as text inside the parameter and is cast on its way into the table.
const columnTypes: Readonly<Record<ColumnType, string>> = {
  text: "text",
  integer: "bigint",
  real: "double precision",
  boolean: "boolean",
  time: "timestamptz",
  json: "jsonb",
  original: "json"
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

export const postgresDialect: Dialect = {
  name: "postgres",
  columnTypes,
  // Values of type `json` can't be compared.
  differs: (left, right, type) =>
    type === "original" ? `${left}::text IS DISTINCT FROM ${right}::text` : `${left} IS DISTINCT FROM ${right}`,
  placeholder: (position) => `$${position}`,
  rowset: (columns, placeholder) => {
    const isJson = (type: ColumnType) => type === "json" || type === "original"
    const selected = columns.map(([name, { type }]) =>
      isJson(type) ? `${name}::${columnTypes[type]} AS ${name}` : name
    )
    const read = columns.map(([name, { type }]) => `${name} ${isJson(type) ? "text" : columnTypes[type]}`)
    return `(SELECT ${selected.join(", ")} FROM json_to_recordset(${placeholder}::text::json) AS given(${read.join(", ")}))`
  },
  encodeRows: (columns, rows) =>
    JSON.stringify(rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null])))),
  isOneOf: (expression, placeholder) =>
    `${expression} IN (SELECT json_array_elements_text(${placeholder}::text::json))`,
  now: "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)",
  describe: (table) => [
    `COMMENT ON TABLE ${table.name} IS ${quoted(table.comment)}`,
    ...Object.entries(table.columns).map(
      ([name, { comment }]) => `COMMENT ON COLUMN ${table.name}.${name} IS ${quoted(comment)}`
    )
  ],
  timeOf: (placeholder) => `${placeholder}::text::timestamptz`,
  timeText: (expression) => `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  tableExists: "SELECT 1 FROM pg_class WHERE relname = $1 AND relnamespace = current_schema()::regnamespace",
  size: "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint AS bytes FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = current_schema() AND c.relkind = 'r' AND c.relname IN ('rooms', 'sessions', 'stays', 'recordings', 'metrics_samples', 'sync_runs', 'sync_failures', 'sync_positions')"
}
