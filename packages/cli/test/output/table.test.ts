import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { type Layout, plainLayout } from "../../src/output/Layout.ts"
import * as Table from "../../src/output/table.ts"
import { lines } from "../fixtures/wire.ts"

interface Row {
  readonly name: string
  readonly size: string
}

const columns: ReadonlyArray<Table.Column<Row>> = [
  { header: "NAME", cell: ({ name }) => name },
  { header: "SIZE", cell: ({ size }) => size }
]

type Chunk = readonly [Row, ...Array<Row>]

/** Returns the pieces that are written for these chunks of rows. */
const pieces = (...chunks: ReadonlyArray<Chunk>) =>
  Stream.runCollect(Table.tableLines(Stream.flattenArray(Stream.fromIterable(chunks)), columns, "nothing"))

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

  it.effect("writes only its header without rows", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* tableOf(), "NAME  SIZE\n")
    })
  )
})

/** The lines of a table in a terminal of this width. */
const inTerminal = (width: number, columns: ReadonlyArray<Table.Column<Row>>, ...chunks: ReadonlyArray<Chunk>) =>
  Table.tableLines(Stream.flattenArray(Stream.fromIterable(chunks)), columns, "nothing", {
    ...plainLayout,
    width
  }).pipe(
    Stream.mkString,
    Effect.map((text) => text.split("\n").slice(0, -1))
  )

const cutting = (cuts: { readonly [header: string]: Table.Cuttable }) =>
  columns.map((column) => ({ ...column, cut: cuts[column.header] }))

const text = (...headers: ReadonlyArray<string>) =>
  cutting(Object.fromEntries(headers.map((header) => [header, "text" as const])))

