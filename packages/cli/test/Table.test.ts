import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { type Layout, plainLayout } from "../src/Layout.ts"
import * as Table from "../src/Table.ts"
import { lines } from "./fixtures/wire.ts"

interface Row {
  readonly name: string
  readonly size: string
}

const columns: ReadonlyArray<Table.Column<Row>> = [
  { header: "NAME", cell: ({ name }) => name },
  { header: "SIZE", cell: ({ size }) => size }
]

type Chunk = readonly [Row, ...Array<Row>]

/** What is written for these chunks of rows, in its pieces. */
const pieces = (...chunks: ReadonlyArray<Chunk>) =>
  Stream.runCollect(Table.tableLines(Stream.flattenArray(Stream.fromIterable(chunks)), columns))

const tableOf = (...chunks: ReadonlyArray<Chunk>) => Effect.map(pieces(...chunks), (written) => written.join(""))

describe("tableLines", () => {
  it.effect("makes a column as wide as its header and its widest cell, and leaves no space at the end of a line", () =>
    Effect.gen(function* () {
      const table = yield* tableOf([
        { name: "longer", size: "1" },
        { name: "x", size: "" }
      ])
      assert.strictEqual(table, lines("NAME    SIZE", "longer  1", "x"))
    })
  )

  it.effect("lets the first rows decide: a wider cell further down moves what is right of it in its line only", () =>
    Effect.gen(function* () {
      const table = yield* tableOf(
        [{ name: "first", size: "1" }],
        [
          { name: "wider than the first", size: "2" },
          { name: "x", size: "3" }
        ]
      )
      assert.strictEqual(table, lines("NAME   SIZE", "first  1", "wider than the first  2", "x      3"))
    })
  )

  it.effect("writes the header with the first rows, once", () =>
    Effect.gen(function* () {
      const written = yield* pieces([{ name: "a", size: "1" }], [{ name: "b", size: "2" }])
      assert.deepStrictEqual(written, ["NAME  SIZE\na     1\n", "b     2\n"])
    })
  )

  it.effect("aligns wide characters, combining ones and emoji", () =>
    Effect.gen(function* () {
      const table = yield* tableOf([
        { name: "会議室", size: "1" },
        { name: "cafe\u0301", size: "2" },
        { name: "🎉", size: "3" }
      ])
      assert.strictEqual(table, lines("NAME    SIZE", "会議室  1", "cafe\u0301    2", "🎉      3"))
    })
  )

  it.effect("replaces every control character of a cell, and nothing else", () =>
    Effect.gen(function* () {
      const table = yield* tableOf([{ name: "\u0000\t\n\r\u001b\u007f\u0080\u009f é\u00a0", size: "1" }])
      assert.strictEqual(table, lines("NAME         SIZE", `${"\ufffd".repeat(8)} é\u00a0  1`))
    })
  )

  it.effect("is its header where there are no rows", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* tableOf(), "NAME  SIZE\n")
    })
  )
})

/** The lines of a table in a terminal of this width. */
const inTerminal = (width: number, columns: ReadonlyArray<Table.Column<Row>>, ...chunks: ReadonlyArray<Chunk>) =>
  Table.tableLines(Stream.flattenArray(Stream.fromIterable(chunks)), columns, { ...plainLayout, width }).pipe(
    Stream.mkString,
    Effect.map((text) => text.split("\n").slice(0, -1))
  )

const elastic = (...headers: ReadonlyArray<string>) =>
  columns.map((column) => ({ ...column, elastic: headers.includes(column.header) }))

