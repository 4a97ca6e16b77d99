import { assert, describe, it } from "@effect/vitest"
import { basePath, operationNames, operations, urlTemplate } from "../../src/operations/table.ts"

// Written out again from the contract, so that a slip in the source shows.
const contract = [
  ["createRoom", "POST", "/api/v2/sdk/rooms/create-room"],
  ["listRooms", "GET", "/api/v2/sdk/rooms/get-rooms"],
  ["roomDetails", "GET", "/api/v2/sdk/rooms/room-details/{roomId}"],
  ["roomMetadata", "GET", "/api/v2/sdk/rooms/get-metadata/{roomId}"],
  ["listSessions", "GET", "/api/v2/sdk/rooms/session-details"],
  ["sessionParticipants", "GET", "/api/v2/sdk/rooms/participant-list"],
  ["liveParticipants", "GET", "/api/v2/sdk/live-sessions/participants/{roomId}"],
  ["listRecordings", "GET", "/api/v2/sdk/recordings"],
  ["metrics", "GET", "/api/v2/sdk/metrics"]
] as const

describe("operations", () => {
  it("lists the nine operations of the contract", () => {
    assert.deepStrictEqual(
      operationNames,
      contract.map(([name]) => name)
    )
  })

  it.each(contract)("%s is %s %s, with parameters in braces", (name, method, template) => {
    assert.strictEqual(operations[name].method, method)
    assert.strictEqual(urlTemplate(name), template)
  })

  it.each(operationNames)("%s has its path under the base path", (name) => {
    assert.isTrue(operations[name].path.startsWith(`${basePath}/`))
  })
})
