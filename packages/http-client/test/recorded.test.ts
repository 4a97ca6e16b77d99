import { NodeFileSystem } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { RoomId, SessionId } from "@effect-rooms/core/Identifier"
import { LiveRooms } from "@effect-rooms/core/LiveRooms"
import { Metrics } from "@effect-rooms/core/Metrics"
import { Recordings } from "@effect-rooms/core/Recordings"
import type { RoomServices } from "@effect-rooms/core/RoomServices"
import { Rooms } from "@effect-rooms/core/Rooms"
import { Sessions } from "@effect-rooms/core/Sessions"
import { defaultApiKey, FakeRooms, Recorded, Scenario, World } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as RoomsHttp from "../src/RoomsHttp.ts"
import type { RoomsHttpOptions } from "../src/RoomsHttpOptions.ts"
import { failureOf } from "./fixtures/failure.ts"
import { layerMemoryFiles } from "./fixtures/memoryFiles.ts"

const options: RoomsHttpOptions = { baseUrl: "https://rooms.example.com", apiKey: defaultApiKey }

type Response = ReturnType<HttpClient.HttpClient["execute"]>

/** Decides what happens to a request on its way, from its number, starting at 0. */
type Way = (effect: Response, request: HttpClientError.HttpClientError["request"], sent: number) => Response

const straight: Way = (effect) => effect

const layerWorld = (way: Way) => {
  let sent = 0
  return Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, (client) =>
      HttpClient.transform(client, (effect, request) => Effect.suspend(() => way(effect, request, sent++)))
    )
  ).pipe(
    Layer.provide(FakeRooms.layerHttpClient),
    Layer.provide(World.layer({ scenario: Scenario.office({ rooms: 25 }) }))
  )
}

/** Runs an effect that may wait between attempts: time passes until it is done. */
const inTime = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const fiber = yield* Effect.forkChild(effect, { startImmediately: true })
  for (let seconds = 0; fiber.pollUnsafe() === undefined; seconds++) {
    assert.isBelow(seconds, 60, "it should have ended")
    yield* TestClock.adjust("1 second")
  }
  return yield* Fiber.join(fiber)
})

const file = "recording.ndjson"

interface Setup {
  readonly way?: Way
  readonly options?: Partial<RoomsHttpOptions>
}

/** The result of a program against the world, and then from what was recorded, with no world. */
const bothWays = Effect.fnUntraced(function* <A, E>(
  program: Effect.Effect<A, E, RoomServices>,
  { options: more, way = straight }: Setup = {}
) {
  const files = new Map<string, string>()
  const fileSystem = layerMemoryFiles(files)
  const client = RoomsHttp.layer({ ...options, ...more })
  const recorder = Recorded.layerRecord({ file }).pipe(Layer.provide([layerWorld(way), fileSystem]))
  const replay = Recorded.layerReplay({ file }).pipe(Layer.provide(fileSystem))
  yield* TestClock.setTime(Date.UTC(2026, 0, 1))
  const recorded = yield* Effect.provide(program, Layer.provide(client, recorder))
  yield* TestClock.setTime(Date.UTC(2026, 0, 1))
  const replayed = yield* Effect.provide(program, Layer.provide(client, replay))
  const text = files.get(file) ?? ""
  return { recorded, replayed, exchanges: text.split("\n").slice(1, -1), text }
})

/** JSON with each text as a number that says which text of them it is: two are alike that differ by a renaming only. */
const shapeOf = (value: unknown): unknown => {
  const texts = new Map<string, number>()
  const json = JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== "string") return part
    if (!texts.has(part)) texts.set(part, texts.size)
    return `text ${texts.get(part)}`
  })
  return JSON.parse(json)
}

const isAlike = Effect.fnUntraced(function* <A, E>(program: Effect.Effect<A, E, RoomServices>, setup?: Setup) {
  const both = yield* bothWays(program, setup)
  assert.deepStrictEqual(shapeOf(both.replayed), shapeOf(both.recorded))
  return both
})

const jsonOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(failureOf(effect), (error): unknown => JSON.parse(JSON.stringify(error)))

const collect = Stream.runCollect

