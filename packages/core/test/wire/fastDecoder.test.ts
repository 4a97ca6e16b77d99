import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { operations } from "../../src/operations/table.ts"
import { CreateRoomRequest } from "../../src/Room.ts"
import { Timestamp } from "../../src/Timestamp.ts"
import { decodeResult, fastDecoderOf, notHandled } from "../../src/wire/fastDecoder.ts"
import { fromSchemaError } from "../../src/wire/SchemaProblem.ts"
import { Corruption, corrupt } from "../fixtures/corruption.ts"

const responses = Object.entries(operations).map(
  ([name, { success }]): readonly [string, Schema.Codec<unknown, unknown>] => [`the response of ${name}`, success]
)

// Metadata to be sent is any JSON, which only the schema decodes.
const requests = Object.entries(operations).flatMap(
  ([name, { request }]): ReadonlyArray<readonly [string, Schema.Codec<unknown, unknown>]> =>
    "metadata" in request.fields || Object.keys(request.fields).length === 0
      ? []
      : [[`the request of ${name}`, Schema.toType(request)]]
)

const read = (schema: Schema.Codec<unknown, unknown>, wire: unknown) =>
  Option.getOrThrow(Option.fromUndefinedOr(fastDecoderOf(schema.ast)))(wire)

/** Everything that can be seen of a value, the order of its keys included. */
const seen = (value: unknown) => inspect(value, { depth: null, showHidden: false })

describe.each([...responses, ...requests])("%s", (_, schema) => {
  const decode = Schema.decodeUnknownResult(schema)
  const encode = Schema.encodeSync(schema)
  const fast = decodeResult(schema)

  it.effect.prop("decodes well-formed values like the schema", [schema], ([value]) =>
    Effect.sync(() => {
      const wire = encode(value)
      const decoded = Result.getOrThrow(decode(wire))
      assert.deepStrictEqual(read(schema, wire), decoded)
      assert.strictEqual(seen(read(schema, wire)), seen(decoded))
    })
  )

  it.effect.prop(
    "decodes corrupted values like the schema, or leaves them to the schema",
    [schema, Corruption],
    ([value, corruption]) =>
      Effect.sync(() => {
        const wire = corrupt(encode(value), corruption)
        const decoded = decode(wire)
        const given = read(schema, wire)
        if (given !== notHandled) assert.strictEqual(seen(given), seen(Result.getOrThrow(decoded)))
        const problem = (result: typeof decoded) =>
          Result.match(result, { onFailure: fromSchemaError, onSuccess: seen })
        assert.deepStrictEqual(problem(fast(wire)), problem(decoded))
      }),
    { arbitrary: { runs: 300 } }
  )
})

describe("a schema without a fast decoder", () => {
  const check = Schema.makeFilter<unknown>(() => false)

  it.each([
    ["of another kind", Schema.Union([Schema.String, Schema.Int])],
    ["with a part of another kind", Schema.Struct({ roomId: CreateRoomRequest })],
    ["with rows of another kind", Schema.Array(Schema.Unknown)],
    ["of a tuple", Schema.Tuple([Schema.String])],
    ["of a tuple with a rest", Schema.TupleWithRest(Schema.Tuple([Schema.String]), [Schema.String])],
    [
      "of a struct with more keys",
      Schema.StructWithRest(Schema.Struct({}), [Schema.Record(Schema.String, Schema.String)])
    ],
    ["of no keys", Schema.Struct({})],
    ["with a key that is none", Schema.Struct({ ["__proto__"]: Schema.String })],
    ["with a check of its rows", Schema.Array(Schema.String).check(check)],
    ["with a check of its keys", Schema.Struct({ roomId: Schema.String }).check(check)],
    ["with checks in a group", Schema.Int.check(Schema.isInt32())],
    ["with its own transformation", Schema.FiniteFromString]
  ])("%s", (_, schema) => {
    assert.isUndefined(fastDecoderOf(schema.ast))
  })

  it.each([
    ["transformed again", Timestamp.pipe(Schema.decodeTo(Schema.Unknown))],
    [
      "on one side alone",
      Schema.String.pipe(
        Schema.decodeTo(Schema.toType(Timestamp), {
          decode: SchemaGetter.transform(DateTime.makeUnsafe),
          encode: SchemaGetter.transform(DateTime.formatIso)
        })
      )
    ],
    ["with a check", Timestamp.check(check)],
    ["as an optional key", Schema.optionalKey(Timestamp)]
  ])("by a reader that another one has, from which it was made: %s", (_, schema) => {
    assert.isUndefined(fastDecoderOf(schema.ast))
  })
})
