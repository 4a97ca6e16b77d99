import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Operations } from "../src/Backend.ts"
import type { JsonMetadata, Metadata } from "../src/Metadata.ts"
import { serve } from "./fixtures/backend.ts"
import { creatingService, type Fate } from "./fixtures/creatingService.ts"
import { timedOut } from "./fixtures/errors.ts"
import { assertUnknown, finish, key, short } from "./fixtures/lostCreates.ts"

type Service = ReturnType<typeof creatingService>
type Shows = (metadata: Metadata) => Metadata | null

const input = { metadata: { title: "Standup", hostWallets: ["0x1"] } }

const everything: Shows = (metadata) => metadata
const nothing: Shows = () => null
const titleAndWallets: Shows = ({ hostWallets, title }) => ({
  ...(title === undefined ? {} : { title }),
  ...(hostWallets === undefined ? {} : { hostWallets })
})
const keyElsewhere: Shows = (metadata) => ({ custom: { ...metadata } })

const showing = (shows: Shows) => (metadata: Option.Option<Metadata>) =>
  Option.flatMap(metadata, (metadata) => Option.fromNullOr(shows(metadata)))

/** Shows less of the metadata in the list than in the details, or less in both. */
const listShows = (
  service: Service,
  inList: Shows,
  inDetails: Shows = everything
): Pick<Operations, "createRoom" | "listRooms" | "roomDetails"> => ({
  createRoom: service.createRoom,
  listRooms: (request) =>
    Effect.map(service.listRooms(request), (page) => ({
      ...page,
      rooms: page.rooms.map((room) => ({ ...room, metadata: showing(inList)(room.metadata) }))
    })),
  roomDetails: (request) =>
    Effect.map(service.roomDetails(request), (details) => ({
      ...details,
      metadata: showing(inDetails)(details.metadata)
    }))
})

/** A list that shows new rooms only after a while, as a replica or a cache does. */
const listLags = (service: Service, lag: Duration.Input): Partial<Operations> => {
  const shownFrom = new Map<string, number>()
  return {
    createRoom: (request) =>
      Effect.ensuring(
        service.createRoom(request),
        Effect.map(Clock.currentTimeMillis, (now) => {
          for (const { roomId } of service.all()) {
            if (roomId.startsWith("made-") && !shownFrom.has(roomId)) {
              shownFrom.set(roomId, now + Duration.toMillis(lag))
            }
          }
        })
      ),
    listRooms: (request) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.map(service.listRooms(request), (page) => ({
          ...page,
          rooms: page.rooms.filter(({ roomId }) => (shownFrom.get(roomId) ?? 0) <= now),
          count: Option.none()
        }))
      )
  }
}

const start = (fates: ReadonlyArray<Fate>, before = 3) => {
  const service = creatingService(fates)
  service.othersMake(before)
  return service
}

const mayBe = (roomId: string) => `the room "${roomId}" is new and may be the one, but does not show its key`

describe("a list that does not show the key", () => {
  const lists: ReadonlyArray<{ readonly how: string; readonly shows: Shows }> = [
    { how: "no metadata", shows: nothing },
    { how: "only title and hostWallets", shows: titleAndWallets },
    { how: "the key elsewhere", shows: keyElsewhere }
  ]

  it.effect.each(lists)("shows $how: the room is found by its details, and nothing is sent again", ({ shows }) =>
    Effect.gen(function* () {
      const service = start(["answerLost"])
      const { calls, rooms } = yield* serve(listShows(service, shows))
      const room = yield* finish(rooms.createOnce(input, { key }))
      assert.deepStrictEqual(service.withKey(key), [room.roomId])
      assert.strictEqual(calls.filter(({ operation }) => operation === "createRoom").length, 1)
      assert.deepStrictEqual(calls.at(-1), { operation: "roomDetails", request: { roomId: "made-0" } })
    })
  )

  it.effect.each(lists)("shows $how, and nor do the details: nothing is sent again", ({ shows }) =>
    Effect.gen(function* () {
      for (const before of [0, 3]) {
        const service = start(["answerLost"], before)
        const { calls, rooms } = yield* serve(listShows(service, shows, shows))
        const error = yield* finish(Effect.flip(rooms.createOnce(input, { key })))
        assertUnknown(error, mayBe("made-0"))
        assert.strictEqual(calls.filter(({ operation }) => operation === "createRoom").length, 1)
      }
    })
  )

  it.effect("shows it later: the room is found then", () =>
    Effect.gen(function* () {
      const service = start(["answerLost"])
      let isLate = true
      const late: Shows = (metadata) => (isLate && metadata.idempotencyKey !== undefined ? null : metadata)
      const operations = listShows(service, late, late)
      const { calls, rooms } = yield* serve({
        ...operations,
        roomDetails: (request) =>
          Effect.ensuring(
            service.roomDetails(request),
            Effect.sync(() => {
              isLate = false
            })
          ).pipe(Effect.map((details) => ({ ...details, metadata: Option.none() })))
      })
      assert.strictEqual<string>((yield* finish(rooms.createOnce(input, { key }))).roomId, "made-0")
      assert.deepStrictEqual(
        calls.map(({ operation }) => operation),
        ["listRooms", "createRoom", "listRooms", "roomDetails", "listRooms"]
      )
    })
  )

  it.effect("of any room that was there before proves nothing: nothing is sent again", () =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve(listShows(start(["requestLost"]), nothing))
      const error = yield* finish(Effect.flip(rooms.createOnce(input, { key })))
      assertUnknown(error, "the list shows no metadata, in which the key would be")
      assert.deepStrictEqual(calls.map(short), [1, "send", 1, 1, 1])
    })
  )
})

