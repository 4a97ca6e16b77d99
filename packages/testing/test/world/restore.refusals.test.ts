import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { World } from "../../src/World.ts"
import { survey } from "../fixtures/histories.ts"
import { placesIn, possible, put } from "../fixtures/snapshots.ts"
import { alice, bob, createRoom, driven } from "../fixtures/worlds.ts"

const keysOf = (path: string) => path.split(/[.[\]]+/).filter((key) => key !== "")

const ofRoom = "tenants[0].rooms[0]"
const ofEnded = `${ofRoom}.sessions[0]`
const ofRunning = `${ofRoom}.sessions[1]`
const ofDeleted = "tenants[0].deletedRooms[0]"

interface Refused {
  /** The path of the change. */
  readonly at: string
  readonly to?: Schema.Json
  /** The path in the error. Default: the path of the change. */
  readonly path?: string
  readonly problem: RegExp
}

const isMissing = /^is missing$/
const isTwice = /^is already the id of something else$/

const refused: ReadonlyArray<Refused> = [
  ...["format", "version", "random", "tenants"].map((at) => ({ at, problem: isMissing })),
  ...["rooms", "deletedRooms", "recordings", "livestreamCount"].map((key) => ({
    at: `tenants[1].${key}`,
    problem: isMissing
  })),
  ...["roomId", "createdAt", "locked", "sessions"].map((key) => ({ at: `${ofRoom}.${key}`, problem: isMissing })),
  ...["sessionId", "startTime", "stays"].map((key) => ({ at: `${ofDeleted}.sessions[0].${key}`, problem: isMissing })),
  ...["peerId", "joinTime"].map((key) => ({ at: `${ofEnded}.stays[1].${key}`, problem: isMissing })),
  ...["id", "sessionId", "recordingUrl", "recordingSize"].map((key) => ({
    at: `tenants[0].recordings[1].${key}`,
    problem: isMissing
  })),
  { at: "", to: null, problem: /expected an object/ },
  { at: "", to: "a snapshot", problem: /expected an object/ },
  { at: "", to: [], problem: /expected an object/ },
  { at: "format", to: "effect-rooms/recording", problem: /effect-rooms\/world/ },
  { at: "version", to: 2, problem: /expected 1/ },
  { at: "random[3]", problem: isMissing },
  { at: "random[0]", to: 0.5, problem: /integer/ },
  { at: "tenants", to: {}, problem: /expected an array/ },
  { at: `${ofRoom}.roomId`, to: "", problem: /an id must not be empty/ },
  { at: `${ofRoom}.createdAt`, to: "1970-01-01T00:00:00Z", problem: /expected number/ },
  { at: `${ofRoom}.createdAt`, to: 0.5, problem: /integer/ },
  { at: `${ofRoom}.createdAt`, to: 8.64e15 + 1, problem: /between/ },
  { at: `${ofEnded}.stays[1].joinTime`, to: -8.64e15 - 1, problem: /between/ },
  { at: `${ofRoom}.locked`, to: 1, problem: /expected boolean/ },
  { at: `${ofRoom}.metadata`, to: null, problem: /expected an object/ },
  { at: `${ofRoom}.metadata`, to: "{}", problem: /expected an object/ },
  { at: `${ofEnded}.stays[1].metadata`, to: [], problem: /expected an object/ },
  { at: `${ofEnded}.stays`, to: [], path: `${ofEnded}.stays[0]`, problem: isMissing },
  { at: "tenants[0].recordings[0].recordingSize", to: null, problem: /./ },
  { at: "tenants[0].livestreamCount", to: -1, problem: /./ },
  { at: "tenants[0].livestreamCount", to: 0.5, problem: /./ },

  { at: "tenants[0].rooms[1].roomId", to: "r-1", problem: isTwice },
  { at: `${ofDeleted}.roomId`, to: "r-1", path: `${ofRoom}.roomId`, problem: isTwice },
  { at: "tenants[1].rooms[0].roomId", to: "r-3", problem: isTwice },
  { at: `${ofRunning}.sessionId`, to: "s-1", problem: isTwice },
  { at: "tenants[1].rooms[0].sessions[0].sessionId", to: "s-4", problem: isTwice },
  { at: "tenants[0].recordings[1].id", to: "rec-1", problem: isTwice },
  { at: "tenants[0].recordings[0].sessionId", to: "s-5", problem: /^isn't a session of this tenant$/ },
  { at: "tenants[0].recordings[0].sessionId", to: "s-6", problem: /^isn't a session of this tenant$/ },

  { at: `${ofEnded}.endTime`, to: 99, problem: /^is before startTime$/ },
  { at: `${ofEnded}.stays[1].joinTime`, to: 99, problem: /^is before the session began$/ },
  { at: `${ofEnded}.stays[1].exitTime`, to: 109, problem: /^is before joinTime$/ },
  { at: `${ofEnded}.stays[1].exitTime`, to: 201, problem: /^is after the session ended$/ },
  { at: `${ofEnded}.stays[1].exitTime`, problem: /^is missing: the session has ended$/ },
  { at: `${ofEnded}.stays[1].peerId`, to: "ada", problem: /^is in the session already$/ },
  { at: `${ofRunning}.stays[1].joinTime`, to: 499, path: `${ofRunning}.stays[1].peerId`, problem: /already$/ },
  { at: `${ofRunning}.stays[0].exitTime`, path: `${ofRunning}.stays[1].peerId`, problem: /already$/ },
  {
    at: `${ofRunning}.stays[1].exitTime`,
    to: 600,
    path: `${ofRunning}.endTime`,
    problem: /^is missing: everybody has left$/
  },
  { at: `${ofRoom}.sessions[2].endTime`, problem: /^is missing: only the newest session of a room can be running$/ },
  { at: `${ofDeleted}.sessions[0].endTime`, problem: /^is missing: only the newest session of a room can be running$/ },
  {
    at: "tenants[2]",
    to: { rooms: [], deletedRooms: [], recordings: [], livestreamCount: 0 },
    path: "tenants",
    problem: /^has 3, but the world has 2 API keys: there must be one tenant per key, in the same order$/
  }
]

describe("restore", () => {
  it.effect("accepts the snapshot that these tests modify", () =>
    Effect.gen(function* () {
      const world = yield* World
      yield* world.restore(possible)
      assert.deepStrictEqual<unknown>(JSON.parse(JSON.stringify(yield* world.snapshot)), possible)
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice, bob] })))
  )

  it.effect.each(refused.map((refused) => ({ ...refused, to: refused.to, becomes: JSON.stringify(refused.to) })))(
    "rejects $becomes for $at, and changes nothing",
    ({ at, path = at, problem, to }) =>
      Effect.gen(function* () {
        const world = yield* World
        yield* world.join(yield* createRoom({}, alice))
        const before = JSON.stringify(yield* world.snapshot)
        const error = yield* Effect.flip(world.restore(put(possible, keysOf(at), to)))
        assert.strictEqual(error._tag, "InvalidSnapshot")
        assert.strictEqual(error.path, path)
        assert.match(error.problem, problem)
        const where = path === "" ? "" : `${path}: `
        assert.strictEqual(error.message, `the snapshot cannot be restored: ${where}${error.problem}`)
        assert.strictEqual(JSON.stringify(yield* world.snapshot), before)
      }).pipe(Effect.provide(World.layer({ apiKeys: [alice, bob] })))
  )

  it.effect("rejects or accepts any value in any place, and every operation still works", () =>
    Effect.gen(function* () {
      const world = yield* driven
      const instead = [undefined, null, true, 0, 1, -1, 0.5, 450, 9e15, "", "s-1", "ada", [], {}, [[]], { a: {} }]
      let taken = 0
      for (const place of placesIn(possible)) {
        for (const value of instead) {
          const restored = yield* Effect.result(world.restore(put(possible, place, value)))
          if (Result.isFailure(restored)) continue
          taken++
          const answered = yield* survey(world)
          assert.notInclude(answered.flat().join("\n"), '"Die"', `${place.join(".")} is ${JSON.stringify(value)}`)
          const text = JSON.stringify(yield* world.snapshot)
          yield* world.restore(JSON.parse(text))
          assert.strictEqual(JSON.stringify(yield* world.snapshot), text)
        }
      }
      assert.isAbove(taken, 100)
    }).pipe(Effect.provide(World.layer({ apiKeys: [alice, bob] })))
  )

  it.effect.each([undefined, 1, () => 1, Symbol("snapshot"), new Map()])("rejects text that isn't JSON: %s", (given) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip((yield* World).restore(given))
      assert.strictEqual(error._tag, "InvalidSnapshot")
    }).pipe(Effect.provide(World.layer()))
  )
})
