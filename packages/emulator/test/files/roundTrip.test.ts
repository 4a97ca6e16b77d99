import { assert, describe, it } from "@effect/vitest"
import { PeerId } from "@effect-rooms/core/Identifier"
import { defaultApiKey, Quirks, Scenario } from "@effect-rooms/testing"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Emulator } from "../../src/index.ts"
import { folder, type KeptWorld, open, titlesOf } from "../fixtures/files.ts"
import { send } from "../fixtures/requests.ts"

const apiKeys = [defaultApiKey, Redacted.make("second"), Redacted.make("third")]

/** Everything that a world can contain, with text that is hard to write. */
const furnish = Effect.fnUntraced(function* (world: KeptWorld) {
  const { createRoom } = world.operations(Redacted.make("second"))
  const metadata = JSON.parse(
    '{"2":"b","1":"a","__proto__":{"x":1},"text":"\\u2028 \\ud800 💥 \\" \\n","deep":[[{"a":[]}],null]}'
  )
  const { data: odd } = yield* createRoom({ roomLocked: true, metadata })
  const { data: plain } = yield* createRoom({ roomLocked: false })
  const { data: gone } = yield* createRoom({ roomLocked: false, metadata: {} })
  const { sessionId } = yield* world.join(plain.roomId, { peerId: PeerId.make("ada"), metadata })
  yield* world.join(plain.roomId)
  yield* world.leave(plain.roomId, PeerId.make("ada"))
  yield* world.join(plain.roomId, { peerId: PeerId.make("ada") })
  yield* world.record(sessionId, { recordingSize: 0.5 })
  yield* world.join(gone.roomId)
  yield* world.livestream(gone.roomId)
  yield* world.deleteRoom(gone.roomId)
  return odd.roomId
})

describe("an export", () => {
  it.live("of an import has the same bytes, with everything that a world can contain", () =>
    Effect.gen(function* () {
      const { at, names, read } = yield* folder
      const scenario = Scenario.office({ rooms: 20, sessions: 100, days: 30 })
      yield* Effect.scoped(Effect.flatMap(open({ exportOnExit: at("first.json") }, { apiKeys, scenario }), furnish))
      for (const [from, to] of [
        ["first", "second"],
        ["second", "third"]
      ]) {
        yield* Effect.scoped(open({ import: at(`${from}.json`), exportOnExit: at(`${to}.json`) }, { apiKeys }))
      }
      assert.include(read("first.json"), '"__proto__":{"x":1}')
      assert.strictEqual(read("second.json"), read("first.json"))
      assert.strictEqual(read("third.json"), read("first.json"))
      assert.deepStrictEqual(yield* names, ["first.json", "second.json", "third.json"])
    })
  )

  it.effect("has a line for each room and each recording", () =>
    Effect.gen(function* () {
      const { at, read } = yield* folder
      const scenario = Scenario.make(
        Scenario.room("one"),
        Scenario.room("two").session({ participants: ["Ada"], recordings: [1, 2] })
      )
      yield* Effect.scoped(open({ exportOnExit: at("world.json") }, { scenario }))
      const lines = read("world.json").split("\n")
      assert.deepStrictEqual(
        lines.map((line) => line.split(":")[0]),
        [
          '{"format"',
          '{"rooms"',
          '{"roomId"',
          '{"roomId"',
          '],"deletedRooms"',
          '],"recordings"',
          '{"id"',
          '{"id"',
          '],"livestreamCount"',
          "]}",
          ""
        ]
      )
    })
  )

  it.live("is interchangeable with an export of the admin API", () =>
    Effect.gen(function* () {
      const { at, read, write } = yield* folder
      const text = yield* Effect.gen(function* () {
        return (yield* send("GET", "/__emulator/world")).text
      }).pipe(Effect.provide(Emulator.layer({ scenario: Scenario.office(), exportOnExit: at("file.json") })))
      assert.deepStrictEqual(JSON.parse(text), JSON.parse(read("file.json")))
      yield* write("api.json", text)
      yield* Effect.scoped(open({ import: at("api.json"), exportOnExit: at("again.json") }))
      assert.strictEqual(read("again.json"), read("file.json"))
    })
  )
})

describe("an import", () => {
  it.live("replaces the scenario, and a reset returns to it", () =>
    Effect.gen(function* () {
      const { at, read } = yield* folder
      const scenario = Scenario.make(Scenario.room("imported"))
      yield* Effect.scoped(open({ exportOnExit: at("from.json") }, { scenario }))
      yield* Effect.scoped(
        Effect.gen(function* () {
          const world = yield* open(
            { import: at("from.json"), exportOnExit: at("to.json") },
            { scenario: Scenario.make(Scenario.room("other")) }
          )
          yield* world.operations(defaultApiKey).createRoom({ roomLocked: false })
          yield* world.reset
        })
      )
      assert.deepStrictEqual(titlesOf(read("to.json")), ["imported"])
      assert.strictEqual(read("to.json"), read("from.json"))
    })
  )

  it.live("continues the sequence of ids", () =>
    Effect.gen(function* () {
      const { at } = yield* folder
      const create = Effect.fnUntraced(function* (world: KeptWorld) {
        const { data } = yield* world.operations(defaultApiKey).createRoom({ roomLocked: false })
        return data.roomId
      })
      const [, second] = yield* Effect.scoped(
        Effect.flatMap(open({}, { seed: 7 }), (world) => Effect.all([create(world), create(world)]))
      )
      yield* Effect.scoped(Effect.flatMap(open({ exportOnExit: at("world.json") }, { seed: 7 }), create))
      const next = yield* Effect.scoped(Effect.flatMap(open({ import: at("world.json") }, { seed: 8 }), create))
      assert.strictEqual(next, second)
    })
  )

  it.live("keeps the quirks and faults of the options", () =>
    Effect.gen(function* () {
      const { at } = yield* folder
      yield* Effect.scoped(open({ exportOnExit: at("world.json") }))
      const world = yield* open(
        { import: at("world.json") },
        { quirks: { errorBody: "html" }, faults: [{ action: { _tag: "Refuse" } }] }
      )
      assert.deepStrictEqual(yield* world.quirks, { ...Quirks.defaults, errorBody: "html" })
      assert.isNotEmpty(yield* world.faults)
    })
  )
})