describe("a list that lags", () => {
  it.effect.each(["3 seconds", "10 seconds"] as const)("by %s shows the room in time: nothing is sent again", (lag) =>
    Effect.gen(function* () {
      const service = start(["answerLost"])
      const { calls, rooms } = yield* serve(listLags(service, lag))
      const room = yield* finish(rooms.createOnce(input, { key }))
      assert.deepStrictEqual(service.withKey(key), [room.roomId])
      assert.strictEqual(calls.filter(({ operation }) => operation === "createRoom").length, 1)
    })
  )

  // No client can tell this list from one of a service that made no room.
  it.effect("by a minute is out of reach: the error claims no more than what the list shows", () =>
    Effect.gen(function* () {
      const service = start(["answerLost", "answerLost", "answerLost", "answerLost"])
      const { rooms } = yield* serve(listLags(service, "1 minute"))
      const error = yield* finish(Effect.flip(rooms.createOnce(input, { key })))
      assertUnknown(error, "it was sent 4 times, and is in no room that the list shows")
    })
  )

  it.effect("and lacks rooms that it showed before is not believed: nothing is sent again", () =>
    Effect.gen(function* () {
      const fresh = start(["answerLost"])
      const stale = start([], 2)
      let lists = 0
      const { calls, rooms } = yield* serve({
        ...fresh,
        listRooms: (request) => (lists++ === 0 ? fresh : stale).listRooms(request)
      })
      const error = yield* finish(Effect.flip(rooms.createOnce(input, { key })))
      assertUnknown(error, 'the list may be out of date: it lacks the room "other-2", which it showed before')
      assert.deepStrictEqual(calls.map(short), [1, "send", 1, 1, 1])
    })
  )
})

describe("a new room of somebody else", () => {
  const others: ReadonlyArray<{ readonly how: string; readonly metadata: JsonMetadata }> = [
    { how: "another title", metadata: { title: "Retro" } },
    { how: "another key", metadata: { title: "Standup", idempotencyKey: "order-8" } }
  ]

  const meeting = (metadata: JsonMetadata, shows: Shows = everything) => {
    const service = start(["requestLost", "answered"])
    service.othersMake(1, { idempotencyKey: "order-6" })
    const operations = listShows(service, (metadata) =>
      metadata.idempotencyKey === "order-6" || metadata.title === "Other" ? metadata : shows(metadata)
    )
    let creates = 0
    return {
      ...operations,
      createRoom: ((request) =>
        Effect.ensuring(
          service.createRoom(request),
          Effect.sync(() => {
            if (creates++ === 0) service.othersMake(1, metadata)
          })
        )) satisfies Operations["createRoom"]
    }
  }

  it.effect.each(others)("with $how does not keep the create from being sent again", ({ metadata }) =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve(meeting(metadata))
      assert.strictEqual<string>((yield* finish(rooms.createOnce(input, { key }))).roomId, "made-0")
      assert.deepStrictEqual(calls.map(short), [1, "send", 1, 1, 1, "send"])
    })
  )

  it.effect.each(others)("with $how in its details only does not either", ({ metadata }) =>
    Effect.gen(function* () {
      const { calls, rooms } = yield* serve(meeting(metadata, nothing))
      assert.strictEqual<string>((yield* finish(rooms.createOnce(input, { key }))).roomId, "made-0")
      assert.strictEqual(calls.filter(({ operation }) => operation === "roomDetails").length, 3)
    })
  )

  it.effect.each([{ title: "Standup" }, { hostWallets: ["0x2"] }, {}])(
    "with %j might be the one: nothing is sent again",
    (metadata) =>
      Effect.gen(function* () {
        const { calls, rooms } = yield* serve(meeting(metadata))
        const error = yield* finish(Effect.flip(rooms.createOnce(input, { key })))
        assertUnknown(error, mayBe("other-4"))
        assert.strictEqual(calls.filter(({ operation }) => operation === "createRoom").length, 1)
      })
  )

  it.effect("of the same time as the rooms before might be the one", () =>
    Effect.gen(function* () {
      const operations = meeting({})
      const { rooms } = yield* serve({
        ...operations,
        listRooms: (request) =>
          Effect.map(operations.listRooms(request), (page) => ({
            ...page,
            rooms: page.rooms.map((room) => ({ ...room, createdAt: DateTime.makeUnsafe(7) }))
          }))
      })
      assertUnknown(yield* finish(Effect.flip(rooms.createOnce(input, { key }))), mayBe("other-4"))
    })
  )

  it.effect("that has no details yet might be the one", () =>
    Effect.gen(function* () {
      const service = creatingService([])
      const { rooms } = yield* serve({ ...meeting({}), roomDetails: service.roomDetails })
      const error = yield* finish(Effect.flip(rooms.createOnce(input, { key })))
      assertUnknown(error, mayBe("other-4"))
    })
  )

  it.effect("a room whose details can't be read ends the search", () =>
    Effect.gen(function* () {
      const failed = Effect.fail(timedOut("roomDetails"))
      const { rooms } = yield* serve({ ...meeting({}), roomDetails: () => failed })
      const error = yield* finish(Effect.flip(rooms.createOnce(input, { key })))
      assertUnknown(
        error,
        "the look-up failed: roomDetails: no complete response within 15s (the limit of one attempt)"
      )
    })
  )
})
