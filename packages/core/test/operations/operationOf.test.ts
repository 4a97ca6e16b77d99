import { assert, describe, it } from "@effect/vitest"
import { operationOf } from "../../src/operations/operationOf.ts"
import { operationNames, operations } from "../../src/operations/table.ts"

const sdk = "/api/v2/sdk"

describe("operationOf", () => {
  it.each(operationNames)("finds %s by its method and path", (name) => {
    const { method, path } = operations[name]
    const found = operationOf(method, path.replace("{roomId}", "room%2F1"))
    assert.deepStrictEqual(found, { name, params: path.includes("{roomId}") ? { roomId: "room/1" } : {} })
  })

  it.each([
    ["another method", "PUT", `${sdk}/metrics`],
    ["a longer path", "GET", `${sdk}/metrics/`],
    ["a missing parameter", "GET", `${sdk}/rooms/room-details/`],
    ["a parameter of two segments", "GET", `${sdk}/rooms/room-details/a/b`],
    ["a path elsewhere", "GET", "/"]
  ])("finds no operation for %s", (_, method, path) => {
    assert.isUndefined(operationOf(method, path))
  })

  it("leaves out a parameter that isn't percent-encoded UTF-8", () => {
    assert.deepStrictEqual(operationOf("GET", `${sdk}/rooms/room-details/%ff`), { name: "roomDetails", params: {} })
  })
})