describe("tableLines in a terminal", () => {
  it.effect("cuts the elastic column, and only where it does not fit", () =>
    Effect.gen(function* () {
      const rows: Chunk = [
        { name: "abcdef", size: "123456" },
        { name: "ab", size: "12345678" }
      ]
      assert.deepStrictEqual(yield* inTerminal(14, elastic("SIZE"), rows), [
        "NAME    SIZE",
        "abcdef  123456",
        "ab      12345…"
      ])
      assert.deepStrictEqual(yield* inTerminal(16, elastic("SIZE"), rows), [
        "NAME    SIZE",
        "abcdef  123456",
        "ab      12345678"
      ])
      assert.deepStrictEqual(yield* inTerminal(14, elastic("NAME"), rows), [
        "NAME  SIZE",
        "abc…  123456",
        "ab    12345678"
      ])
    })
  )

  it.effect("never cuts what is not elastic", () =>
    Effect.gen(function* () {
      const rows: Chunk = [{ name: "abcdef", size: "123456" }]
      assert.deepStrictEqual(yield* inTerminal(5, columns, rows), ["NAME    SIZE", "abcdef  123456"])
      assert.deepStrictEqual(yield* inTerminal(5, elastic("SIZE"), rows), ["NAME    …", "abcdef  …"])
      const unnamed = yield* inTerminal(5, elastic("NAME"), [...rows, { name: "", size: "1" }])
      assert.deepStrictEqual(unnamed, ["…  SIZE", "…  123456", "   1"])
    })
  )

  it.effect("takes from the widest of the elastic columns first", () =>
    Effect.gen(function* () {
      const rows: Chunk = [{ name: "a".repeat(20), size: "1".repeat(8) }]
      const table = yield* inTerminal(20, elastic("NAME", "SIZE"), rows)
      assert.deepStrictEqual(table, ["NAME        SIZE", "aaaaaaaaa…  11111111"])
    })
  )

  it.effect("cuts what comes later to what its own line has room for", () =>
    Effect.gen(function* () {
      const table = yield* inTerminal(
        12,
        elastic("SIZE"),
        [{ name: "a", size: "1" }],
        [
          { name: "abcdefgh", size: "12" },
          { name: "abcdefgh", size: "123" },
          { name: "a", size: "1234567" }
        ]
      )
      assert.deepStrictEqual(table, ["NAME  SIZE", "a     1", "abcdefgh  12", "abcdefgh  1…", "a     12345…"])
    })
  )

  it.effect("leaves room for what is to the right of an elastic column", () =>
    Effect.gen(function* () {
      const table = yield* inTerminal(
        12,
        elastic("NAME"),
        [{ name: "a", size: "1" }],
        [{ name: "abcdefgh", size: "1" }]
      )
      assert.deepStrictEqual(table, ["NAME  SIZE", "a     1", "abcde…  1"])
    })
  )

  it.effect("cuts between characters as people see them", () =>
    Effect.gen(function* () {
      const cut = (size: string) =>
        Effect.map(inTerminal(12, elastic("SIZE"), [{ name: "a", size }]), ([, line = ""]) => line.slice(6))
      assert.strictEqual(yield* cut("会議室の名前"), "会議…")
      assert.strictEqual(yield* cut("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦"), "👩‍👩‍👧‍👦👩‍👩‍👧‍👦…")
      assert.strictEqual(yield* cut("e\u0301".repeat(7)), `${"e\u0301".repeat(5)}…`)
    })
  )
})

describe("a layout", () => {
  const shown = (layout: Partial<Layout>) =>
    Stream.mkString(Table.tableLines(Stream.make({ name: "a", size: "1" }), columns, { ...plainLayout, ...layout }))

  it.effect("emphasizes the header, as wide as it is without", () =>
    Effect.gen(function* () {
      const emphasis = (text: string) => `<${text}>`
      assert.strictEqual(yield* shown({ emphasis }), lines("<NAME  SIZE>", "a     1"))
      assert.strictEqual(
        Table.verticalTable({ name: "a", size: "1" }, [{ header: "N", cell: () => "a" }, ...columns], {
          ...plainLayout,
          emphasis
        }),
        lines("<N>     a", "<NAME>  a", "<SIZE>  1")
      )
    })
  )

  it.effect("leaves the header out, and makes no room for it", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* shown({ header: false }), "a  1\n")
      assert.strictEqual(
        Table.verticalTable({ name: "a", size: "1" }, columns, { ...plainLayout, header: false }),
        lines("a", "1")
      )
    })
  )
})

describe("verticalTable", () => {
  it("has a line for each field", () => {
    assert.strictEqual(Table.verticalTable({ name: "x", size: "1\u0007" }, columns), lines("NAME  x", "SIZE  1\ufffd"))
  })

  it("is empty where there are no fields", () => {
    assert.strictEqual(Table.verticalTable({}, []), "")
  })
})
