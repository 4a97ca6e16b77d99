/**
 * The laws on a live service, of which they read a little, and create one room in it:
 * `ROOMS_BASE_URL=… ROOMS_API_KEY=… vitest run test/laws.live.test.ts`.
 */
import { describe, it } from "@effect/vitest"
import { laws } from "@effect-rooms/testing/Laws"
import * as Redacted from "effect/Redacted"
import * as RoomsHttp from "../src/RoomsHttp.ts"

const { ROOMS_API_KEY, ROOMS_BASE_URL } = process.env

if (ROOMS_API_KEY !== undefined && ROOMS_BASE_URL !== undefined) {
  const baseUrl = ROOMS_BASE_URL
  const clientOf = (apiKey: Redacted.Redacted<string>) => RoomsHttp.layerFetch({ baseUrl, apiKey })
  laws("the live service", clientOf(Redacted.make(ROOMS_API_KEY)), { only: "blackBox", live: true, clientOf })
} else {
  describe("the live service", () => {
    it.skip("keeps the laws (skipped: ROOMS_API_KEY and ROOMS_BASE_URL are not set)")
  })
}
