/**
 * What the compiler has to say about the generated client: `tsc` checks this file, and nothing runs it.
 */
import { expectTypeOf } from "vitest"
import type { components } from "../build/rooms.d.ts"
import { makeClient } from "../openapi-client.ts"

const rooms = makeClient("http://127.0.0.1:4010", "dev")

export const callsThatDoNotCompile = [
  // @ts-expect-error: there is no such path
  () => rooms.GET("/api/v2/sdk/rooms"),
  // @ts-expect-error: rooms are created with POST
  () => rooms.GET("/api/v2/sdk/rooms/create-room"),
  // @ts-expect-error: `roomLocked` is required
  () => rooms.POST("/api/v2/sdk/rooms/create-room", { body: { metadata: {} } }),
  // @ts-expect-error: metadata is an object
  () => rooms.POST("/api/v2/sdk/rooms/create-room", { body: { roomLocked: false, metadata: "Stand-up" } }),
  // @ts-expect-error: `roomId` is required
  () => rooms.GET("/api/v2/sdk/rooms/session-details", { params: { query: { limit: 10 } } }),
  // @ts-expect-error: a cursor is a number
  () => rooms.GET("/api/v2/sdk/rooms/get-rooms", { params: { query: { cursor: "1" } } })
]

expectTypeOf<components["schemas"]["Metadata"]>().toEqualTypeOf<{ [key: string]: unknown } | null>()

expectTypeOf<components["schemas"]["Session"]>().toEqualTypeOf<{
  sessionId: string
  startTime: number
  endTime?: number | null
}>()
