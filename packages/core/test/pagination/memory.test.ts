/**
 * Walks over lists so long that no walk may keep them. Every row is watched by a weak reference, and after a full garbage
 * collection only those live that the walk still holds. Of rows that it emitted it keeps the ids alone, and not all of them.
 */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { inject } from "vitest"
import type { Operations } from "../../src/Backend.ts"
import { PeerId, RecordingId, RoomId, SessionId } from "../../src/Identifier.ts"
import { recentIdsAtLeast } from "../../src/pagination/RecentIds.ts"
import { serve, walk } from "../fixtures/backend.ts"
import { rowsFrom, sessionsBy } from "../fixtures/cursorFailures.ts"
import { type Ages, ages, bornAt } from "../fixtures/lists.ts"
import { roomId, type Shape, shapes } from "../fixtures/walks.ts"

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

/** How many times smaller the lists are than in the long run. */
const part = inject("soak") ? 1 : 5

/** How many rows a page has. */
const sizes = { rooms: 10, sessions: 100, recordings: 20 } as const

/**
 * Lists of generated rows, each watched, and each room has its sessions. `most` is how many rows lived at once,
 * counted ten times.
 */
const watchedLists = (list: {
  readonly ages: Ages
  readonly rows: number
  readonly sessions: number
  readonly requests: number
}) => {
  const time = (row: number) => DateTime.makeUnsafe(bornAt(list.ages, row))
  let living: Array<WeakRef<object>> = []
  let most = 0
  let requests = 0

  const watched = <Row extends object>(row: Row): Row => {
    living.push(new WeakRef(row))
    return row
  }

  // The target of a new weak reference lives until the event loop turns, so this waits for another turn.
  const count = Effect.callback<void>((resume) => {
    setTimeout(() => {
      collectGarbage()
      living = living.filter((row) => row.deref() !== undefined)
      most = Math.max(most, living.length)
      resume(Effect.void)
    }, 0)
  })
  const every = Math.floor(list.requests / 10)
  const page = <A>(read: () => A): Effect.Effect<A> =>
    Effect.suspend(() => (++requests % every === 0 ? Effect.andThen(count, Effect.sync(read)) : Effect.sync(read)))

  const numbers = (from: number, size: number, all: number) => rowsFrom(from, Math.max(0, Math.min(size, all - from)))

  const script: Partial<Operations> = {
    listRooms: ({ cursor = 1 }) =>
      page(() => {
        const rooms = numbers((cursor - 1) * sizes.rooms, sizes.rooms, list.rows).map((row) =>
          watched({ roomId: RoomId.make(`${row}`), createdAt: time(row), roomLocked: false, metadata: Option.none() })
        )
        return {
          rooms,
          pageSize: rooms.length,
          current: cursor,
          nextCursor: cursor * sizes.rooms < list.rows ? Option.some(cursor + 1) : Option.none(),
          prevCursor: Option.none(),
          count: Option.some(list.rows)
        }
      }),
    listSessions: ({ cursor = 0, limit = 10, roomId }) =>
      page(() => ({
        sessions: numbers(cursor * limit, limit, list.sessions).map((row) =>
          watched({ sessionId: SessionId.make(`${roomId}/${row}`), startTime: time(row), endTime: Option.none() })
        )
      })),
    sessionParticipants: ({ sessionId }) =>
      page(() => ({
        participants: [
          watched({
            peerId: PeerId.make(sessionId),
            joinTime: time(0),
            exitTime: Option.none(),
            metadata: Option.none()
          })
        ]
      })),
    listRecordings: ({ cursor = 0, limit = 20 }) =>
      page(() => ({
        recordings: numbers(cursor, limit, list.rows).map((row) =>
          watched({ id: RecordingId.make(`${row}`), recordingUrl: "", recordingSize: 0 })
        ),
        nextCursor: cursor + limit < list.rows ? Option.some(cursor + limit) : Option.none()
      }))
  }
  return { script, most: () => most }
}

