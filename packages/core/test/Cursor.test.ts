import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Cursor, Limit, OptionalCursor } from "../src/Cursor.ts"
import { decode, encode, refusal } from "./fixtures/schema.ts"

describe("Cursor", () => {
  it.each([0, 1, 1_000_000])("accepts %d", (cursor) => {
    assert.strictEqual(decode(Cursor, cursor), cursor)
  })

  it("rejects a negative number and says why", () => {
    assert.deepStrictEqual(refusal(Cursor, -1), { path: "", problem: "expected an integer of at least 0" })
  })

  it.each([0.5, "1", null, Number.NaN, Number.MAX_SAFE_INTEGER + 1])("rejects %j", (cursor) => {
    refusal(Cursor, cursor)
  })
})

describe("Limit", () => {
  it.each([1, 20, 100])("accepts %d", (limit) => {
    assert.strictEqual(decode(Limit, limit), limit)
  })

  it.each([0, -1])("rejects %d and says why", (limit) => {
    assert.deepStrictEqual(refusal(Limit, limit), { path: "", problem: "expected an integer of at least 1" })
  })

  it.each([1.5, "1", null, Number.POSITIVE_INFINITY])("rejects %j", (limit) => {
    refusal(Limit, limit)
  })
})

describe("OptionalCursor", () => {
  const Answer = Schema.Struct({ nextCursor: OptionalCursor })

  it.each([{}, { nextCursor: null }])("reads %j as no cursor, which is sent as null", (wire) => {
    const answer = decode(Answer, wire)
    assert.deepStrictEqual(answer, { nextCursor: Option.none() })
    assert.deepStrictEqual(encode(Answer, answer), { nextCursor: null })
  })

  // What a number means is for the walk to decide: some services end a list with 0, some count pages from 0.
  it.each([0, 1, -1])("keeps %d as it is", (nextCursor) => {
    const answer = decode(Answer, { nextCursor })
    assert.deepStrictEqual(answer, { nextCursor: Option.some(nextCursor) })
    assert.deepStrictEqual(encode(Answer, answer), { nextCursor })
  })

  it.each(["2", 1.5, true])("rejects %j at its path", (nextCursor) => {
    assert.strictEqual(refusal(Answer, { nextCursor }).path, "nextCursor")
  })
})
