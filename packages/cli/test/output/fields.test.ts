import { assert, describe, it } from "@effect/vitest"
import { LiveParticipant } from "@effect-rooms/core/LiveParticipant"
import { Recording } from "@effect-rooms/core/Recording"
import { Room, RoomDetails, RoomMetadata } from "@effect-rooms/core/Room"
import { Participant, Session } from "@effect-rooms/core/Session"
import { UsageMetrics } from "@effect-rooms/core/UsageMetrics"
import * as Fields from "../../src/output/fields.ts"

describe("the fields of rows", () => {
  it.each([
    ["Room", Fields.roomFields, Room],
    ["RoomDetails", Fields.roomDetailsFields, RoomDetails],
    ["RoomMetadata", Fields.roomMetadataFields, RoomMetadata],
    ["Session", Fields.sessionFields, Session, "duration"],
    ["Participant", Fields.participantFields, Participant, "duration"],
    ["LiveParticipant", Fields.liveParticipantFields, LiveParticipant],
    ["Recording", Fields.recordingFields, Recording],
    ["UsageMetrics", Fields.usageMetricsFields, UsageMetrics]
  ] as const)(
    "are those of the contract, and what the command adds: %s",
    (_, fields, { fields: ofContract }, ...added) => {
      assert.deepStrictEqual(
        fields.map(({ path }) => path),
        [...Object.keys(ofContract), ...added]
      )
    }
  )
})

describe("unknownPaths", () => {
  const unknown = (text: string) => Fields.unknownPaths(Fields.roomFields, Fields.pathsIn(text))

  it("knows the fields, and any path below metadata", () => {
    assert.deepStrictEqual(unknown("metadata.title,roomId, metadata,metadata.a.b.0"), [])
  })

  it("knows what a field is within", () => {
    assert.deepStrictEqual(Fields.unknownPaths(Fields.createdRoomFields, ["data", "data.roomId"]), [])
  })

  it("names those that there are not", () => {
    assert.deepStrictEqual(unknown("roomId,title,room,roomId.x,metadata.,metadatax,,ROOMID"), [
      ...["title", "room", "roomId.x", "metadata.", "metadatax", "", "ROOMID"]
    ])
  })
})

describe("fieldsProblem", () => {
  const says = (fields: ReadonlyArray<Fields.Field>, ...unknown: ReadonlyArray<string>) =>
    Fields.fieldsProblem(fields, unknown)

  it.each([
    ["title", Fields.roomFields, "metadata.title"],
    ["ROOMID", Fields.roomFields, "roomId"],
    ["rommId", Fields.roomFields, "roomId"],
    ["title", Fields.roomSessionFields, "room.title"],
    ["displayName", Fields.participantFields, "metadata.displayName"],
    ["totalUser", Fields.usageMetricsFields, "totalUsers"]
  ] as const)("suggests what was meant by %s", (unknown, fields, suggestion) => {
    assert.include(says(fields, unknown), `there is no field "${unknown}" (did you mean ${suggestion}?); there are: `)
  })

  it("suggests nothing that is far from what was typed", () => {
    assert.include(says(Fields.usageMetricsFields, "roomId"), 'there is no field "roomId"; there are: totalSessions')
    assert.include(says(Fields.roomFields, ""), 'there is no field ""; there are: roomId')
  })

  it("suggests all that --fields has to be given", () => {
    assert.include(says(Fields.roomFields, "title", "roomid"), "(did you mean metadata.title,roomId?)")
  })
})
