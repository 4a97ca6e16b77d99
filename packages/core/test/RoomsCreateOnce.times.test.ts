import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Operations } from "../src/Backend.ts"
import { serve } from "./fixtures/backend.ts"
import { creatingService, lost } from "./fixtures/creatingService.ts"
import { assertUnknown, finish, key, short } from "./fixtures/lostCreates.ts"

describe("a look that takes longer than a room takes to appear in the list", () => {
  it.effect("shows the list as it was when the look began, so another look follows before anything is sent again", () =>
    Effect.gen(function* () {
      const service = creatingService([{ madeAfter: "5 seconds" }])
      service.othersMake(3)
      const listRooms: Operations["listRooms"] = (request) =>
        Effect.flatMap(service.listRooms(request), (page) => Effect.delay(Effect.succeed(page), "11 seconds"))
      const { calls, rooms } = yield* serve({ ...service, listRooms })
      const room = yield* finish(rooms.createOnce({}, { key }))
      assert.deepStrictEqual(service.withKey(key), [room.roomId])
      assert.deepStrictEqual(calls.map(short), [1, "send", 1, 1])
    })
  )
})

describe("a room that the service says is older than one from before the create", () => {
  it.effect("may be the one all the same, by the clock of another server: nothing is sent again", () =>
    Effect.gen(function* () {
      const service = creatingService(["answerLost"])
      service.othersMake(3)
      const at = (millis: number) => ({ createdAt: DateTime.makeUnsafe(millis) })
      const times: { readonly [roomId: string]: number } = {
        "other-0": 100,
        "other-1": 200,
        "other-2": 300,
        "made-0": 250
      }
      const { calls, rooms } = yield* serve({
        createRoom: service.createRoom,
        listRooms: (request) =>
          Effect.map(service.listRooms(request), (page) => ({
            ...page,
            rooms: page.rooms.map((room) => {
              const metadata = room.roomId === "made-0" ? Option.none() : room.metadata
              return { ...room, ...at(times[room.roomId] ?? 0), metadata }
            })
          })),
        roomDetails: ({ roomId }) => Effect.succeed({ roomId, roomLocked: false, metadata: Option.none() })
      })
      const error = yield* finish(Effect.flip(rooms.createOnce({}, { key })))
      assertUnknown(error, 'the room "made-0" is new and may be the one, but does not show its key')
      assert.strictEqual(error._tag, lost._tag)
      assert.strictEqual(calls.filter(({ operation }) => operation === "createRoom").length, 1)
    })
  )
})
