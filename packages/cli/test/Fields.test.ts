import { assert, describe, it } from "@effect/vitest"
import { LiveParticipant } from "@effect-rooms/core/LiveParticipant"
import { Recording } from "@effect-rooms/core/Recording"
import { Room, RoomDetails, RoomMetadata } from "@effect-rooms/core/Room"
import { Participant, Session } from "@effect-rooms/core/Session"
import { UsageMetrics } from "@effect-rooms/core/UsageMetrics"
import * as Fields from "../src/Fields.ts"

describe("the fields of rows", () => {
  it.each([
    ["Room", Fields.roomFields, Room],
    ["RoomDetails", Fields.roomDetailsFields, RoomDetails],
    ["RoomMetadata", Fields.roomMetadataFields, RoomMetadata],
    ["Session", Fields.sessionFields, Session],
    ["Participant", Fields.participantFields, Participant],
    ["LiveParticipant", Fields.liveParticipantFields, LiveParticipant],
    ["Recording", Fields.recordingFields, Recording],
    ["UsageMetrics", Fields.usageMetricsFields, UsageMetrics]
  ] as const)("are those of the contract: %s", (_, fields, { fields: ofContract }) => {
    assert.deepStrictEqual(
      fields.map(({ path }) => path),
      Object.keys(ofContract)
    )
  })
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
