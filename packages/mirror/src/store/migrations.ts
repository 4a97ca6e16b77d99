/**
 * Brings a database up to date. Migrations only add; each runs once, and a migration that was published never changes.
 * The tables of version 1 are written out by their declaration, so a later column needs its own migration as well.
 */
import * as Effect from "effect/Effect"
import * as Migrator from "effect/sql/Migrator"
import * as SqlClient from "effect/sql/SqlClient"
import type { Dialect } from "./Dialect.ts"
import { makeMirrorError } from "./databaseErrors.ts"
import { type Column, type Table, tables } from "./tables.ts"

/** The table in which `Migrator` keeps which migrations have run. */
const migrationsTable = "rooms_mirror_migrations"

const columnDefinition = (dialect: Dialect, table: Table, name: string, column: Column): string =>
  [
    name,
    dialect.columnTypes[column.type],
    ...(table.key.includes(name) ? ["NOT NULL"] : []),
    ...(column.initial === undefined ? [] : [`NOT NULL DEFAULT ${column.initial}`])
  ].join(" ")

const createTable = (dialect: Dialect, table: Table): ReadonlyArray<string> => [
  `CREATE TABLE ${table.name} (account ${dialect.columnTypes.text} NOT NULL, ${Object.entries(table.columns)
    .map(([name, column]) => columnDefinition(dialect, table, name, column))
    .join(", ")}, PRIMARY KEY (account, ${table.key.join(", ")}))`,
  ...table.indexes.map(
    (columns) =>
      `CREATE INDEX ${table.name}_by_${columns.join("_and_")} ON ${table.name} (account, ${columns.join(", ")})`
  ),
  ...dialect.describe(table)
]

const createPositions = (dialect: Dialect): string => {
  const { integer, json, text } = dialect.columnTypes
  return `CREATE TABLE sync_positions (account ${text} NOT NULL PRIMARY KEY, version ${integer} NOT NULL, state ${json} NOT NULL, holder ${text}, lease_until ${integer})`
}

const first = (dialect: Dialect) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const statements = [
      ...Object.values(tables).flatMap((table) => createTable(dialect, table)),
      createPositions(dialect)
    ]
    yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
  })

const migrations = (dialect: Dialect) => ({ "1_tables": first(dialect) })

/** Fails if a newer version of this program has migrated the database. */
const refuseNewer = Effect.fnUntraced(function* (dialect: Dialect) {
  const sql = yield* SqlClient.SqlClient
  const isThere = yield* sql.unsafe(dialect.tableExists, [migrationsTable])
  if (isThere.length === 0) return
  const rows = yield* sql.unsafe<{ readonly version: unknown }>(
    `SELECT max(migration_id) AS version FROM ${migrationsTable}`
  )
  const version = Number(rows[0]?.version ?? 0)
  const known = Object.keys(migrations(dialect)).length
  if (version > known) {
    return yield* makeMirrorError(
      "NewerDatabase",
      `its tables have version ${version}, and this program knows version ${known}`
    )
  }
})

/** Runs the migrations that the database doesn't have yet. */
export const migrate = Effect.fnUntraced(function* (dialect: Dialect) {
  yield* refuseNewer(dialect)
  yield* Migrator.make({})({ loader: Migrator.fromRecord(migrations(dialect)), table: migrationsTable })
})
