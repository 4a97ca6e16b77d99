import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Mirror } from "../../src/index.ts"
import { stores } from "../fixtures/stores.ts"

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "rooms-mirror-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

describe.each(stores)("a database in $name", (store) => {
  it.live("has a table for each kind of row, with the account first in every key", () =>
    Effect.gen(function* () {
      const { sql } = yield* Mirror
      const inserted = sql`INSERT INTO rooms (account, room_id) VALUES ('a', 'r'), ('b', 'r') RETURNING room_id`
      assert.lengthOf(yield* inserted, 2)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(inserted)))
    }).pipe(Effect.provide(store.layer()))
  )

  it.live.each([
    "INSERT INTO rooms (account, room_id) VALUES ('a', 'r')",
    "DELETE FROM rooms",
    "DROP TABLE rooms",
    "CREATE TABLE other (id text)"
  ])("refuses to change anything by a query: %s", (statement) =>
    Effect.gen(function* () {
      const mirror = yield* Mirror
      const error = yield* Effect.flip(Stream.runDrain(mirror.query(statement)))
      assert.include(["Query", "Access"], error.reason)
      assert.lengthOf(yield* Stream.runCollect(mirror.query("SELECT * FROM rooms")), 0)
      // The connection can write again.
      yield* mirror.sql`INSERT INTO rooms (account, room_id) VALUES ('a', 'r')`
    }).pipe(Effect.provide(store.layer()))
  )

  it.live("names the part of a query that it doesn't understand", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Mirror.use((mirror) => Stream.runDrain(mirror.query("SELECT id FROM nowhere"))))
      assert.strictEqual(error.reason, "Query")
      assert.include(error.message, "nowhere")
    }).pipe(Effect.provide(store.layer()))
  )
})

describe("a SQLite file", () => {
  it.live("that a newer version has upgraded is refused, and stays as it is", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "rooms.db")
      yield* Mirror.use(
        ({ sql }) => sql`INSERT INTO rooms_mirror_migrations (migration_id, name) VALUES (99, 'later')`
      ).pipe(Effect.provide(Mirror.layerSqlite({ file })))
      const error = yield* Effect.flip(Layer.build(Mirror.layerSqlite({ file })))
      assert.strictEqual(error.reason, "NewerDatabase")
      assert.include(error.message, "its tables have version 99")
    }).pipe(Effect.scoped)
  )

  it.live("that isn't a database is refused", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "rooms.db")
      writeFileSync(file, "no database at all, but long enough to look at".repeat(50))
      const error = yield* Effect.flip(Layer.build(Mirror.layerSqlite({ file })))
      assert.strictEqual(error.reason, "Database")
      assert.include(error.message, "file is not a database")
    }).pipe(Effect.scoped)
  )

  it.live("in a folder that doesn't exist is refused", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Layer.build(Mirror.layerSqlite({ file: "/nowhere/rooms.db" })))
      assert.strictEqual(error.reason, "Connection")
    }).pipe(Effect.scoped)
  )
})

describe("a Postgres database", () => {
  it.live("that doesn't answer is refused without the password", () =>
    Effect.gen(function* () {
      const url = Redacted.make("postgres://somebody:a-secret@127.0.0.1:1/rooms")
      const error = yield* Effect.flip(Layer.build(Mirror.layerPostgres({ url })))
      assert.strictEqual(error.reason, "Connection")
      assert.notInclude(`${error.message} ${JSON.stringify(error)} ${String(error.stack)}`, "a-secret")
    }).pipe(Effect.scoped)
  )
})
