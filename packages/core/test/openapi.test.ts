import { assert, describe, it } from "@effect/vitest"
import * as OpenApi from "effect/http-api/OpenApi"
import committed from "../openapi.json" with { type: "json" }
import { RoomsApi } from "../src/RoomsApi.ts"

describe("openapi.json", () => {
  it("is what the contract says (after a change: pnpm --filter @effect-rooms/core openapi)", () => {
    assert.deepStrictEqual(JSON.parse(JSON.stringify(OpenApi.fromApi(RoomsApi))), committed)
  })
})
