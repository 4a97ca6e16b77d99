/**
 * Every schema works with `it.effect.prop`. The tests run on everything that the modules with schemas export, so a new schema in
 * one of them is included.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Cursor from "../src/Cursor.ts"
import * as Evidence from "../src/Evidence.ts"
import * as Core from "../src/index.ts"
import * as Metadata from "../src/Metadata.ts"
import * as PaginationError from "../src/PaginationError.ts"
import * as RoomsApi from "../src/RoomsApi.ts"
import * as ServiceError from "../src/ServiceError.ts"
import * as Timestamp from "../src/Timestamp.ts"

// None of our schemas needs a service.
const isCodec = (value: unknown): value is Schema.Codec<unknown, unknown> => Schema.isSchema(value)

const modules = {
  ...Core,
  ...RoomsApi,
  ...Cursor,
  ...Evidence,
  ...Metadata,
  ...PaginationError,
  ...ServiceError,
  ...Timestamp
}

const schemas = Object.entries<unknown>(modules).flatMap(([name, value]) =>
  isCodec(value) ? [[name, value] as const] : []
)

describe.each(schemas)("%s", (_, schema) => {
  const json = Schema.toCodecJson(schema)
  const same = Schema.toEquivalence(schema)

  it.effect.prop("survives JSON text", [schema], ([value]) =>
    Effect.gen(function* () {
      const text = JSON.stringify(yield* Schema.encodeEffect(json)(value))
      const parsed: unknown = JSON.parse(text)
      // Node 24, not 22: behind JSON.parse('{"k":1,"\\\\":2}'), JSON.parse('{"k":1,"\\n":2}') has the key "\\". Differences
      // that the engine makes aren't ours.
      if (JSON.stringify(parsed) !== text) return
      const back = yield* Schema.decodeUnknownEffect(json)(parsed)
      assert.isTrue(same(back, value), text)
    })
  )

  it.effect("generates even large values with hardly a discard", () =>
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

it("finds the schemas by itself", () => {
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
  const isNested = (metadata: Metadata.Metadata) =>
    Object.values(metadata).some((value) => typeof value === "object" && value !== null)

  it.effect("is none, empty, flat and nested", () =>
    Effect.gen(function* () {
      const sample = yield* Arbitrary.sampleEffect(Arbitrary.schema(Metadata.OptionalMetadata), {
        count: 200,
        seed: "metadata"
      })
      const objects = sample.flatMap(Option.toArray)
      assert.isAbove(objects.length, 50)
      assert.isBelow(objects.length, 200)
      assert.isTrue(objects.some((metadata) => Object.keys(metadata).length === 0))
      assert.isTrue(objects.some((metadata) => Object.keys(metadata).length > 1 && !isNested(metadata)))
      assert.isTrue(objects.some(isNested))
    })
  )
})
