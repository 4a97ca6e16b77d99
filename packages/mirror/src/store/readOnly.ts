/** Runs a statement that somebody typed, in a way that lets it change nothing. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Dialect } from "./Dialect.ts"

// One connection is reserved for the statement, because these are settings of a connection.
const settings: Readonly<Record<Dialect["name"], { readonly before: string; readonly after: string }>> = {
  sqlite: { before: "PRAGMA query_only = ON", after: "PRAGMA query_only = OFF" },
  postgres: { before: "BEGIN READ ONLY", after: "ROLLBACK" }
}

/** Streams the rows of one statement. The database refuses to change anything on its behalf. */
export const readOnly = (sql: SqlClient, dialect: Dialect, statement: string) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const connection = yield* sql.reserve
      const { after, before } = settings[dialect.name]
      yield* Effect.acquireRelease(connection.executeUnprepared(before, [], undefined), () =>
        Effect.ignore(connection.executeUnprepared(after, [], undefined))
      )
      return connection.executeStream(statement, [], undefined)
    })
  )