describe("a replayed recording gives what the world gave", () => {
  it.effect("streams of several pages, details, participants, recordings and metrics, but for what is personal", () =>
    Effect.gen(function* () {
      const { exchanges, recorded, replayed, text } = yield* isAlike(
        Effect.gen(function* () {
          const rooms = yield* Rooms
          const sessions = yield* Sessions
          const list = yield* collect(rooms.stream())
          const ahead = yield* collect(rooms.stream({ concurrency: 4 }))
          const details = yield* Effect.forEach(list, ({ roomId }) => rooms.get(roomId))
          const held = yield* collect(sessions.streamAll({ limit: 50, concurrency: 4 }))
          const participants = yield* Effect.forEach(held.slice(0, 40), ({ session }) =>
            sessions.participants(session.sessionId)
          )
          const live = yield* Effect.forEach(list.slice(0, 2), ({ roomId }) =>
            Effect.flatMap(LiveRooms, (service) => service.participants(roomId))
          )
          const recordings = yield* collect((yield* Recordings).stream({ limit: 5 }))
          const metrics = yield* (yield* Metrics).get
          return { list, ahead, details, held, participants, live, recordings, metrics }
        })
      )
      assert.deepStrictEqual(
        replayed.list.map(({ createdAt, roomId, roomLocked }) => ({ createdAt, roomId, roomLocked })),
        recorded.list.map(({ createdAt, roomId, roomLocked }) => ({ createdAt, roomId, roomLocked }))
      )
      assert.deepStrictEqual(replayed.metrics, recorded.metrics)
      assert.strictEqual(replayed.list.length, 25)
      assert.isAbove(replayed.held.length, 200)
      assert.isAbove(replayed.recordings.length, 10)
      assert.isAbove(exchanges.length, 100)
      for (const { metadata } of recorded.participants.flat()) {
        const name = JSON.stringify(metadata).match(/"displayName":"(.*?)"/)?.[1]
        assert(name !== undefined)
        assert.notInclude(text, `"${name}"`)
      }
      for (const { recordingUrl } of recorded.recordings) assert.notInclude(text, recordingUrl)
    })
  )

  it.effect("a program finds the title and the key that it gave a room", () =>
    Effect.gen(function* () {
      const { recorded, replayed, text } = yield* bothWays(
        Effect.gen(function* () {
          const rooms = yield* Rooms
          const metadata = { title: "Café 🚪", hostWallets: ["0x1"], seats: 12 }
          const first = yield* rooms.createOnce({ metadata }, { key: "order-42" })
          const again = yield* rooms.createOnce({ metadata }, { key: "order-42" })
          yield* rooms.create({ metadata: { title: "Another" } })
          const found = yield* collect(rooms.findByTitle("Café 🚪"))
          return { first, again, found }
        })
      )
      assert.deepStrictEqual(replayed, recorded)
      assert.deepStrictEqual(
        replayed.found.map(({ roomId }) => roomId),
        [replayed.first.roomId]
      )
      assert.strictEqual(replayed.again.roomId, replayed.first.roomId)
      for (const personal of ["Café", "0x1", "Another"]) assert.notInclude(text, personal)
      assert.include(text, "order-42")
    })
  )

  it.effect("a create whose answer was lost is found again, by another key", () =>
    Effect.gen(function* () {
      const lost: Way = (effect, request) =>
        request.method === "GET"
          ? effect
          : Effect.andThen(
              effect,
              Effect.fail(
                new HttpClientError.HttpClientError({
                  reason: new HttpClientError.TransportError({ request, cause: new Error("other side closed") })
                })
              )
            )
      const { recorded, replayed } = yield* bothWays(
        inTime(Effect.flatMap(Rooms, (rooms) => rooms.createOnce({ metadata: { title: "Ada" } }))),
        { way: lost }
      )
      assert.deepStrictEqual(replayed, recorded)
      assert.strictEqual(replayed.message, "the room exists already")
    })
  )

  it.effect("typed errors, with their evidence", () =>
    Effect.gen(function* () {
      const { recorded, replayed } = yield* isAlike(
        Effect.gen(function* () {
          const roomId = RoomId.make("no such/room?")
          return [
            yield* jsonOf(Effect.flatMap(Rooms, ({ get }) => get(roomId))),
            yield* jsonOf(Effect.flatMap(Sessions, ({ stream }) => collect(stream(roomId)))),
            yield* jsonOf(Effect.flatMap(Sessions, (service) => service.participants(SessionId.make("none")))),
            yield* jsonOf(Effect.flatMap(LiveRooms, (service) => service.participants(roomId)))
          ]
        })
      )
      assert.deepStrictEqual(replayed, recorded)
      const refused = yield* bothWays(
        Effect.flatMap(Metrics, ({ get }) => jsonOf(get)),
        {
          options: { apiKey: Redacted.make("stranger") }
        }
      )
      assert.deepStrictEqual(refused.replayed, refused.recorded)
      assert.include(JSON.stringify(refused.replayed), "Unauthorized")
      assert.notInclude(refused.text, "stranger")
    })
  )

  it.effect("a 503 and then a 200, and a client that gave up", () =>
    Effect.gen(function* () {
      const unavailable: Way = (effect, request, sent) =>
        sent > 0
          ? effect
          : Effect.succeed(HttpServerResponse.toClientResponse(HttpServerResponse.empty({ status: 503 }), { request }))
      const retried = yield* bothWays(inTime(Effect.flatMap(Metrics, ({ get }) => get)), { way: unavailable })
      assert.deepStrictEqual(retried.replayed, retried.recorded)
      assert.deepStrictEqual(
        retried.exchanges.map((line) => /"status":(\d+)/.exec(line)?.[1]),
        ["503", "200"]
      )

      const stalled: Way = () => Effect.never
      const gaveUp = yield* bothWays(inTime(Effect.flatMap(Rooms, ({ create }) => jsonOf(create({})))), {
        way: stalled,
        options: { attemptTimeout: "2 seconds" }
      })
      assert.deepStrictEqual(gaveUp.replayed, gaveUp.recorded)
      assert.include(JSON.stringify(gaveUp.replayed), "CreateOutcomeUnknown")
    })
  )

  it.effect("the same bytes when it is recorded again", () =>
    Effect.gen(function* () {
      const program = Effect.flatMap(Sessions, ({ streamAll }) => collect(streamAll({ limit: 50, concurrency: 8 })))
      const [first, second] = [yield* bothWays(program), yield* bothWays(program)]
      assert.isAbove(first.exchanges.length, 30)
      assert.strictEqual(second.text, first.text)
    })
  )
})

