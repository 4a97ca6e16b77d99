import { assert, describe, it } from "@effect/vitest"
import { SessionId } from "@effect-rooms/core/Identifier"
import { Room } from "@effect-rooms/core/Room"
import { Timestamp } from "@effect-rooms/core/Timestamp"
import * as Schema from "effect/Schema"
import { type Field, fieldsOf, fieldsProblem, parsePaths, rowFields, unknownPaths } from "../../src/output/Field.ts"
import * as fields from "../../src/output/serviceFields.ts"

describe("fieldsOf", () => {
  it("returns the fields of a schema with their kinds, in its order", () => {
    assert.deepStrictEqual(fieldsOf(Room), [
      { path: "roomId", kind: "id" },
      { path: "createdAt", kind: "time" },
      { path: "roomLocked", kind: "value" },
      { path: "metadata", kind: "json" }
    ])
  })

  it("includes a field that is new in the contract", () => {
    const schema = Schema.Struct({
      ...Room.fields,
      region: Schema.optionalKey(Schema.String),
      updatedAt: Schema.optionalKey(Timestamp),
      lastSessionId: Schema.optionalKey(SessionId)
    })
    assert.deepStrictEqual(fieldsOf(schema).slice(4), [
      { path: "region", kind: "value" },
      { path: "updatedAt", kind: "time" },
      { path: "lastSessionId", kind: "id" }
    ])
  })

  it("returns the path of a field inside another", () => {
    assert.deepStrictEqual(fields.createdRoomFields, [
      { path: "message", kind: "value" },
      { path: "data.roomId", kind: "id" }
    ])
  })
})

describe("rowFields", () => {
  it("keeps the order in which the fields are written", () => {
    assert.deepStrictEqual(rowFields<{ readonly id: string; readonly size: number }>({ size: "value", id: "id" }), [
      { path: "size", kind: "value" },
      { path: "id", kind: "id" }
    ])
  })
})

describe("unknownPaths", () => {
  const unknown = (text: string) => unknownPaths(fields.roomFields, parsePaths(text))

  it("accepts the fields, and any path below metadata", () => {
    assert.deepStrictEqual(unknown("metadata.title,roomId, metadata,metadata.a.b.0"), [])
  })

  it("accepts the object that a field is in", () => {
    assert.deepStrictEqual(unknownPaths(fields.createdRoomFields, ["data", "data.roomId"]), [])
  })

  it("returns the paths that no row has", () => {
    assert.deepStrictEqual(unknown("roomId,title,room,roomId.x,metadata.,metadatax,,ROOMID"), [
      ...["title", "room", "roomId.x", "metadata.", "metadatax", "", "ROOMID"]
    ])
  })
})

describe("fieldsProblem", () => {
  const problem = (fields: ReadonlyArray<Field>, ...unknown: ReadonlyArray<string>) => fieldsProblem(fields, unknown)

  it.each([
    ["title", fields.roomFields, "metadata.title"],
    ["ROOMID", fields.roomFields, "roomId"],
    ["rommId", fields.roomFields, "roomId"],
    ["title", fields.roomSessionFields, "room.title"],
    ["displayName", fields.participantFields, "metadata.displayName"],
    ["totalUser", fields.usageMetricsFields, "totalUsers"]
  ] as const)("suggests the intended field for %s", (unknown, fields, suggestion) => {
    assert.include(
      problem(fields, unknown),
      `unknown field "${unknown}" (did you mean ${suggestion}?); the fields are: `
    )
  })

  it("suggests nothing that is far from what was typed", () => {
    assert.include(
      problem(fields.usageMetricsFields, "roomId"),
      'unknown field "roomId"; the fields are: totalSessions'
    )
    assert.include(problem(fields.roomFields, ""), 'unknown field ""; the fields are: roomId')
  })

  it("suggests the whole value of --fields", () => {
    assert.include(problem(fields.roomFields, "title", "roomid"), "(did you mean metadata.title,roomId?)")
  })
})
