/** Reads the list of rooms, and finds out which rooms are gone. */
import type { Page, Room } from "@effect-rooms/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { MirrorError } from "../MirrorError.ts"
import { roomDetailsRow, roomRow } from "../store/rows.ts"
import { tables } from "../store/tables.ts"
import { recordFailure } from "./failures.ts"
import { type Change, commitAll, now, type Run, unlessStopping } from "./Run.ts"
import { countRooms, roomsMissingFrom } from "./stored.ts"

/** The change that a page of rooms brings. */
export const roomsChange = (rooms: ReadonlyArray<Room>, seenAt: string, pass: number): Change => ({
  rows: rooms.map((room) => [tables.rooms, { ...roomRow(room), first_seen_at: seenAt, seen_pass: pass }])
})

/** The result of a walk over all rooms. */
export interface RoomsListed {
  readonly isComplete: boolean
  readonly listed: number
  /** How many rooms the service says there are. */
  readonly count: Option.Option<number>
  readonly isNewestFirst: boolean
}

/** The doubt to report if the list is suddenly empty. */
export const emptiedList = (rooms: number) =>
  `The list of rooms was empty, but the mirror has ${rooms}. No room was marked as gone.`

/** Reads the list of rooms, from a cursor on or from its beginning. `toChange` says what a page brings. */
export const listRooms = Effect.fnUntraced(function* (
  run: Run,
  from: number | undefined,
  toChange: (rooms: ReadonlyArray<Room>) => Effect.Effect<Change, MirrorError> = (rooms) =>
    Effect.gen(function* () {
      const { pass } = yield* run.writer.state
      return roomsChange(rooms, yield* now, pass)
    })
) {
  let listed = 0
  let isNewestFirst = true
  let last = Number.POSITIVE_INFINITY
  let count = Option.none<number>()
  const change = Effect.fnUntraced(function* (page: Page<Room, number>) {
    listed += page.items.length
    count = page.count
    for (const { createdAt } of page.items) {
      const millis = DateTime.toEpochMillis(createdAt)
      if (millis > last) isNewestFirst = false
      last = millis
    }
    yield* run.onProgress({
      phase: "rooms",
      requests: yield* run.service.requests,
      done: listed,
      total: Option.getOrUndefined(page.count)
    })
    return {
      ...(yield* toChange(page.items)),
      next: (state): typeof state => {
        if (state.openPass === undefined) return state
        const { roomsFrom: _, ...openPass } = state.openPass
        return {
          ...state,
          openPass: { ...openPass, ...(Option.isSome(page.next) ? { roomsFrom: page.next.value } : {}) }
        }
      }
    } satisfies Change as Change
  })
  const isComplete = yield* commitAll(
    run,
    Stream.mapEffect(
      run.service.rooms.pages({ concurrency: run.concurrency, ...(from === undefined ? {} : { from }) }),
      change
    )
  )
  const result: RoomsListed = { isComplete, listed, count, isNewestFirst }
  return result
})

/**
 * Asks for each room that the list didn't have. A room is gone only if the service says so twice: by a whole list without it,
 * and by answering that it doesn't exist. Returns false if the run was stopped.
 */
export const markGone = Effect.fnUntraced(function* (run: Run) {
  const { target } = run.writer
  const { pass } = yield* run.writer.state
  return yield* commitAll(
    run,
    roomsMissingFrom(target, pass).pipe(
      unlessStopping(run),
      Stream.mapEffect(
        (roomId) =>
          run.service.rooms.get(roomId).pipe(
            Effect.map((room): Change => ({ rows: [[tables.rooms, { ...roomDetailsRow(room), seen_pass: pass }]] })),
            Effect.catchTag("RoomNotFound", () =>
              Effect.map(now, (goneAt): Change => {
                run.tally.gone += 1
                return { rows: [[tables.rooms, { room_id: roomId, gone_at: goneAt, seen_pass: pass }]] }
              })
            ),
            Effect.catch((error) => recordFailure(run, "room", roomId, error))
          ),
        { concurrency: run.concurrency }
      )
    )
  )
})

/** True if the mirror has as many rooms as the service says there are, or the service doesn't say. */
export const hasAllRooms = (run: Run, count: Option.Option<number>) =>
  Effect.map(countRooms(run.writer.target), (rooms) => Option.isNone(count) || count.value === rooms)