describe("a request that was not recorded", () => {
  it.effect("fails at once with an error that names the request and the nearest ones that were recorded", () =>
    Effect.gen(function* () {
      const fileSystem = yield* FileSystem.FileSystem
      const onDisk = { file: `${yield* fileSystem.makeTempDirectoryScoped()}/${file}` }
      const client = RoomsHttp.layer(options)
      yield* Effect.flatMap(Rooms, ({ page }) => page()).pipe(
        Effect.provide(client),
        Effect.provide(Layer.provide(Recorded.layerRecord(onDisk), layerWorld(straight)))
      )
      assert.deepStrictEqual(yield* Recorded.check(onDisk), [])
      const failed = <A, E>(program: Effect.Effect<A, E, RoomServices>) =>
        Effect.flip(program).pipe(Effect.provide(client), Effect.provide(Recorded.layerReplay(onDisk)))
      // The clock stands, so that a second attempt would never be made.
      const error = yield* failed(Effect.flatMap(Rooms, ({ page }) => page({ cursor: 2 })))
      assert.strictEqual(error._tag, "ServiceError")
      assert.match(
        error.message,
        /no response for GET \S*get-rooms\?cursor=2; the nearest are #0 GET \S*get-rooms \(it has/
      )
      assert.deepStrictEqual([error.isRetryable, error.evidence.attempts.length], [false, 1])
      const notCreated = yield* failed(Effect.flatMap(Rooms, ({ create }) => create({})))
      assert(notCreated._tag === "ServiceError" && notCreated.reason._tag === "Transport")
      assert.isFalse(notCreated.reason.requestSent)
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})
