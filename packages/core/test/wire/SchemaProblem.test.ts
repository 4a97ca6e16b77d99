import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { refusal } from "../fixtures/schema.ts"

const Answer = Schema.Struct({
  rooms: Schema.Array(
    Schema.Struct({ owner: Schema.Struct({ name: Schema.String }), seats: Schema.Array(Schema.Int) })
  ),
  labels: Schema.Record(Schema.String, Schema.Int)
})

const room = { owner: { name: "Ada" }, seats: [1] }
const good = { rooms: [room], labels: {} }

describe("fromSchemaError", () => {
  it.each<[wire: unknown, path: string, problem: string]>([
    [7, "", "expected an object"],
    [{ rooms: [] }, "labels", "is missing"],
    [{ ...good, rooms: 7 }, "rooms", "expected an array"],
    [{ ...good, rooms: [room, room, 7] }, "rooms[2]", "expected an object"],
    [{ ...good, rooms: [room, { ...room, owner: {} }] }, "rooms[1].owner.name", "is missing"],
    [{ ...good, rooms: [{ ...room, seats: [1, 2, "3"] }] }, "rooms[0].seats[2]", "expected number"],
    [{ ...good, labels: { "a.b c": "x" } }, "labels.a.b c", "expected number"]
  ])("of %j names the path and what is wrong there", (wire, path, problem) => {
    assert.deepStrictEqual(refusal(Answer, wire), { path, problem })
  })

  it("begins with an index where the value is a list", () => {
    assert.deepStrictEqual(refusal(Schema.Array(Schema.Int), [1, "2"]), { path: "[1]", problem: "expected number" })
  })

  it("names the first of several problems", () => {
    assert.strictEqual(refusal(Answer, { rooms: [{ owner: {}, seats: 1 }] }).path, "rooms[0].owner.name")
  })

  it("keeps the words of a filter", () => {
    const Even = Schema.Int.check(Schema.makeFilter((n) => (n % 2 === 0 ? undefined : `Must be even, is ${n}`)))
    assert.deepStrictEqual(refusal(Schema.Struct({ n: Even }), { n: 3 }), { path: "n", problem: "must be even, is 3" })
  })
})
