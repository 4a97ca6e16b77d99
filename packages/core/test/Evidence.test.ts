import { assert, describe, it } from "@effect/vitest"
import { Evidence } from "../src/Evidence.ts"
import { evidenceFor, makeEvidence } from "../src/operations/evidence.ts"
import { operationNames, operations, urlTemplate } from "../src/operations/table.ts"
import { decode, encode } from "./fixtures/schema.ts"

describe("makeEvidence", () => {
  it.each(operationNames)("of %s names the request and says that nothing was sent", (operation) => {
    assert.deepStrictEqual(makeEvidence(operation), {
      operation,
      method: operations[operation].method,
      urlTemplate: urlTemplate(operation),
      attempts: [],
      elapsedMillis: 0
    })
  })

  it("keeps the given fields", () => {
    const met = {
      status: 503,
      requestId: "req-1",
      attempts: [
        { cause: "the connection was reset", waitedMillis: 0 },
        { status: 503, waitedMillis: 250 }
      ],
      elapsedMillis: 400
    }
    assert.deepStrictEqual(makeEvidence("roomDetails", met), {
      operation: "roomDetails",
      method: "GET",
      urlTemplate: "/api/v2/sdk/rooms/room-details/{roomId}",
      ...met
    })
  })
})

describe("evidenceFor", () => {
  it("returns the evidence of one attempt with its status", () => {
    assert.deepStrictEqual(
      evidenceFor("createRoom", 401),
      makeEvidence("createRoom", { status: 401, attempts: [{ status: 401, waitedMillis: 0 }] })
    )
  })
})

describe("Evidence", () => {
  it("survives JSON", () => {
    const evidence = makeEvidence("listRooms", {
      status: 429,
      requestId: "req-1",
      attempts: [{ status: 429, waitedMillis: 0 }],
      elapsedMillis: 12.5
    })
    assert.deepStrictEqual(decode(Evidence, JSON.parse(JSON.stringify(encode(Evidence, evidence)))), evidence)
  })
})
