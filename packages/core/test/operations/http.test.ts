import { assert, describe, it } from "@effect/vitest"
import { RoomId } from "../../src/Identifier.ts"
import { fieldsByPlace, requestEncoder } from "../../src/operations/http.ts"
import { operationNames, operations } from "../../src/operations/table.ts"

const sdk = "/api/v2/sdk"

describe("requestEncoder", () => {
  it("percent-encodes parameters of the path", () => {
    assert.deepStrictEqual(requestEncoder("roomDetails")({ roomId: RoomId.make("a/b?c#d é") }), {
      method: "GET",
      url: `${sdk}/rooms/room-details/a%2Fb%3Fc%23d%20%C3%A9`,
      body: undefined
    })
  })

  it("puts the other fields of a GET into the query, and leaves out absent ones", () => {
    const encode = requestEncoder("listSessions")
    const roomId = RoomId.make("a b&c")
    assert.strictEqual(encode({ roomId }).url, `${sdk}/rooms/session-details?roomId=a+b%26c`)
    assert.strictEqual(
      encode({ roomId, cursor: 0, limit: 100 }).url,
      `${sdk}/rooms/session-details?roomId=a+b%26c&limit=100&cursor=0`
    )
  })

  it("sends the fields of a POST as JSON", () => {
    assert.deepStrictEqual(requestEncoder("createRoom")({ roomLocked: true, metadata: { title: "é" } }), {
      method: "POST",
      url: `${sdk}/rooms/create-room`,
      body: '{"roomLocked":true,"metadata":{"title":"é"}}'
    })
  })

  it("sends a request without fields as its path", () => {
    assert.deepStrictEqual(requestEncoder("metrics")({}), { method: "GET", url: `${sdk}/metrics`, body: undefined })
  })
})

describe("fieldsByPlace", () => {
  it.each(operationNames)("sends every field of %s in exactly one place", (name) => {
    const { body, path, query } = fieldsByPlace(name)
    assert.sameMembers([...path, ...query, ...body], Object.keys(operations[name].request.fields))
  })
})
