/**
 * `effect/sql` over `node:sqlite`, with one connection. It gives way to `@effect/sql-sqlite-node` once that has a stable
 * release for Effect 4.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Semaphore from "effect/Semaphore"
import * as Stream from "effect/Stream"
import * as Client from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import { classifySqliteError, SqlError } from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"

/** How long a statement waits for another process's transaction. */
const busyTimeout = 10_000

const rowsPerChunk = 1000

/** The error of `node:sqlite`, with its result code under the name that `classifySqliteError` reads. */
const withResultCode = (error: unknown): unknown =>
  Predicate.isError(error) && Predicate.hasProperty(error, "errcode")
    ? Object.assign(new Error(error.message), { errno: error.errcode })
    : error

const failed = (operation: string) => (cause: unknown) =>
  new SqlError({ reason: classifySqliteError(withResultCode(cause), { message: "SQLite failed", operation }) })

const open = (file: string) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        const database = new DatabaseSync(file, { timeout: busyTimeout })
        database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        return database
      },
      catch: failed("open")
    }),
    (database) => Effect.sync(() => database.close())
  )

// `node:sqlite` refuses booleans.
const toInput = (value: unknown): SQLInputValue =>
  typeof value === "boolean" ? Number(value) : ((value ?? null) as SQLInputValue)

// `Iterator.take` would close the statement after the first chunk.
const nextChunk = <A>(rows: Iterator<A>): Array<A> => {
  const chunk: Array<A> = []
  while (chunk.length < rowsPerChunk) {
    const { done, value } = rows.next()
    if (done === true) break
    chunk.push(value)
  }
  return chunk
}

const connectionTo = (database: DatabaseSync): Connection => {
  const prepared = new Map<string, StatementSync>()
  const prepare = (sql: string) => {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare(sql)
    if (prepared.size >= 100) prepared.clear()
    prepared.set(sql, statement)
    return statement
  }
  const attempt = <A>(run: () => A) => Effect.try({ try: run, catch: failed("execute") })
  const all = (statement: StatementSync, params: ReadonlyArray<unknown>) => statement.all(...params.map(toInput))

  return {
    execute: (sql, params, transformRows) =>
      Effect.map(
        attempt(() => all(prepare(sql), params)),
        transformRows ?? identity
      ),
    executeRaw: (sql, params) => attempt(() => prepare(sql).run(...params.map(toInput))),
    executeValues: (sql, params) =>
      Effect.map(
        attempt(() => all(prepare(sql), params)),
        (rows) => rows.map((row) => Object.values(row))
      ),
    executeValuesUnprepared: (sql, params) =>
      Effect.map(
        attempt(() => all(database.prepare(sql), params)),
        (rows) => rows.map((row) => Object.values(row))
      ),
    executeUnprepared: (sql, params, transformRows) =>
      Effect.map(
        attempt(() => all(database.prepare(sql), params)),
        transformRows ?? identity
      ),
    executeStream: (sql, params, transformRows) =>
      Stream.unwrap(
        Effect.map(
          attempt(() => database.prepare(sql).iterate(...params.map(toInput))),
          (rows) =>
            Stream.paginate(rows, () =>
              Effect.map(
                attempt(() => nextChunk(rows)),
                (chunk) => [
                  transformRows === undefined ? chunk : transformRows(chunk),
                  chunk.length < rowsPerChunk ? Option.none() : Option.some(rows)
                ]
              )
            )
        )
      )
  }
}

/** Opens a database file, or creates it. `:memory:` is a database that lives as long as the scope. */
export const makeNodeSqlite = Effect.fnUntraced(function* (file: string) {
  const database = yield* open(file)
  const connection = Effect.succeed(connectionTo(database))
  const acquirers = Client.makeSqliteAcquirers({
    connection,
    semaphore: yield* Semaphore.make(1),
    isTransaction: () => database.isTransaction
  })
  return yield* Client.make({
    ...acquirers,
    compiler: Statement.makeCompilerSqlite(),
    driver: "node-sqlite",
    beginTransaction: "BEGIN IMMEDIATE",
    spanAttributes: [["db.system.name", "sqlite"]]
  })
})
