import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { JsonMetadata, metadataBytes, metadataLimit, nameOf, OptionalMetadata, titleOf } from "../src/Metadata.ts"
import { decode, encode, refusal } from "./fixtures/schema.ts"

describe("OptionalMetadata", () => {
  it.each([{}, { title: "Standup" }, { hosts: ["ada"], nested: { deep: [1, null] } }])(
    "reads the object %j",
    (wire) => {
      assert.deepStrictEqual(decode(OptionalMetadata, wire), Option.some(wire))
    }
  )

  it.each([
    ['{"title":"Standup"}', { title: "Standup" }],
    ["{}", {}],
    [' { "a" : [1] } ', { a: [1] }]
  ])("reads the JSON text %j as its object", (wire, metadata) => {
    assert.deepStrictEqual(decode(OptionalMetadata, wire), Option.some(metadata))
  })

  it.each([null, "null"])("reads %j as no metadata", (wire) => {
    assert.deepStrictEqual(decode(OptionalMetadata, wire), Option.none())
  })

  it.each(["", "{", "Standup", "[]", "7", '"text"', "true"])("rejects the text %j, which holds no object", (wire) => {
    assert.deepStrictEqual(refusal(OptionalMetadata, wire), {
      path: "",
      problem: "expected an object, null, or JSON text of an object"
    })
  })

  it.each([[[]], [[{}]], [7], [true], [undefined]])("rejects %j, which isn't an object", (wire) => {
    refusal(OptionalMetadata, wire)
  })

  it("sends an object, also for what came as text", () => {
    assert.deepStrictEqual(encode(OptionalMetadata, decode(OptionalMetadata, '{"a":1}')), { a: 1 })
  })

  it("sends null for no metadata", () => {
    assert.strictEqual(encode(OptionalMetadata, Option.none()), null)
  })

  it.effect.prop(
    "an object and its JSON text are the same metadata, and are sent as the object",
    [JsonMetadata],
    ([wire]) =>
      Effect.sync(() => {
        const text = JSON.stringify(wire)
        const metadata = decode(OptionalMetadata, text)
        assert.deepStrictEqual(metadata, decode(OptionalMetadata, JSON.parse(text)))
        assert.deepStrictEqual<unknown>(encode(OptionalMetadata, metadata), JSON.parse(text))
      })
  )
})

describe("JsonMetadata", () => {
  const check = Schema.toType(JsonMetadata)

  it.each([{}, { title: "Standup", hostWallets: ["0x1"] }, { a: { b: [null, 1, true] } }])("accepts %j", (metadata) => {
    assert.deepStrictEqual(decode(check, metadata), metadata)
  })

  it.each<[name: string, value: unknown]>([
    ["a function", () => 1],
    ["undefined", undefined],
    ["a date", new Date(0)],
    ["a number that JSON has no text for", Number.NaN],
    ["a bigint", 1n],
    ["a function further inside", { b: [() => 1] }]
  ])("rejects %s as a value and names the key", (_, value) => {
    assert.deepStrictEqual(refusal(check, { title: "Standup", a: value }), {
      path: "a",
      problem: "expected JSON value"
    })
  })
})

describe("metadataBytes", () => {
  it.each<[text: string, bytes: number]>([
    ["", 8],
    ["abc", 11],
    ["é", 10],
    ["€", 11],
    ["😀", 12],
    ['"', 10],
    ["\n", 10],
    ["\ud800", 14]
  ])("counts the JSON text of %j in bytes", (text, bytes) => {
    assert.strictEqual(metadataBytes({ a: text }), bytes)
  })

  it("counts an empty object as two bytes", () => {
    assert.strictEqual(metadataBytes({}), 2)
  })

  it.effect.prop("is the length of the body that would be sent", [JsonMetadata], ([metadata]) =>
    Effect.sync(() => {
      assert.strictEqual(metadataBytes(metadata), Buffer.byteLength(JSON.stringify(metadata), "utf8"))
    })
  )

  it("has the limit of the contract, 10 kB", () => {
    assert.strictEqual(metadataLimit, 10 * 1024)
  })
})

describe("titleOf and nameOf", () => {
  const row = (wire: unknown) => ({ metadata: decode(OptionalMetadata, wire) })

  it.each([
    ["an object", { title: "Standup", displayName: "Ada" }],
    ["JSON text", '{"title":"Standup","displayName":"Ada"}']
  ])("read the title and the name of metadata that is %s", (_, wire) => {
    assert.deepStrictEqual(titleOf(row(wire)), Option.some("Standup"))
    assert.deepStrictEqual(nameOf(row(wire)), Option.some("Ada"))
  })

  it("keep an empty string", () => {
    assert.deepStrictEqual(titleOf(row({ title: "" })), Option.some(""))
  })

  it.each([null, {}, { title: null, displayName: 7 }, { title: ["Standup"], displayName: { first: "Ada" } }])(
    "find neither in %j, which is read all the same",
    (wire) => {
      assert.deepStrictEqual([titleOf(row(wire)), nameOf(row(wire))], [Option.none(), Option.none()])
    }
  )
})
