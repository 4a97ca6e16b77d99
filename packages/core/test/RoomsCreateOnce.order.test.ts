import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { RequestError } from "../src/Backend.ts"
import { RoomsPage } from "../src/Room.ts"
import { inTurn, sends, serve } from "./fixtures/backend.ts"
import { creatingService } from "./fixtures/creatingService.ts"
import { assertUnknown, busy, finish, key, short, undecided } from "./fixtures/lostCreates.ts"
import { wireRoom } from "./fixtures/wire.ts"

describe("a list that grows at its tail", () => {
  /** Rooms with the given times, oldest first. The response to the first create is lost. */
  const oldestFirst = (list: { readonly before: number; readonly pageSize: number; readonly ofOneTime: boolean }) => {
    const { before, ofOneTime, pageSize } = list
    const service = busy({ fates: ["answerLost", "answered"], before, added: 0 })
    const listRooms: typeof service.listRooms = ({ cursor = 1 }) =>
      Effect.map(service.listRooms({ cursor: 1 }), (page) => {
        const rooms = [...service.all()].reverse()
        const times = ofOneTime ? { createdAt: DateTime.makeUnsafe(7) } : {}
        const shown = rooms.slice((cursor - 1) * pageSize, cursor * pageSize)
        return {
          ...page,
          rooms: shown.map((room) => ({ ...room, ...times })),
          current: cursor,
          nextCursor: cursor * pageSize < rooms.length ? Option.some(cursor + 1) : Option.none()
        }
      })
    return serve({ createRoom: service.createRoom, listRooms })
  }

  it.effect.each([
    { how: "its times show it", before: 25, pageSize: 10, ofOneTime: false },
    { how: "its times show it from page to page", before: 25, pageSize: 1, ofOneTime: false },
    { how: "its rooms are of one time", before: 50, pageSize: 10, ofOneTime: true }
  ])("does not show new rooms on its first pages: nothing is sent again where $how", (list) =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* oldestFirst(list)
      const error = yield* Effect.flip(finish(rooms.createOnce({}, { key })))
      assertUnknown(error, undecided)
      assert.strictEqual(calls.filter(({ operation }) => operation === "createRoom").length, 1)
    })
  )

  it.effect("and whose rooms are of one time, is looked through to its end", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* oldestFirst({ before: 25, pageSize: 10, ofOneTime: true })
      const room = yield* finish(rooms.createOnce({}, { key }))
      assert.strictEqual<string>(room.roomId, "made-0")
      assert.deepStrictEqual(calls.map(short), [1, 2, 3, "send", 1, 2, 3])
    })
  )
})

describe("a list of one room a page", () => {
  it.effect("shows by its first two rooms that new ones come first", () =>
    Effect.gen(function* () {
      const page = (current: number, roomId: string, createdAt: number) =>
        sends(RoomsPage, {
          rooms: [wireRoom({ roomId, createdAt, metadata: {} })],
          pageSize: 1,
          current,
          nextCursor: current + 1,
          count: 100
        })
      const look = [page(1, "room-9", 9), page(2, "room-8", 8)]
      const { calls, rooms } = yield* serve({
        listRooms: inTurn<RoomsPage, RequestError>(page(1, "room-9", 9), ...look, ...look, ...look),
        createRoom: creatingService(["requestLost", "answered"]).createRoom
      })
      yield* finish(rooms.createOnce({}))
      assert.deepStrictEqual(calls.map(short), [1, "send", 1, 2, 1, 2, 1, 2, "send"])
    })
  )
})
