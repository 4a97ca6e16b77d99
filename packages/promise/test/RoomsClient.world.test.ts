import { assert, describe, it } from "@effect/vitest"
import { RoomId } from "@effect-rooms/core/Identifier"
import { fault, Scenario, World } from "@effect-rooms/testing"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { NoLiveSession, type PollFailed, type PresenceEvent, ServiceError } from "../src/index.ts"
import { clientOfWorld, layerOffice, office, plain } from "./fixtures/office.ts"
import { rejectionOf } from "./fixtures/scripted.ts"

type Office = Effect.Success<typeof office>

/** Asserts that a call returns the plain values of the Effect services' result. */
const isSame = <A, E>(call: (office: Office) => Promise<unknown>, expected: (office: Office) => Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const there = yield* office
    const given = yield* Effect.promise(() => call(there))
    assert.deepStrictEqual(given, plain(yield* expected(there)))
    return given
  }).pipe(Effect.provide(layerOffice))

const rowsOf = <A, E>(stream: Stream.Stream<A, E>) => Stream.runCollect(stream)

describe("a method of the client returns the plain values of the Effect service:", () => {
  it.live("rooms.get", () =>
    isSame(
      ({ client, room }) => client.rooms.get(room.roomId),
      ({ room, rooms }) => rooms.get(room.roomId)
    )
  )

  it.live("rooms.metadata", () =>
    isSame(
      ({ client, room }) => client.rooms.metadata(room.roomId),
      ({ room, rooms }) => rooms.metadata(room.roomId)
    )
  )

  it.live("rooms.page, first and later", () =>
    isSame(
      async ({ client }) => [await client.rooms.page(), await client.rooms.page({ cursor: 2 })],
      ({ rooms }) => Effect.all([rooms.page(), rooms.page({ cursor: 2 })])
    )
  )

  it.live("rooms.pages", () =>
    Effect.gen(function* () {
      const pages = yield* isSame(
        ({ client }) => client.rooms.pages().toArray(),
        ({ rooms }) => rowsOf(rooms.pages())
      )
      assert.strictEqual(Array.isArray(pages) && pages.length, 2)
    })
  )

  it.live("rooms.list", () =>
    isSame(
      ({ client }) => client.rooms.list({ verify: true }).toArray(),
      ({ rooms }) => rowsOf(rooms.stream())
    )
  )

  it.live("rooms.findByTitle", () =>
    isSame(
      async ({ client, room }) => {
        const { metadata } = await client.rooms.get(room.roomId)
        return client.rooms.findByTitle(String(metadata?.title)).toArray()
      },
      ({ room }) => Effect.succeed([room])
    )
  )

  it.live("sessions.page", () =>
    isSame(
      async ({ client, room }) => [
        await client.sessions.page(room.roomId),
        await client.sessions.page(room.roomId, { limit: 3, cursor: 1 })
      ],
      ({ room: { roomId }, sessions }) =>
        Effect.all([sessions.page({ roomId }), sessions.page({ roomId, limit: 3, cursor: 1 })])
    )
  )

  it.live("sessions.pages", () =>
    isSame(
      ({ client, room }) => client.sessions.pages(room.roomId, { limit: 4, from: { cursor: 1, limit: 4 } }).toArray(),
      ({ room, sessions }) => rowsOf(sessions.pages(room.roomId, { limit: 4, from: { cursor: 1, limit: 4 } }))
    )
  )

  it.live("sessions.list", () =>
    isSame(
      ({ client, room }) => client.sessions.list(room.roomId).toArray(),
      ({ room, sessions }) => rowsOf(sessions.stream(room.roomId))
    )
  )

  it.live("sessions.listAll", () =>
    isSame(
      ({ client }) => client.sessions.listAll({ concurrency: 4 }).toArray(),
      ({ sessions }) => rowsOf(sessions.streamAll())
    )
  )

  it.live("sessions.pagesAll, resumed from another walk", () =>
    isSame(
      async ({ client }) => {
        const pages = await client.sessions.pagesAll({ limit: 5 }).toArray()
        const rest = await client.sessions.pagesAll({ limit: 5, from: pages[3]?.next }).toArray()
        assert.deepStrictEqual(rest, pages.slice(4))
        return pages
      },
      ({ sessions }) => rowsOf(sessions.pagesAll({ limit: 5 }))
    )
  )

  it.live("sessions.participants", () =>
    isSame(
      ({ client, session }) => client.sessions.participants(session.sessionId),
      ({ session, sessions }) => sessions.participants(session.sessionId)
    )
  )

  it.live("sessions.participantsAll", () =>
    isSame(
      ({ client }) => client.sessions.participantsAll({ concurrency: 4 }).toArray(),
      ({ sessions }) => rowsOf(sessions.participantsAll())
    )
  )

  it.live("sessions.list of a window of time", () =>
    Effect.gen(function* () {
      const walked = yield* isSame(
        async ({ client, room, session }) => {
          const since = new Date(DateTime.toEpochMillis(session.startTime))
          const until = new Date(since.getTime() + 1)
          return [
            await client.sessions.list(room.roomId, { since, until }).toArray(),
            await client.sessions.list(room.roomId, { since, until: undefined }).toArray(),
            await client.sessions.pages(room.roomId, { until }).toArray(),
            await client.sessions.listAll({ since, until }).toArray(),
            await client.sessions.pagesAll({ since, until }).toArray(),
            await client.sessions.participantsAll({ since }).toArray()
          ]
        },
        ({ room, session, sessions }) => {
          const since = session.startTime
          const until = DateTime.add(since, { milliseconds: 1 })
          return Effect.all([
            Effect.succeed([session]),
            rowsOf(sessions.stream(room.roomId, { since })),
            rowsOf(sessions.pages(room.roomId, { until })),
            rowsOf(sessions.streamAll({ since, until })),
            rowsOf(sessions.pagesAll({ since, until })),
            rowsOf(sessions.participantsAll({ since }))
          ])
        }
      )
      assert(Array.isArray(walked))
      assert.isAbove(walked[1].length, 1)
    })
  )

  it.live("live.participants", () =>
    isSame(
      ({ client, room }) => client.live.participants(room.roomId),
      ({ live, room }) => live.participants(room.roomId)
    )
  )

  it.live("recordings.page", () =>
    isSame(
      async ({ client, session }) => [
        await client.recordings.page({ limit: 3, cursor: 1 }),
        await client.recordings.page({ sessionId: session.sessionId })
      ],
      ({ recordings, session }) =>
        Effect.all([recordings.page({ limit: 3, cursor: 1 }), recordings.page({ sessionId: session.sessionId })])
    )
  )

  it.live("recordings.pages and recordings.list", () =>
    isSame(
      async ({ client, session: { sessionId } }) => [
        await client.recordings.pages({ limit: 2 }).toArray(),
        await client.recordings.list().toArray(),
        await client.recordings.list({ sessionId }).toArray()
      ],
      ({ recordings, session: { sessionId } }) =>
        Effect.all([
          rowsOf(recordings.pages({ limit: 2 })),
          rowsOf(recordings.stream()),
          rowsOf(recordings.stream({ sessionId }))
        ])
    )
  )

  it.live("metrics.get", () =>
    isSame(
      ({ client }) => client.metrics.get(),
      ({ metrics }) => metrics.get
    )
  )
})

