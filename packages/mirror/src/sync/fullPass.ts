/**
 * A full pass reads everything: the rooms, the sessions of each, the participants of each session that isn't final, and the
 * recordings. Progress is marked in the rows, so an interrupted pass continues from there.
 */
import { RoomId, type UsageMetrics } from "@effect-rooms/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { ask, commitAll, now, type Run, remember, unlessStopping } from "./Run.ts"
import { readAllRecordings } from "./recordings.ts"
import { emptiedList, hasAllRooms, listRooms, markGone } from "./rooms.ts"
import { readRoom } from "./sessions.ts"
import { readUnfinished } from "./stays.ts"
import { countRooms, countUnread, countUnreadRooms, roomsToRead } from "./stored.ts"
import { calibrate, held, keepSample } from "./totals.ts"

/** How a full pass ended. */
export type PassResult = "whole" | "partial" | "stopped"

const begin = (run: Run, metrics: UsageMetrics) =>
  remember(run, (state) =>
    state.openPass !== undefined
      ? { ...state, openPass: { ...state.openPass, continued: true } }
      : {
          ...state,
          pass: state.pass + 1,
          sessionsNewestFirst: true,
          openPass: {
            roomsListed: false,
            continued: false,
            totalSessions: metrics.totalSessions,
            recordingCount: metrics.recordingCount
          }
        }
  )

/** Lists the rooms until what the mirror has agrees with the count. Returns false if the run was stopped. */
const listAll = Effect.fnUntraced(function* (run: Run) {
  const { openPass } = yield* run.writer.state
  if (openPass === undefined || openPass.roomsListed) return true
  const from = openPass.roomsFrom
  let listed = yield* listRooms(run, from)
  // Rooms that were deleted between two runs can hide others from a walk that was continued.
  if (listed.isComplete && from !== undefined) listed = yield* listRooms(run, undefined)
  if (!listed.isComplete) return false
  const had = yield* countRooms(run.writer.target)
  if (listed.listed === 0 && had > 0) {
    run.tally.doubts.add(emptiedList(had))
  } else if (!(yield* markGone(run))) {
    return false
  }
  const hasAll = yield* hasAllRooms(run, listed.count)
  yield* remember(run, ({ openPass: open, ...state }) => ({
    ...state,
    roomsNewestFirst: listed.isNewestFirst && Option.isSome(listed.count) && hasAll,
    ...(open === undefined ? {} : { openPass: { ...open, roomsListed: true } })
  }))
  return true
})

const readSessions = Effect.fnUntraced(function* (run: Run) {
  const { pass } = yield* run.writer.state
  const total = yield* countUnreadRooms(run.writer.target, pass)
  // The rooms that couldn't be read the last time come first.
  const failed = [...run.tally.failedBefore.keys()].flatMap((key) =>
    key.startsWith("room ") ? [RoomId.make(key.slice(5))] : []
  )
  let done = 0
  return yield* commitAll(
    run,
    Stream.concat(Stream.fromIterable(failed), roomsToRead(run.writer.target, pass)).pipe(
      unlessStopping(run),
      Stream.flatMap(
        (roomId) =>
          readRoom(run, roomId).pipe(
            Stream.onEnd(
              Effect.flatMap(run.service.requests, (requests) => {
                done += 1
                return run.onProgress({ phase: "sessions", requests, done, total })
              })
            )
          ),
        { concurrency: run.concurrency }
      )
    )
  )
})

/** Reads everything that this pass hasn't read yet, and compares the totals at its end. */
export const fullPass = Effect.fnUntraced(function* (run: Run, metrics: UsageMetrics) {
  run.expectsNoChange = false
  yield* begin(run, metrics)
  if (!(yield* listAll(run))) return "stopped"
  if (!(yield* readSessions(run))) return "stopped"
  if (!(yield* readUnfinished(run, yield* countUnread(run.writer.target)))) return "stopped"
  if (!(yield* readAllRecordings(run, metrics.recordingCount))) return "stopped"
  const after = yield* ask(run, run.service.metrics.get)
  const has = yield* held(run)
  const wholeAt = yield* now
  const isWhole = run.tally.failed.size === 0 && run.tally.doubts.size === 0
  yield* keepSample(run, after, (state) => {
    const { openPass: _, ...calibrated } = calibrate(state, undefined, after, has)
    return isWhole
      ? { ...calibrated, wholeAt }
      : { ...calibrated, calibrated: false, doubt: "the last full pass couldn't read everything" }
  })
  return isWhole ? "whole" : "partial"
})
