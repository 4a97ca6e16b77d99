/**
 * Laws about watching a room: every change shows once.
 */
import { assert } from "@effect/vitest"
import { PeerId } from "@effect-rooms/core/Identifier"
import type { PresenceEvent } from "@effect-rooms/core/PresenceEvent"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { fault } from "../Fault.ts"
import { failure, under } from "./failure.ts"
import { type Chapter, worldLaw } from "./law.ts"
import { withoutWaiting } from "./virtualTime.ts"

const ada = PeerId.make("ada")
const grace = PeerId.make("grace")

const told = (event: PresenceEvent): readonly [string, ...ReadonlyArray<string>] =>
  event._tag === "Snapshot"
    ? ["Snapshot", ...event.participants.map(({ peerId }) => peerId)]
    : [event._tag, event.participant.peerId]

export const watch: Chapter = {
  title: "watching a room",
  laws: [
    worldLaw(
      "a watch emits the participants, then each join and leave, each followed by the participants now",
      (ground) =>
        Effect.gen(function* () {
          const { live, quirks, rooms, world } = ground
          const { roomId } = yield* rooms.create({})
          const pull = yield* Stream.toPull(Stream.map(live.watch(roomId), told))
          const seen = (expected: ReadonlyArray<ReadonlyArray<string>>) =>
            Effect.map(pull, (events) => assert.deepStrictEqual([...events], expected))
          yield* seen([["Snapshot"]])
          yield* world.join(roomId, { peerId: ada })
          yield* seen([
            ["Joined", ada],
            ["Snapshot", ada]
          ])
          yield* world.leave(roomId, ada)
          yield* world.join(roomId, { peerId: grace })
          yield* seen([
            ["Left", ada],
            ["Joined", grace],
            ["Snapshot", grace]
          ])
          if (quirks.liveJoinTime === "known") {
            yield* world.leave(roomId, grace)
            yield* world.join(roomId, { peerId: grace })
            yield* seen([
              ["Left", grace],
              ["Joined", grace],
              ["Snapshot", grace]
            ])
          }
          yield* world.endSession(roomId)
          yield* seen([["Left", grace], ["Snapshot"]])
        }).pipe(withoutWaiting)
    ),
    worldLaw("a watch emits nothing while nothing changes, and ends with its schedule", ({ live, rooms, world }) =>
      Effect.gen(function* () {
        const { roomId } = yield* rooms.create({})
        yield* world.join(roomId, { peerId: ada })
        const events = yield* Stream.runCollect(live.watch(roomId, { every: Schedule.recurs(3) }))
        assert.deepStrictEqual(events.map(told), [["Snapshot", ada]])
        const polls = (yield* world.log).filter(({ operation }) => operation === "liveParticipants")
        assert.strictEqual(polls.length, 4)
      })
    ),
    worldLaw("a watch fails if a poll fails", (ground) =>
      Effect.gen(function* () {
        const { live, rooms } = ground
        const { roomId } = yield* rooms.create({})
        const broken = fault("liveParticipants").after(1).respond(500)
        const error = yield* failure(under(ground, broken, Stream.runDrain(live.watch(roomId))), "ServiceError")
        assert.strictEqual(error.evidence.status, 500)
      })
    )
  ]
}
