/**
 * Laws about input: an invalid request is refused before anything is sent, and the error names the field.
 */

import { assert } from "@effect/vitest"
import { RoomId, SessionId } from "@effect-rooms/core/Identifier"
import type { PaginationError } from "@effect-rooms/core/PaginationError"
import type { OperationName } from "@effect-rooms/core/unstable"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { AnyError } from "./everyOperation.ts"
import { failure } from "./failure.ts"
import { type Chapter, type Client, law, worldLaw } from "./law.ts"

const badRoom = (id: string) => RoomId.make(id, { disableChecks: true })
const badSession = (id: string) => SessionId.make(id, { disableChecks: true })

const roomId = RoomId.make("a-room")

const refused = ({ live, recordings, rooms, sessions }: Client) => {
  const is = (operation: OperationName, field: string, effect: Effect.Effect<unknown, AnyError | PaginationError>) => ({
    operation,
    field,
    effect
  })
  return [
    is("createRoom", "key", rooms.createOnce({}, { key: "" })),
    is("createRoom", "metadata.idempotencyKey", rooms.createOnce({ metadata: { idempotencyKey: "a" } }, { key: "b" })),
    is("listRooms", "cursor", rooms.page({ cursor: -1 })),
    is("listRooms", "cursor", rooms.page({ cursor: 0.5 })),
    is("listRooms", "concurrency", Stream.runDrain(rooms.stream({ concurrency: 0 }))),
    is("listRooms", "from", Stream.runDrain(rooms.pages({ from: -1 }))),
    is("roomDetails", "roomId", rooms.get(badRoom(""))),
    is("roomDetails", "roomId", rooms.get(badRoom("."))),
    is("roomMetadata", "roomId", rooms.metadata(badRoom(".."))),
    is("listSessions", "roomId", sessions.page({ roomId: badRoom("") })),
    is("listSessions", "limit", sessions.page({ roomId, limit: 0 })),
    is("listSessions", "cursor", sessions.page({ roomId, cursor: -1 })),
    is("listSessions", "limit", Stream.runDrain(sessions.stream(roomId, { limit: 1.5 }))),
    is("listSessions", "from.cursor", Stream.runDrain(sessions.stream(roomId, { from: { cursor: -1, limit: 1 } }))),
    is("listSessions", "concurrency", Stream.runDrain(sessions.streamAll({ concurrency: 0 }))),
    is("sessionParticipants", "sessionId", sessions.participants(badSession("\ud800"))),
    is("liveParticipants", "roomId", live.participants(badRoom(".."))),
    is("listRecordings", "sessionId", recordings.page({ sessionId: badSession("") })),
    is("listRecordings", "limit", recordings.page({ limit: 0 })),
    is("listRecordings", "cursor", recordings.page({ cursor: -1 })),
    is("listRecordings", "from", Stream.runDrain(recordings.stream({ from: 0.5 })))
  ]
}

const areRefused = (client: Client) =>
  Effect.forEach(
    refused(client),
    ({ effect, field, operation }) =>
      Effect.map(failure(effect, "InvalidRequest"), (error) => {
        assert.deepStrictEqual(
          { field: error.field, operation: error.evidence.operation },
          { field, operation },
          error.message
        )
        assert.deepStrictEqual(error.evidence.attempts, [])
        assert.isUndefined(error.evidence.status)
        assert.isFalse(error.isRetryable)
      }),
    { discard: true }
  )

export const input: Chapter = {
  title: "input",
  laws: [
    law("an invalid request is refused, and the error names the field", areRefused),
    worldLaw("a refused request never reaches the service", (ground) =>
      Effect.gen(function* () {
        yield* areRefused(ground)
        assert.deepStrictEqual(yield* ground.world.log, [])
      })
    )
  ]
}
