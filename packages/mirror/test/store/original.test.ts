import { assert, describe, it } from "@effect/vitest"
import { Room } from "@effect-rooms/core"
import * as Schema from "effect/Schema"
import { makeOriginal } from "../../src/store/original.ts"
import { roomRow } from "../../src/store/rows.ts"

const sent = { roomId: "abc-defg-hij", createdAt: 1_000, roomLocked: true, metadata: { title: "Standup" } }

const NewRoom = Schema.Struct({ ...Room.fields, region: Schema.optionalKey(Schema.NullOr(Schema.String)) })
const decode = Schema.decodeUnknownSync(NewRoom)
const original = makeOriginal(NewRoom, ["roomId", "createdAt", "roomLocked", "metadata"])

describe("the original of a row", () => {
  it("has every field of the schema if one of them has no column", () => {
    const raw = original(decode({ ...sent, region: "eu" }), false)
    assert.deepStrictEqual(JSON.parse(raw ?? ""), { ...sent, region: "eu" })
  })

  it("has every field of the schema if a column couldn't hold its value", () => {
    const raw = original(decode(sent), true)
    assert.deepStrictEqual(JSON.parse(raw ?? ""), sent)
  })

  it("is null if the columns hold everything, or if the other fields are empty", () => {
    assert.isNull(original(decode(sent), false))
    assert.isNull(original(decode({ ...sent, region: null }), false))
    assert.isNull(roomRow(Schema.decodeUnknownSync(Room)(sent)).raw)
  })
})
