import { assert, describe, it } from "@effect/vitest"
import { RoomId, SessionId } from "@effect-rooms/core/Identifier"
import { Room } from "@effect-rooms/core/Room"
import { OptionalTimestamp } from "@effect-rooms/core/Timestamp"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { utcTime } from "../../src/output/cells.ts"
import { columnsFor } from "../../src/output/columns.ts"

const NewRoom = Schema.Struct({
  ...Room.fields,
  region: Schema.optionalKey(Schema.String),
  joinUrl: Schema.optionalKey(Schema.String),
  updatedAt: OptionalTimestamp,
  lastSessionId: Schema.optionalKey(SessionId)
})

const room = {
  roomId: RoomId.make("abc"),
  createdAt: DateTime.makeUnsafe("2026-11-18T09:00:00Z"),
  roomLocked: false,
  metadata: Option.none(),
  region: "eu-west",
  updatedAt: Option.some(DateTime.makeUnsafe("2026-11-18T09:16:00Z"))
}

describe("columnsFor", () => {
  const columns = columnsFor(
    NewRoom,
    [
      { field: "roomId", header: "ROOM", cell: ({ roomId }) => roomId },
      { header: "AGE", cell: () => "2d" }
    ],
    ["createdAt", "metadata"]
  )

  it("appends a column for each field without a column that isn't hidden", () => {
    assert.deepStrictEqual(
      columns.map(({ header }) => header),
      ["ROOM", "AGE", "ROOM LOCKED", "REGION", "JOIN URL", "UPDATED AT", "LAST SESSION ID"]
    )
  })

  it("formats the values of those columns", () => {
    assert.deepStrictEqual(
      columns.map(({ cell }) => cell(room, utcTime)),
      ["abc", "2d", "false", "eu-west", "", "2026-11-18 09:16Z", ""]
    )
  })

  it("lets ids and texts be cut, but not times", () => {
    assert.deepStrictEqual(
      columns.slice(3).map(({ cut }) => cut),
      ["text", "text", undefined, "id"]
    )
  })
})