/** The last page, and pages read ahead: eight rounds that flow, or two windows of four rounds. */
const pagesHeld = (concurrency: number): number => (concurrency === 1 ? 1 : 1 + 2 * 4 * concurrency)

/** The engine may keep some rows that nobody holds, in a register or in optimised code: a few dozen were seen. */
const strays = 1_000

describe.each(ages.flatMap((ages) => [1, 8].map((concurrency) => ({ ages, concurrency }))))(
  "with concurrency $concurrency, ages $ages",
  ({ ages, concurrency }) => {
    it.effect.each(shapes)("a walk over hundreds of pages of %s holds no more than it reads ahead", (shape) =>
      Effect.gen(function* () {
        const rows = 300_000 / part
        const limit = sizes[shape]
        const requests = rows / limit
        const { most, script } = watchedLists({ ages, rows, sessions: rows, requests })
        const { recordings, rooms, sessions } = yield* serve(script, 2 * requests)
        const streams: { readonly [S in Shape]: Effect.Effect<number, unknown> } = {
          rooms: Stream.runCount(rooms.stream({ concurrency })),
          sessions: Stream.runCount(sessions.stream(roomId, { concurrency, limit })),
          recordings: Stream.runCount(recordings.stream({ concurrency, limit }))
        }
        assert.strictEqual(yield* streams[shape], rows)
        assert.isAtLeast(most(), limit)
        assert.isAtMost(most(), pagesHeld(concurrency) * limit + strays)
      })
    )

    it.effect("a walk over the sessions of thousands of rooms holds no more than it reads ahead", () =>
      Effect.gen(function* () {
        const [rows, each] = [10_000 / part, 5]
        const requests = rows / sizes.rooms + rows
        const { most, script } = watchedLists({ ages, rows, sessions: each, requests })
        const { sessions } = yield* serve(script, 5 * requests)
        assert.strictEqual(yield* Stream.runCount(sessions.streamAll({ concurrency })), rows * each)
        // Rooms as in a walk over rooms, and of some rooms their first sessions: as many as are asked for at once, those that
        // wait for their turn, and the room whose turn it is.
        assert.isAtMost(most(), pagesHeld(concurrency) * sizes.rooms + (2 * concurrency + 4) * each + strays)
      })
    )

    it.effect("a walk over the participants of thousands of sessions holds no more than it reads ahead", () =>
      Effect.gen(function* () {
        const [rows, each] = [inject("soak") ? 2_000 : 800, 5]
        const requests = rows / sizes.rooms + rows + rows * each
        const { most, script } = watchedLists({ ages, rows, sessions: each, requests })
        const { sessions } = yield* serve(script, 2 * requests)
        assert.strictEqual(yield* Stream.runCount(sessions.participantsAll({ concurrency })), rows * each)
        // As above, and the participants of the sessions whose turn comes next.
        const ahead = (2 * concurrency + 4) * each + 2 * concurrency
        assert.isAtMost(most(), pagesHeld(concurrency) * sizes.rooms + ahead + strays)
      })
    )
  }
)

describe("the ids of emitted rows", () => {
  /** Returns how often a row is emitted that a list of sessions shows again this many rows further down. */
  const timesEmitted = Effect.fnUntraced(function* (rowsBetween: number) {
    const again = 5 + rowsBetween
    const { sessions } = yield* serve({ listSessions: sessionsBy((offset) => (offset === again ? 5 : offset)) })
    const beginning = Stream.takeUntil(
      sessions.stream(roomId, { limit: 1_000 }),
      ({ sessionId }) => sessionId === `session-${again + 1}`
    )
    const { emitted } = yield* walk(beginning)
    return emitted.filter(({ sessionId }) => sessionId === "session-5").length
  })

  it.effect("are remembered for as many rows as promised, and then forgotten", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* timesEmitted(recentIdsAtLeast), 1)
      assert.strictEqual(yield* timesEmitted(3 * recentIdsAtLeast), 2)
    })
  )
})
