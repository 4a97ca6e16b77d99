import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as FakeRooms from "../../../src/FakeRooms.ts"
import { fault } from "../../../src/Fault.ts"
import { client } from "../../../src/laws/law.ts"
import { World } from "../../../src/World.ts"

describe("a change that a program makes to a response", () => {
  const metadata = { title: "Standup", hosts: ["ada"] }
  const alter = (value: unknown) => {
    assert(typeof value === "object" && value !== null)
    Object.assign(value, { title: "X", id: "X", hosts: [] })
  }
  const alterMetadata = ({ metadata }: { readonly metadata: Option.Option<unknown> }) =>
    alter(Option.getOrThrow(metadata))

  it.effect.each(["without", "under"])("doesn't change the world, %s a fault", (how) =>
    Effect.gen(function* () {
      const { live, recordings, rooms, sessions } = yield* client
      const world = yield* World
      const { roomId: made } = yield* rooms.create({ metadata })
      const { sessionId } = yield* world.join(made, { metadata: { title: "Ada" } })
      yield* world.record(sessionId)
      if (how === "under") yield* world.inject(fault().delay("0 millis"))
      const before = yield* world.snapshot
      alterMetadata(yield* rooms.get(made))
      alterMetadata({ metadata: yield* rooms.metadata(made) })
      for (const room of yield* Stream.runCollect(rooms.stream())) alterMetadata(room)
      for (const peer of yield* sessions.participants(sessionId)) alterMetadata(peer)
      for (const peer of (yield* live.participants(made)).participants) alterMetadata(peer)
      for (const session of (yield* sessions.page({ roomId: made })).sessions) alter(session)
      for (const recording of yield* Stream.runCollect(recordings.stream())) alter(recording)
      assert.deepStrictEqual(yield* world.snapshot, before)
      assert.deepStrictEqual(Option.getOrThrow(yield* rooms.metadata(made)), metadata)
    }).pipe(Effect.provide(FakeRooms.layer()))
  )
})
