/**
 * Writes rows. Rows that the table has already aren't written: they are compared first, so a row that didn't change costs no
 * write-ahead log and no page.
 */
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Dialect } from "./Dialect.ts"
import type { Column, Row, Table } from "./tables.ts"

/** How many rows were added, changed, and found to be as they were. */
export interface Written {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
}

export const nothingWritten: Written = { added: 0, changed: 0, unchanged: 0 }

/** A database, and the account in it that rows are written to. */
export interface Target {
  readonly sql: SqlClient.SqlClient
  readonly dialect: Dialect
  readonly account: string
}

const role = (column: Column) => column.role ?? "data"

const isTrue = (value: unknown) => value === true || Number(value) === 1

/** The last of the rows that have the same key, each with the columns that `columns` names. */
const byKey = (table: Table, rows: ReadonlyArray<Row>): Map<string, Row> =>
  new Map(rows.map((row) => [JSON.stringify(table.key.map((column) => row[column])), row]))

interface Comparison {
  readonly columns: ReadonlyArray<readonly [name: string, column: Column]>
  readonly updated: ReadonlyArray<string>
  /** How many rows were given, each key counted once. */
  readonly size: number
  readonly differing: ReadonlyArray<{ readonly row: Row; readonly isNew: boolean; readonly isChanged: boolean }>
}

/** Compares rows with those of the table. All rows have the same columns, which include the key. */
const compare = Effect.fnUntraced(function* (
  { account, dialect, sql }: Target,
  table: Table,
  rows: ReadonlyArray<Row>
) {
  const names = Object.keys(rows[0] ?? {})
  const columns = names.flatMap((name): ReadonlyArray<readonly [string, Column]> => {
    const column = table.columns[name]
    return column === undefined ? [] : [[name, column]]
  })
  const distinct = byKey(table, rows)
  const matches = [`s.account = ${dialect.placeholder(2)}`, ...table.key.map((name) => `s.${name} = t.${name}`)]
  const updated = columns.filter(([name, column]) => role(column) !== "once" && !table.key.includes(name))
  const differs = (which: "data" | "note") =>
    updated
      .filter(([, column]) => role(column) === which)
      .map(([name, { type }]) => dialect.differs(`t.${name}`, `s.${name}`, type))
      .join(" OR ") || "FALSE"
  const found = yield* sql.unsafe<Record<string, unknown>>(
    `SELECT ${table.key.map((name) => `t.${name} AS ${name}`).join(", ")}, s.account IS NULL AS is_new, (${differs("data")}) AS is_changed
     FROM ${dialect.rowset(columns, dialect.placeholder(1))} AS t LEFT JOIN ${table.name} s ON ${matches.join(" AND ")}
     WHERE s.account IS NULL OR (${differs("data")}) OR (${differs("note")})`,
    [dialect.encodeRows(names, [...distinct.values()]), account]
  )
  const comparison: Comparison = {
    columns,
    updated: updated.map(([name]) => name),
    size: distinct.size,
    differing: found.flatMap((key) => {
      const row = distinct.get(JSON.stringify(table.key.map((name) => keyValue(key[name]))))
      const isNew = isTrue(key.is_new)
      return row === undefined ? [] : [{ row, isNew, isChanged: !isNew && isTrue(key.is_changed) }]
    })
  }
  return comparison
})

/** Returns the rows whose data the table doesn't have, or has otherwise. Notes aren't compared. */
export const findDifferences = (target: Target, table: Table, rows: ReadonlyArray<Row>) =>
  Effect.map(compare(target, table, rows), ({ differing }) =>
    differing.filter(({ isChanged, isNew }) => isNew || isChanged)
  )

/** Tells if `writeRows` would write anything. */
export const wouldWrite = (target: Target, table: Table, rows: ReadonlyArray<Row>) =>
  Effect.map(compare(target, table, rows), ({ differing }) => differing.length > 0)

/**
 * Adds the rows that the table doesn't have, and updates those that differ. All rows have the same columns, which include the
 * key; other columns keep what they hold.
 */
export const writeRows = Effect.fnUntraced(function* (target: Target, table: Table, rows: ReadonlyArray<Row>) {
  const { account, dialect, sql } = target
  const { columns, differing, size, updated } = yield* compare(target, table, rows)
  if (differing.length > 0) {
    const names = columns.map(([name]) => name)
    const assignments = updated.map((name) => `${name} = excluded.${name}`)
    yield* sql.unsafe(
      `INSERT INTO ${table.name} (account, ${names.join(", ")})
       SELECT ${dialect.placeholder(2)}, ${names.map((name) => `t.${name}`).join(", ")}
       FROM ${dialect.rowset(columns, dialect.placeholder(1))} AS t WHERE TRUE
       ON CONFLICT (account, ${table.key.join(", ")}) DO ${assignments.length === 0 ? "NOTHING" : `UPDATE SET ${assignments.join(", ")}`}`,
      [
        dialect.encodeRows(
          names,
          differing.map(({ row }) => row)
        ),
        account
      ]
    )
  }
  const added = differing.filter(({ isNew }) => isNew).length
  const changed = differing.filter(({ isChanged }) => isChanged).length
  const written: Written = { added, changed, unchanged: size - added - changed }
  return written
})

// Postgres returns 64-bit integers as text and times as dates.
const keyValue = (value: unknown): unknown =>
  typeof value === "bigint" ? Number(value) : value instanceof Date ? value.toISOString() : value

/** Adds up what several writes did. */
export const addWritten = (left: Written, right: Written): Written => ({
  added: left.added + right.added,
  changed: left.changed + right.changed,
  unchanged: left.unchanged + right.unchanged
})