describe("RoomsClient against a fake service", () => {
  it.live("rooms.create creates a room with its metadata and lock", () =>
    Effect.gen(function* () {
      const { client } = yield* office
      const input = { roomLocked: true, metadata: { title: "Café 🚪", hostWallets: ["0x1"] } }
      const { message, roomId } = yield* Effect.promise(() => client.rooms.create(input))
      assert.notStrictEqual(message, "")
      assert.deepStrictEqual(yield* Effect.promise(() => client.rooms.get(roomId)), { roomId, ...input })
      const bare = yield* Effect.promise(() => client.rooms.create({ roomLocked: undefined, metadata: undefined }))
      const details = yield* Effect.promise(() => client.rooms.get(bare.roomId))
      assert.deepStrictEqual([details.roomLocked, details.metadata], [false, null])
    }).pipe(Effect.provide(layerOffice))
  )

  it.live("rooms.createOnce creates one room per key, and another room without a key", () =>
    Effect.gen(function* () {
      const { client } = yield* office
      const create = (key?: string) =>
        Effect.promise(() => client.rooms.createOnce({ metadata: { title: "x" } }, { key }))
      const first = yield* create("order-1")
      assert.strictEqual((yield* create("order-1")).roomId, first.roomId)
      assert.notStrictEqual((yield* create()).roomId, (yield* create()).roomId)
      const metadata = yield* Effect.promise(() => client.rooms.metadata(first.roomId))
      assert.deepStrictEqual(metadata, { title: "x", idempotencyKey: "order-1" })
    }).pipe(Effect.provide(layerOffice))
  )

  it.live("live.watch emits joins and leaves until the loop ends", () =>
    Effect.gen(function* () {
      const world = yield* World
      const client = yield* clientOfWorld
      const { roomId } = yield* Effect.promise(() => client.rooms.create())
      assert.instanceOf(yield* Effect.promise(() => rejectionOf(client.live.participants(roomId))), NoLiveSession)
      const events: Array<PresenceEvent> = []
      let peerId: string | undefined
      yield* Effect.promise(async () => {
        for await (const event of client.live.watch(roomId, { everyMillis: 1 })) {
          events.push(event)
          if (events.length === 1)
            ({ peerId } = await Effect.runPromise(
              world.join(RoomId.make(roomId), { metadata: { displayName: "Ada" } })
            ))
          if (events.length === 3) await Effect.runPromise(world.endSession(RoomId.make(roomId)))
          if (events.length === 5) break
        }
      })
      assert.deepStrictEqual(
        events.map(({ _tag }) => _tag),
        ["Snapshot", "Joined", "Snapshot", "Left", "Snapshot"]
      )
      const [empty, joined, snapshot] = events
      assert(joined?._tag === "Joined")
      assert.deepStrictEqual([joined.participant.peerId, joined.participant.metadata], [peerId, { displayName: "Ada" }])
      assert.instanceOf(joined.participant.joinTime, Date)
      assert.deepStrictEqual(empty, { _tag: "Snapshot", participants: [] })
      assert.deepStrictEqual(snapshot, { _tag: "Snapshot", participants: [joined.participant] })
    }).pipe(Effect.provide(World.layer({ scenario: Scenario.make() })))
  )

  it.live("live.watch emits a failed poll with onError and continues", () =>
    Effect.gen(function* () {
      const world = yield* World
      const client = yield* clientOfWorld
      const { roomId } = yield* Effect.promise(() => client.rooms.create())
      yield* world.inject(fault("liveParticipants").after(1).times(1).respond(503))
      const events: Array<PresenceEvent | PollFailed> = []
      yield* Effect.promise(async () => {
        const options = { everyMillis: 1, onError: "report", retry: false, snapshots: "polls" } as const
        for await (const event of client.live.watch(roomId, options)) {
          events.push(event)
          if (events.length === 4) break
        }
      })
      assert.deepStrictEqual(
        events.map(({ _tag }) => _tag),
        ["Snapshot", "PollFailed", "Snapshot", "Snapshot"]
      )
      const [, failed] = events
      assert(failed?._tag === "PollFailed")
      assert.instanceOf(failed.error, ServiceError)
      assert.deepStrictEqual([failed.error.evidence.status, failed.retryInMillis], [503, 1])
    }).pipe(Effect.provide(World.layer({ scenario: Scenario.make() })))
  )
})
