/**
 * The services stream the generated pages, so the pages are valid responses in every reading of the contract.
 */

import { assert, describe, it } from "@effect/vitest"
import { Backend, type Operations } from "@effect-rooms/core/Backend"
import { RoomId } from "@effect-rooms/core/Identifier"
import { Recordings } from "@effect-rooms/core/Recordings"
import * as RoomServices from "@effect-rooms/core/RoomServices"
import { Rooms } from "@effect-rooms/core/Rooms"
import { Sessions } from "@effect-rooms/core/Sessions"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Arbitraries from "../../src/Arbitraries.ts"

const notAsked = () => Effect.die("not asked for in this test")

const services = (operations: Partial<Operations>) =>
  RoomServices.layer.pipe(
    Layer.provide(
      Layer.succeed(
        Backend,
        Backend.make({
          createRoom: notAsked,
          listRooms: notAsked,
          roomDetails: notAsked,
          roomMetadata: notAsked,
          listSessions: notAsked,
          sessionParticipants: notAsked,
          liveParticipants: notAsked,
          listRecordings: notAsked,
          metrics: notAsked,
          ...operations
        })
      )
    )
  )

describe("a stream over generated pages", () => {
  it.effect.prop("emits every room", [Arbitraries.pagedRooms()], ([{ pages, rows }]) =>
    Effect.gen(function* () {
      const listRooms: Operations["listRooms"] = ({ cursor }) => {
        const current = cursor ?? pages[0]?.current ?? 1
        const behind = { rooms: [], pageSize: 0, current, nextCursor: Option.none(), prevCursor: Option.none() }
        const page = pages.find((page) => page.current === current)
        return Effect.succeed(page ?? { ...behind, count: Option.none() })
      }
      const walk = Stream.unwrap(Effect.map(Rooms, (rooms) => rooms.stream()))
      const emitted = yield* Stream.runCollect(walk).pipe(Effect.provide(services({ listRooms })))
      assert.deepStrictEqual(emitted, rows)
    })
  )

  it.effect.prop("emits every session", [Arbitraries.pagedSessions()], ([{ pageSize, pages, rows }]) =>
    Effect.gen(function* () {
      // A stream requests less than a page to find out whether a short page was the last one.
      const listSessions: Operations["listSessions"] = ({ cursor = 0, limit = pageSize }) =>
        Effect.succeed(
          limit === pageSize
            ? (pages[cursor] ?? { sessions: [] })
            : { sessions: rows.slice(cursor * limit, (cursor + 1) * limit) }
        )
      const walk = Stream.unwrap(
        Effect.map(Sessions, (sessions) => sessions.stream(RoomId.make("room"), { limit: pageSize }))
      )
      const emitted = yield* Stream.runCollect(walk).pipe(Effect.provide(services({ listSessions })))
      assert.deepStrictEqual(emitted, rows)
    })
  )

  it.effect.prop("emits every recording", [Arbitraries.pagedRecordings()], ([{ pageSize, pages, rows }]) =>
    Effect.gen(function* () {
      const listRecordings: Operations["listRecordings"] = ({ cursor }) => {
        const before = pages.findIndex(({ nextCursor }) => Option.contains(nextCursor, cursor))
        return Effect.succeed(
          pages[cursor === undefined ? 0 : before + 1] ?? { recordings: [], nextCursor: Option.none() }
        )
      }
      const walk = Stream.unwrap(Effect.map(Recordings, (recordings) => recordings.stream({ limit: pageSize })))
      const emitted = yield* Stream.runCollect(walk).pipe(Effect.provide(services({ listRecordings })))
      assert.deepStrictEqual(emitted, rows)
    })
  )
})
