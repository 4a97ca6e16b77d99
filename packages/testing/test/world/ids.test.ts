import { assert, describe, it } from "@effect/vitest"
import { PeerId } from "@effect-rooms/core/Identifier"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { TestClock } from "effect/testing"
import { World, type WorldOptions } from "../../src/World.ts"
import { createRoom, start } from "../fixtures/worlds.ts"

/** Every kind of id once, and some twice, in a fixed order. */
const story = Effect.gen(function* () {
  const world = yield* World
  const first = yield* createRoom()
  const second = yield* createRoom({ metadata: { title: "Stand-up" } })
  const ada = yield* world.join(first)
  const grace = yield* world.join(first)
  const hedy = yield* world.join(second, { peerId: PeerId.make("hedy") })
  const recording = yield* world.record(ada.sessionId)
  return {
    rooms: [first, second, yield* createRoom()],
    sessions: [ada.sessionId, grace.sessionId, hedy.sessionId],
    peers: [ada.peerId, grace.peerId, hedy.peerId],
    recordings: [recording.id, (yield* world.record(hedy.sessionId)).id]
  }
})

const storyOf = (options?: WorldOptions) => Effect.provide(story, World.layer(options))

describe("ids of a world", () => {
  it.effect("match these, so that a change of the generator is noticed", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual<unknown>(yield* storyOf(), {
        rooms: ["kdh-hfmt-ztt", "fkz-hcpv-gdj", "fsl-ociy-wxb"],
        sessions: ["session_o6eicqitclq1hdjn", "session_o6eicqitclq1hdjn", "session_ww5kkvpv89jzgegv"],
        peers: ["peer_n817bu0dpyuhlswp", "peer_0afezva804w0nxpd", "hedy"],
        recordings: ["recording_gh91gpwlx5gola5d", "recording_mbnr938jtw05bujp"]
      })
    })
  )

  it.effect("are the same for the same seed, text or number", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* storyOf({ seed: "a" }), yield* storyOf({ seed: "a" }))
      assert.deepStrictEqual(yield* storyOf({ seed: 7 }), yield* storyOf({ seed: 7 }))
      assert.deepStrictEqual(yield* storyOf({ seed: "effect-rooms" }), yield* storyOf())
    })
  )

  it.effect("all differ for another seed", () =>
    Effect.gen(function* () {
      const ids = Object.values(yield* storyOf({ seed: "a" })).flat()
      const others = Object.values(yield* storyOf({ seed: "b" })).flat()
      assert.deepStrictEqual(
        ids.filter((id) => others.includes(id)),
        [PeerId.make("hedy")]
      )
    })
  )

  it.effect("depend neither on the program's random numbers nor on its clock", () =>
    Effect.gen(function* () {
      const ids = yield* storyOf()
      yield* TestClock.setTime(start)
      assert.deepStrictEqual(yield* Random.withSeed(storyOf(), "of the program"), ids)
    })
  )

  it.effect("are distinct and have the format of their kind", () =>
    Effect.gen(function* () {
      const world = yield* World
      const ids = new Set<string>()
      for (let index = 0; index < 1000; index++) {
        const roomId = yield* createRoom()
        const { peerId, sessionId } = yield* world.join(roomId)
        const { id, recordingUrl } = yield* world.record(sessionId)
        assert.match(roomId, /^[a-z]{3}-[a-z]{4}-[a-z]{3}$/)
        assert.match(sessionId, /^session_[0-9a-z]{16}$/)
        assert.match(peerId, /^peer_[0-9a-z]{16}$/)
        assert.match(id, /^recording_[0-9a-z]{16}$/)
        assert.strictEqual(recordingUrl, `https://recordings.invalid/${id}.mp4`)
        for (const each of [roomId, sessionId, peerId, id]) ids.add(each)
      }
      assert.strictEqual(ids.size, 4000)
    }).pipe(Effect.provide(World.layer()))
  )
})