describe("tableLines in a terminal", () => {
  it.effect("cuts a column of text only if it doesn't fit", () =>
    Effect.gen(function* () {
      const rows: Chunk = [
        { name: "abcdef", size: "123456" },
        { name: "ab", size: "12345678" }
      ]
      assert.deepStrictEqual(yield* inTerminal(14, text("SIZE"), rows), [
        "NAME    SIZE",
        "abcdef  123456",
        "ab      12345…"
      ])
      assert.deepStrictEqual(yield* inTerminal(16, text("SIZE"), rows), [
        "NAME    SIZE",
        "abcdef  123456",
        "ab      12345678"
      ])
      assert.deepStrictEqual(yield* inTerminal(14, text("NAME"), rows), [
        "NAME  SIZE",
        "abc…  123456",
        "ab    12345678"
      ])
    })
  )

  it.effect("ends lines that have no room for what is never cut at the edge: they do not wrap", () =>
    Effect.gen(function* () {
      const rows: Chunk = [{ name: "abcdef", size: "123456" }]
      assert.deepStrictEqual(yield* inTerminal(12, columns, rows), ["NAME    SIZE", "abcdef  123…"])
      assert.deepStrictEqual(yield* inTerminal(5, columns, rows), ["NAME…", "abcd…"])
      assert.deepStrictEqual(yield* inTerminal(11, text("NAME"), [...rows, { name: "", size: "1" }]), [
        "NAME  SIZE",
        "abc…  1234…",
        "      1"
      ])
    })
  )

  it.effect("takes from the widest of the columns first", () =>
    Effect.gen(function* () {
      const rows: Chunk = [{ name: "a".repeat(20), size: "1".repeat(8) }]
      const table = yield* inTerminal(20, text("NAME", "SIZE"), rows)
      assert.deepStrictEqual(table, ["NAME        SIZE", "aaaaaaaaa…  11111111"])
    })
  )

  it.effect.each([
    { width: 80, id: 60, name: 18 },
    { width: 60, id: 36, name: 22 },
    { width: 50, id: 30, name: 18, of: 18 },
    { width: 44, id: 18, name: 24 },
    { width: 30, id: 12, name: 16 },
    { width: 20, id: 10, name: 8 },
    { width: 16, id: 8, name: 6 }
  ])("cuts ids before names, but for long names, in $width columns", ({ id, name, of = 22, width }) =>
    Effect.gen(function* () {
      const row = { name: "i".repeat(60), size: "n".repeat(width === 80 ? 18 : width === 44 ? 30 : of) }
      const [, line = ""] = yield* inTerminal(width, cutting({ NAME: "id", SIZE: "text" }), [row])
      assert.deepStrictEqual(
        line.split("  ").map((cell) => cell.length),
        [id, name]
      )
    })
  )

  it.effect("cuts what comes later to what its own line has room for", () =>
    Effect.gen(function* () {
      const table = yield* inTerminal(
        12,
        text("SIZE"),
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

  it.effect("leaves room for what is to the right of a column that is cut", () =>
    Effect.gen(function* () {
      const table = yield* inTerminal(12, text("NAME"), [{ name: "a", size: "1" }], [{ name: "abcdefgh", size: "1" }])
      assert.deepStrictEqual(table, ["NAME  SIZE", "a     1", "abcde…  1"])
    })
  )

  it.effect("wraps the last column between words", () =>
    Effect.gen(function* () {
      const wrapping = columns.map((column) => ({ ...column, wraps: column.header === "SIZE" }))
      const rows: Chunk = [
        { name: "a", size: "some words that are shown below one another" },
        { name: "b", size: "w".repeat(30) }
      ]
      assert.deepStrictEqual(yield* inTerminal(30, wrapping, rows), [
        "NAME  SIZE",
        "a     some words that are",
        "      shown below one another",
        `b     ${"w".repeat(30)}`
      ])
      assert.lengthOf(yield* inTerminal(80, wrapping, rows), 3)
    })
  )

  it.effect("says that there are no rows instead of showing its header, which a pipe gets", () =>
    Effect.gen(function* () {
      const empty = (isTerminal: boolean) =>
        Stream.mkString(Table.tableLines(Stream.empty, columns, "nothing here", { ...plainLayout, isTerminal }))
      assert.strictEqual(yield* empty(true), "nothing here\n")
      assert.strictEqual(yield* empty(false), "NAME  SIZE\n")
    })
  )

  it.effect("cuts between characters as people see them", () =>
    Effect.gen(function* () {
      const cut = (size: string) =>
        Effect.map(inTerminal(12, text("SIZE"), [{ name: "a", size }]), ([, line = ""]) => line.slice(6))
      assert.strictEqual(yield* cut("会議室の名前"), "会議…")
      assert.strictEqual(yield* cut("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦"), "👩‍👩‍👧‍👦👩‍👩‍👧‍👦…")
      assert.strictEqual(yield* cut("e\u0301".repeat(7)), `${"e\u0301".repeat(5)}…`)
    })
  )
})

describe("a layout", () => {
  const shown = (layout: Partial<Layout>) =>
    Stream.mkString(
      Table.tableLines(Stream.make({ name: "a", size: "1" }), columns, "nothing", { ...plainLayout, ...layout })
    )

  it.effect("emphasizes the header, as wide as it is without", () =>
    Effect.gen(function* () {
      const paint = (text: string) => `<${text}>`
      assert.strictEqual(yield* shown({ paint }), lines("<NAME  SIZE>", "a     1"))
      assert.strictEqual(
        Table.verticalTable({ name: "a", size: "1" }, [{ header: "N", cell: () => "a" }, ...columns], {
          ...plainLayout,
          paint
        }),
        lines("<N>     a", "<NAME>  a", "<SIZE>  1")
      )
    })
  )

  it.effect("colours cells without changing how wide they are, and what is cut of them", () =>
    Effect.gen(function* () {
      const paint = (text: string, color: string) => (color === "bold" ? text : `\u001b[32m${text}\u001b[39m`)
      const colored = columns.map((column) => ({ ...column, cut: "text" as const, color: () => "green" as const }))
      const layout = { ...plainLayout, width: 12, paint }
      const table = Table.table([{ name: "a", size: "1234567" }], colored, layout)
      assert.strictEqual(table, lines("NAME  SIZE", "\u001b[32ma\u001b[39m     \u001b[32m12345…\u001b[39m"))
      assert.strictEqual(
        Table.verticalTable({ name: "a", size: "1" }, colored.slice(0, 1), layout),
        "NAME  \u001b[32ma\u001b[39m\n"
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

  it("writes nothing without fields", () => {
    assert.strictEqual(Table.verticalTable({}, []), "")
  })
})
