import { assert, describe, it } from "@effect/vitest"
import { PeerId } from "@effect-rooms/core/Identifier"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { decodeUnknown, make, office, type RoomScenario, room, Scenario } from "../../src/Scenario.ts"

const FromText = Schema.fromJsonString(Scenario)
const encode = Schema.encodeEffect(FromText)
const parse = (text: string): unknown => JSON.parse(text)

/** A scenario written as JSON text and read again. */
const again = (scenario: Scenario) =>
  Effect.map(
    Effect.flatMap(encode(scenario), (text) => decodeUnknown(parse(text))),
    ({ rooms }) => Array.from(rooms)
  )

const everything: RoomScenario = {
  createdAt: "2026-01-05T08:00:00+01:00",
  metadata: { title: "会議 🚪", hostWallets: ["0x1"], deep: { er: [null, 1.5, true] } },
  locked: true,
  livestreams: 2,
  sessions: [
    {
      startedAt: 1_767_600_000_000,
      lasts: "2 hours",
      stays: [
        { peerId: PeerId.make("ada"), metadata: { displayName: "Ada" }, joinedAfter: 0, stayed: "30 minutes" },
        { joinedAfter: "1.5 seconds" }
      ],
      recordings: [0, 1.5]
    },
    { startedAgo: "1 day", stays: [{}] }
  ]
}

describe("a scenario as JSON", () => {
  it.effect("survives a round trip", () =>
    Effect.gen(function* () {
      const rooms: ReadonlyArray<RoomScenario> = [everything, { createdAgo: "2 days" }, {}]
      assert.deepStrictEqual(yield* again({ rooms }), [...rooms])
      assert.deepStrictEqual(yield* again(make(room("a").session({ participants: ["Ada"] }))), [
        room("a").session({ participants: ["Ada"] }).scenario
      ])
    })
  )

  it.effect("has all durations in milliseconds", () =>
    Effect.gen(function* () {
      const rooms: ReadonlyArray<RoomScenario> = [
        { createdAgo: Duration.minutes(2) },
        { createdAgo: { seconds: 2 } },
        { createdAgo: [1, 500_000_000] },
        { createdAgo: 3_000_000n }
      ]
      assert.deepStrictEqual(yield* again({ rooms }), [
        { createdAgo: 120_000 },
        { createdAgo: 2_000 },
        { createdAgo: 1_500 },
        { createdAgo: 3 }
      ])
    })
  )

  it.effect("contains all rooms of a lazy scenario", () =>
    Effect.gen(function* () {
      const scenario = yield* office({ rooms: 30 })
      assert.deepStrictEqual(yield* again(scenario), Array.from(scenario.rooms))
    })
  )
})

const length = 'expected a duration that is not negative, in milliseconds or as text such as "2 days"'
const time = "expected whole epoch milliseconds or an ISO 8601 date and time"

const inSession = (fields: object) => ({ rooms: [{}, { sessions: [{ startedAgo: 1, stays: [{}], ...fields }] }] })
const inStay = (fields: object) => inSession({ stays: [{}, fields] })

describe("decodeUnknown fails", () => {
  it.effect("with a message that names the problem", () =>
    Effect.gen(function* () {
      const messageOf = (input: unknown) => Effect.map(Effect.flip(decodeUnknown(input)), ({ message }) => message)
      assert.strictEqual(yield* messageOf(1), "invalid scenario: expected an object")
      assert.strictEqual(yield* messageOf({}), "invalid scenario: rooms: is missing")
    })
  )
})

describe("decodeUnknown names the problem of", () => {
  it.effect.each([
    { input: null, path: "", problem: "expected an object" },
    { input: {}, path: "rooms", problem: "is missing" },
    { input: { rooms: {} }, path: "rooms", problem: "expected an array" },
    { input: { rooms: [], seed: 1 }, path: "seed", problem: "is not a field of a scenario; there is only rooms" },
    { input: { rooms: [1] }, path: "rooms[0]", problem: "expected an object" },
    {
      input: { rooms: [{}, { createAgo: 1 }] },
      path: "rooms[1].createAgo",
      problem: "is not a field of a room; there are createdAt, createdAgo, metadata, locked, sessions, livestreams"
    },
    { input: { rooms: [{ createdAt: null }] }, path: "rooms[0].createdAt", problem: time },
    { input: { rooms: [{ createdAt: "2026-01-05" }] }, path: "rooms[0].createdAt", problem: time },
    { input: { rooms: [{ createdAt: 0.5 }] }, path: "rooms[0].createdAt", problem: time },
    { input: { rooms: [{ createdAgo: "yesterday" }] }, path: "rooms[0].createdAgo", problem: length },
    { input: { rooms: [{ createdAgo: "Infinity" }] }, path: "rooms[0].createdAgo", problem: length },
    { input: { rooms: [{ createdAgo: { days: 1 } }] }, path: "rooms[0].createdAgo", problem: length },
    { input: { rooms: [{ metadata: [] }] }, path: "rooms[0].metadata", problem: "expected an object" },
    { input: { rooms: [{ locked: "yes" }] }, path: "rooms[0].locked", problem: "expected boolean" },
    {
      input: { rooms: [{ livestreams: -1 }] },
      path: "rooms[0].livestreams",
      problem: "expected an integer of at least 0"
    },
    { input: inSession({ startedAt: "9:00" }), path: "rooms[1].sessions[0].startedAt", problem: time },
    { input: inSession({ lasts: -1 }), path: "rooms[1].sessions[0].lasts", problem: length },
    { input: inSession({ stays: [] }), path: "rooms[1].sessions[0].stays", problem: "expected at least one stay" },
    {
      input: inSession({ recordings: [1, -1] }),
      path: "rooms[1].sessions[0].recordings[1]",
      problem: "expected a size of at least 0"
    },
    { input: inStay({ joinedAfter: "soon" }), path: "rooms[1].sessions[0].stays[1].joinedAfter", problem: length },
    { input: inStay({ stayed: -5 }), path: "rooms[1].sessions[0].stays[1].stayed", problem: length },
    {
      input: inStay({ peerId: "" }),
      path: "rooms[1].sessions[0].stays[1].peerId",
      problem: 'an id must not be empty, "." or "..", and must be well-formed Unicode'
    },
    {
      input: inStay({ metadata: "Ada" }),
      path: "rooms[1].sessions[0].stays[1].metadata",
      problem: "expected an object"
    }
  ])("$input", ({ input, path, problem }) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(decodeUnknown(input))
      assert.deepStrictEqual({ ...error }, { _tag: "InvalidScenario", path, problem })
    })
  )
})
