/**
 * The database that holds a mirror: a SQLite file or a Postgres database.
 *
 * @module
 */
import { PgClient } from "@effect/sql-pg"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Stream from "effect/Stream"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { MirrorError } from "./MirrorError.ts"
import type { Dialect } from "./store/Dialect.ts"
import { mirrorError } from "./store/databaseErrors.ts"
import { migrate } from "./store/migrations.ts"
import { makeNodeSqlite } from "./store/nodeSqlite.ts"
import { postgresDialect } from "./store/postgresDialect.ts"
import { readOnly } from "./store/readOnly.ts"
import { sqliteDialect } from "./store/sqliteDialect.ts"

/** A row that a query returned: column names and values. */
export type QueryRow = Readonly<Record<string, unknown>>

/**
 * A database that holds one or more mirrored accounts.
 *
 * @example
 * ```ts
 * import { Mirror } from "@effect-rooms/mirror"
 * import { Stream } from "effect"
 *
 * const longest = Mirror.useSync((mirror) =>
 *   mirror.query("SELECT room_id, duration_seconds FROM sessions ORDER BY duration_seconds DESC LIMIT 10")
 * ).pipe(Stream.unwrap, Stream.runCollect)
 * ```
 */
export class Mirror extends Context.Service<
  Mirror,
  {
    /** The client of the database. Statements that you write with it can change the mirror. */
    readonly sql: SqlClient.SqlClient
    /** The SQL that differs between databases. */
    readonly dialect: Dialect
    /**
     * Streams the rows of one SQL statement. The database refuses a statement that would change anything: the stream fails with
     * `MirrorError`, reason `Query` or `Access`.
     */
    readonly query: (statement: string) => Stream.Stream<QueryRow, MirrorError>
  }
>()("@effect-rooms/mirror/Mirror") {
  /**
   * Opens a mirror in a SQLite file, and creates the file if it doesn't exist. `:memory:` keeps it in memory.
   *
   * @example
   * ```ts
   * import { Mirror } from "@effect-rooms/mirror"
   *
   * const mirror = Mirror.layerSqlite({ file: "rooms.db" })
   * ```
   */
  static readonly layerSqlite = (options: { readonly file: string }): Layer.Layer<Mirror, MirrorError> =>
    Layer.effect(Mirror, open(makeNodeSqlite(options.file), sqliteDialect))

  /**
   * Opens a mirror in a Postgres database.
   *
   * @example
   * ```ts
   * import { Mirror } from "@effect-rooms/mirror"
   * import { Config, Effect, Layer } from "effect"
   *
   * const mirror = Layer.unwrap(
   *   Effect.map(Config.Redacted("DATABASE_URL"), (url) => Mirror.layerPostgres({ url }))
   * )
   * ```
   */
  static readonly layerPostgres = (options: {
    readonly url: Redacted.Redacted
    /** The schema that holds the tables. It is created if it doesn't exist. Default: the first schema of the search path. */
    readonly schema?: string
  }): Layer.Layer<Mirror, MirrorError> => Layer.effect(Mirror, open(postgresClient(options), postgresDialect))
}

// Otherwise, a sync that is paused inside a transaction would hold its locks until it resumes.
const idleInTransactionTimeout = "5000"
const lockTimeout = "10000"

const postgresClient = Effect.fnUntraced(function* ({
  schema,
  url
}: {
  readonly url: Redacted.Redacted
  readonly schema?: string
}) {
  const sql = yield* PgClient.make({
    url,
    applicationName: "effect-rooms-mirror",
    maxConnections: 4,
    startupParameters: {
      idle_in_transaction_session_timeout: idleInTransactionTimeout,
      lock_timeout: lockTimeout,
      ...(schema === undefined ? {} : { search_path: schema })
    }
  })
  if (schema !== undefined) yield* sql`CREATE SCHEMA IF NOT EXISTS ${sql(schema)}`
  return sql
})

const open = <R>(client: Effect.Effect<SqlClient.SqlClient, SqlError, R>, dialect: Dialect) =>
  Effect.gen(function* () {
    const sql = yield* client
    yield* migrate(dialect).pipe(Effect.provideService(SqlClient.SqlClient, sql))
    return Mirror.of({
      sql,
      dialect,
      query: (statement) => Stream.mapError(readOnly(sql, dialect, statement), mirrorError)
    })
  }).pipe(Effect.provide(Reactivity.layer), Effect.mapError(mirrorError))
