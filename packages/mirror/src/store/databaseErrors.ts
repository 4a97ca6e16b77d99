/** Maps a database's errors to those of a mirror. */
import { MigrationError } from "effect/sql/Migrator"
import type { SqlError, SqlErrorReason } from "effect/sql/SqlError"
import { MirrorError, type MirrorErrorReason } from "../MirrorError.ts"

const reasonOf: Readonly<Record<SqlErrorReason["_tag"], MirrorErrorReason>> = {
  ConnectionError: "Connection",
  AuthenticationError: "Access",
  AuthorizationError: "Access",
  SqlSyntaxError: "Query",
  UniqueViolation: "Database",
  ConstraintError: "Database",
  DeadlockError: "Busy",
  SerializationError: "Busy",
  LockTimeoutError: "Busy",
  StatementTimeoutError: "Busy",
  UnknownError: "Database"
}

const sentence: Readonly<Record<MirrorErrorReason, string>> = {
  Connection: "The mirror's database can't be opened or reached, or the connection was lost",
  Access: "The mirror's database refused the user, or doesn't let them do this",
  Busy: "Another program held the mirror's database for too long",
  Full: "The disk of the mirror's database is full",
  NewerDatabase: "A newer version of this program has upgraded the mirror's database",
  OtherSource: "The mirror holds the data of another account or service",
  Query: "The database doesn't understand the query",
  Database: "The mirror's database reported an error"
}

// SQLite's result codes 13 (full) and 14 (can't open), and Postgres's class 53 (insufficient resources).
const isFull = (text: string) => /database or disk is full|No space left on device/i.test(text)
const isQuery = (text: string) =>
  /no such (table|column|function)|syntax error|readonly database|read-only transaction|incomplete input/i.test(text)

const textOf = (error: unknown): string =>
  error instanceof Error ? [error.message, textOf(error.cause)].filter((text) => text !== "").join(": ") : ""

const innermost = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error
    ? innermost(error.cause)
    : error instanceof Error
      ? error.message
      : String(error)

/** Builds the error of a mirror, whose message is a sentence and what the database said. */
export const makeMirrorError = (reason: MirrorErrorReason, said?: string, cause?: unknown): MirrorError =>
  new MirrorError({
    reason,
    problem:
      said === undefined || said === "" ? `${sentence[reason]}.` : `${sentence[reason]}: ${said.replace(/\.$/, "")}.`,
    ...(cause === undefined ? {} : { cause })
  })

/** Turns an error of `effect/sql` into one that says what it means for the mirror. */
export const mirrorError = (error: SqlError | MigrationError | MirrorError): MirrorError => {
  if (error instanceof MirrorError) return error
  const text = textOf(error)
  if (isFull(text)) return makeMirrorError("Full", undefined, error)
  if (error instanceof MigrationError) return makeMirrorError("Database", innermost(error), error)
  const said = innermost(error.reason.cause)
  return makeMirrorError(isQuery(text) ? "Query" : reasonOf[error.reason._tag], said, error)
}
