import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
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

const at = (millis: number) => DateTime.makeUnsafe(millis)

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

describe("verticalTable", () => {
  it("has a line for each field", () => {
    assert.strictEqual(Table.verticalTable({ name: "x", size: "1\u0007" }, columns), lines("NAME  x", "SIZE  1\ufffd"))
  })

  it("is empty where there are no fields", () => {
    assert.strictEqual(Table.verticalTable({}, []), "")
  })
})

describe("localTime", () => {
  it("is ISO 8601 with the offset that the zone of this machine has at that time, to the second", () => {
    assert.strictEqual(Table.localTime(at(1_700_000_000_999)), "2023-11-15T03:58:20+05:45")
    assert.strictEqual(Table.localTime(at(0)), "1970-01-01T05:30:00+05:30")
  })
})

describe("optionalTime", () => {
  it("is the time, or the word for its absence", () => {
    assert.strictEqual(Table.optionalTime(Option.some(at(0)), "running"), "1970-01-01T05:30:00+05:30")
    assert.strictEqual(Table.optionalTime(Option.none(), "running"), "running")
  })
})

describe("duration", () => {
  const between = (start: number, end: number) => Table.duration(at(start), Option.some(at(end)))

  it("has hours, minutes and seconds, without those that are 0", () => {
    assert.strictEqual(between(0, 1_000), "1s")
    assert.strictEqual(between(0, 60_000), "1m")
    assert.strictEqual(between(0, 3_912_000), "1h 5m 12s")
    assert.strictEqual(between(0, 90_000_000), "1d 1h")
  })

  it("is rounded to the second", () => {
    assert.strictEqual(between(0, 499), "0s")
    assert.strictEqual(between(0, 1_500), "2s")
  })

  it("is empty while the end is not known", () => {
    assert.strictEqual(Table.duration(at(0), Option.none()), "")
  })
})
