import { assert, describe, it } from "@effect/vitest"
import { parse as parseCsv } from "csv-parse/sync"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as EffectYaml from "effect/encoding/Yaml"
import { parse as parseYaml } from "yaml"
import { type Circumstances, rooms } from "../fixtures/command.ts"
import * as Hostile from "../fixtures/hostile.ts"
import { answering } from "../fixtures/service.ts"
import { noRooms, type Row, rowsOf } from "../fixtures/wire.ts"

/** Returns the value of a field that a csv reader sees. */
const csvCell = (value: unknown) => (value === null ? "" : typeof value === "string" ? value : JSON.stringify(value))

const csvRow = (row: Row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, csvCell(value)]))

/** JSON text in the cells of a column, as it would be without escapes. */
const normal = (cells: { readonly [column: string]: string }) => ({
  ...cells,
  metadata: cells.metadata ? JSON.stringify(JSON.parse(cells.metadata)) : ""
})

const readers: {
  readonly [format: string]: ReadonlyArray<(text: string) => ReadonlyArray<unknown>>
} = {
  json: [(text) => JSON.parse(text).rooms],
  ndjson: [rowsOf],
  yaml: [(text) => parseYaml(text), (text) => parseYaml(text, { version: "1.1" })],
  csv: [(text) => parseCsv<{ readonly [column: string]: string }>(text, { columns: true }).map(normal)]
}

const list = (rows: ReadonlyArray<Row>, args: ReadonlyArray<string>, circumstances: Circumstances = {}) => {
  const page = { ...noRooms, rooms: rows, pageSize: rows.length, count: rows.length }
  return rooms(["list", "--all", ...args], { service: answering({ "/rooms/get-rooms": page }), ...circumstances })
}

/** The same values in the same order, with keys like `__proto__` and numbers like 1e21 among them. */
const assertSame = (actual: unknown, expected: unknown) =>
  assert.strictEqual(JSON.stringify(actual), JSON.stringify(expected))

const someRooms = Arbitrary.map(Arbitrary.array(Hostile.room, { maxLength: 4 }), (rooms) =>
  rooms.map((room, index) => ({ ...room, roomId: `${room.roomId}${index}` }))
)

const runs = { arbitrary: { runs: 100 } }

describe("hostile titles", () => {
  it.effect.prop(
    "a pipe gets them whole, in every format",
    { rows: someRooms },
    ({ rows }) =>
      Effect.gen(function* () {
        for (const [format, parsers] of Object.entries(readers)) {
          const { stdout } = yield* list(rows, ["--format", format])
          for (const parse of parsers) assertSame(parse(stdout), format === "csv" ? rows.map(csvRow) : rows)
        }
      }),
    runs
  )

  it.effect.prop(
    "a terminal gets nothing that moves, colours or turns, in any format, and JSON and YAML whole",
    { rows: someRooms },
    ({ rows }) =>
      Effect.gen(function* () {
        for (const format of ["table", ...Object.keys(readers)]) {
          for (const fields of [[], ["--fields", "roomId,metadata.title,metadata"]]) {
            const { stderr, stdout } = yield* list(rows, ["--format", format, ...fields], { terminal: true })
            assert.notMatch(stdout + stderr, Hostile.harmful, format)
            if (format !== "table" && format !== "csv" && fields.length === 0) {
              for (const parse of readers[format] ?? []) assertSame(parse(stdout), rows)
            }
          }
        }
      }),
    runs
  )

  it.effect.prop(
    "a table has a line for each, and JSON a line for each where lines are asked for",
    { rows: someRooms },
    ({ rows }) =>
      Effect.gen(function* () {
        const table = yield* list(rows, ["--format", "table"])
        assert.strictEqual(table.stdout.split(/[\n\r\u0085\u2028\u2029]/).length, rows.length + 2)
        const ndjson = yield* list(rows, ["--format", "ndjson"])
        assert.strictEqual(ndjson.stdout.split(/[\n\r\u0085\u2028\u2029]/).length, rows.length + 1)
      }),
    runs
  )

  it.effect.prop(
    "one field of them is what it is in csv",
    { rows: someRooms },
    ({ rows }) =>
      Effect.gen(function* () {
        const { stdout } = yield* list(rows, ["--format", "csv", "--fields", "metadata.title,roomId"])
        const read = parseCsv<{ readonly [column: string]: string }>(stdout, { columns: true })
        assertSame(
          read.map(({ roomId }) => roomId),
          rows.map(({ roomId }) => roomId)
        )
        for (const [index, { metadata }] of rows.entries()) {
          const title = metadata?.title ?? null
          const cell = read[index]?.["metadata.title"] ?? ""
          // Half a surrogate pair can't be written as UTF-8.
          if (typeof title === "string") assert.strictEqual(cell, title.toWellFormed())
          else assertSame(cell === "" ? null : JSON.parse(cell), title)
        }
      }),
    runs
  )

  it.effect.prop(
    "one room is what it is, as json, yaml and csv",
    { row: Hostile.room },
    ({ row }) =>
      Effect.gen(function* () {
        const { createdAt: _, ...details } = row
        const service = () => answering({ "/rooms/room-details/k": details })
        const get = (format: string, terminal = false) =>
          rooms(["get", "k", "--format", format], { service: service(), terminal })
        assertSame(JSON.parse((yield* get("json")).stdout), details)
        assertSame(parseYaml((yield* get("yaml")).stdout), details)
        const csv = parseCsv<{ readonly [column: string]: string }>((yield* get("csv")).stdout, { columns: true })
        assertSame(csv.map(normal), [csvRow(details)])
        for (const format of ["table", ...Object.keys(readers)]) {
          assert.notMatch((yield* get(format, true)).stdout, Hostile.harmful, format)
        }
      }),
    runs
  )
})

describe("yaml", () => {
  it.effect("is read by Effect as it is by others", () =>
    Effect.gen(function* () {
      const row = {
        roomId: "a: b",
        createdAt: 0,
        roomLocked: true,
        metadata: { title: "\u001b[2J", hosts: ["yes", "Ada", { name: "#1", seats: [] }], deep: [[1, ["x"]]], none: {} }
      }
      const { stdout } = yield* list([row], ["--format", "yaml"])
      assertSame(EffectYaml.parse(stdout), [row])
    })
  )
})
