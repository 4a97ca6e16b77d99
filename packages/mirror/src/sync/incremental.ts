/**
 * An incremental sync reads what the totals and the newest rooms show to have changed. Whenever what it finds isn't what was
 * announced, it says why, and a full pass follows in the same run.
 */
import { RoomId, type RoomsPage, type UsageMetrics } from "@effect-rooms/core"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Hash from "effect/Hash"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { roomDetailsRow } from "../store/rows.ts"
import { tables } from "../store/tables.ts"
import { orRecorded } from "./failures.ts"
import { type Change, commit, commitAll, now, type Run, remember, unlessStopping } from "./Run.ts"
import { readAllRecordings, readRecordingsOf } from "./recordings.ts"
import { emptiedList, hasAllRooms, listRooms, markGone, roomsChange } from "./rooms.ts"
import { readNewSessions } from "./sessions.ts"
import { readUnfinished } from "./stays.ts"
import { countRooms, countUnread, knownRooms, newestSessions, roomsByActivity, roomsCheckedBefore } from "./stored.ts"
import { countedSessions, held } from "./totals.ts"

/** How an incremental sync ended. `unannounced` says what didn't agree with the totals. */
export type IncrementalResult =
  | { readonly _tag: "InStep" }
  | { readonly _tag: "Stopped" }
  | { readonly _tag: "Unannounced"; readonly why: string }

const inStep: IncrementalResult = { _tag: "InStep" }
const stopped: IncrementalResult = { _tag: "Stopped" }
const unannounced = (why: string): IncrementalResult => ({ _tag: "Unannounced", why })

/**
 * Brings the rooms in step with the list. Returns the rooms that were added, or nothing if the run was stopped.
 *
 * The first page is enough if the list is newest first and its count agrees afterwards. Otherwise the whole list is read; and
 * read once more, with marks, if the mirror has rooms that the list doesn't have.
 */
const syncRooms = Effect.fnUntraced(function* (run: Run, first: RoomsPage, hasToWalk: boolean) {
  const { target } = run.writer
  const { pass, roomsNewestFirst } = yield* run.writer.state
  const added: Array<RoomId> = []
  const note = Effect.fnUntraced(function* (rooms: RoomsPage["rooms"]) {
    const change = roomsChange(rooms, yield* now, pass)
    const known = yield* knownRooms(
      target,
      change.rows.map(([, row]) => row)
    )
    const fresh = rooms.filter(({ roomId }) => !known.has(roomId))
    added.push(...fresh.map(({ roomId }) => roomId))
    return { change, isAllNew: fresh.length === rooms.length && rooms.length > 0 }
  })

  let isWhole = !hasToWalk && roomsNewestFirst
  if (isWhole) {
    const head = yield* note(first.rooms)
    yield* commit(run, [head.change])
    if (head.isAllNew && Option.isSome(first.nextCursor)) {
      const isComplete = yield* commitAll(
        run,
        run.service.rooms.pages({ from: first.nextCursor.value }).pipe(
          Stream.mapEffect(({ items }) => note(items)),
          Stream.takeUntil(({ isAllNew }) => !isAllNew),
          Stream.map(({ change }) => change)
        )
      )
      if (!isComplete) return Option.none<ReadonlyArray<RoomId>>()
    }
    isWhole = yield* hasAllRooms(run, first.count)
  }
  if (isWhole) return Option.some(added)

  const listed = yield* listRooms(run, undefined, (rooms) => Effect.map(note(rooms), ({ change }) => change))
  if (!listed.isComplete) return Option.none<ReadonlyArray<RoomId>>()
  const had = yield* countRooms(target)
  if (listed.listed === 0 && had > 0) {
    run.tally.doubts.add(emptiedList(had))
    return Option.some(added)
  }
  if (listed.listed < had) {
    yield* remember(run, (state) => ({ ...state, pass: state.pass + 1 }))
    const marked = yield* listRooms(run, undefined)
    if (!marked.isComplete || !(yield* markGone(run))) return Option.none<ReadonlyArray<RoomId>>()
  }
  return Option.some(added)
})

interface Search {
  readonly found: number
  readonly isStopped: boolean
}

/**
 * Asks rooms for sessions that the mirror doesn't have, until `wanted` were found: new rooms first, then rooms with a running
 * session, then all others by their last session.
 */
const searchSessions = Effect.fnUntraced(function* (run: Run, added: ReadonlyArray<RoomId>, wanted: number) {
  const rooms = [...new Set([...added, ...(yield* roomsByActivity(run.writer.target))])]
  let found = 0
  let next = 0
  while (found < wanted && next < rooms.length) {
    const asked = rooms.slice(next, next + Math.min(run.concurrency, wanted - found))
    next += asked.length
    const isComplete = yield* commitAll(
      run,
      Stream.fromIterable(asked).pipe(
        Stream.mapEffect(
          (roomId) =>
            readNewSessions(run, roomId).pipe(
              Effect.map((read) => {
                found += read.found
                return read.changes
              }),
              orRecorded(run, "room", roomId)
            ),
          { concurrency: run.concurrency }
        ),
        Stream.flattenIterable
      )
    )
    if (!isComplete) return { found, isStopped: true }
  }
  const search: Search = { found, isStopped: false }
  return search
})

// Spreads rooms over the second half of the interval by their ids, so that they aren't all due at once.
const spread = (roomId: string): number => 0.5 + (Hash.string(roomId) >>> 0) / 2 ** 33

/** The rooms that are due to be read again, although nothing announced a change. */
export const roomsDue = Effect.fnUntraced(function* (run: Run, every: Duration.Duration) {
  const interval = Duration.toMillis(every)
  const millis = yield* Clock.currentTimeMillis
  if (!Number.isFinite(interval)) return []
  const candidates = yield* roomsCheckedBefore(run.writer.target, new Date(millis - interval / 2).toISOString())
  return candidates.flatMap(({ checkedAt, roomId }) =>
    millis - Date.parse(checkedAt) >= interval * spread(roomId) ? [roomId] : []
  )
})

/** Reads a room again: its details, and its sessions. */
const recheck = (run: Run, roomId: RoomId) =>
  Effect.gen(function* () {
    const details = yield* run.service.rooms.get(roomId)
    const read = yield* readNewSessions(run, roomId)
    const change: Change = { rows: [[tables.rooms, roomDetailsRow(details)]] }
    return { found: read.found, changes: [change, ...read.changes] }
  })

interface Recheck {
  readonly unannounced: number
  readonly isComplete: boolean
}

const recheckRooms = Effect.fnUntraced(function* (run: Run, rooms: ReadonlyArray<RoomId>) {
  let unannounced = 0
  const isComplete = yield* commitAll(
    run,
    Stream.fromIterable(rooms).pipe(
      unlessStopping(run),
      Stream.mapEffect(
        (roomId) =>
          recheck(run, roomId).pipe(
            Effect.map((read) => {
              unannounced += read.found
              return read.changes
            }),
            orRecorded(run, "room", roomId)
          ),
        { concurrency: run.concurrency }
      ),
      Stream.flattenIterable
    )
  )
  const result: Recheck = { unannounced, isComplete }
  return result
})

/** Reads what is announced, once. `metrics` and `first` are the two requests that every sync begins with. */
export const incremental = Effect.fnUntraced(function* (
  run: Run,
  options: {
    readonly metrics: UsageMetrics
    readonly first: RoomsPage
    /** Reads the whole list of rooms, because a full pass was continued and rooms may have changed since they were listed. */
    readonly walkRooms: boolean
    readonly recheck: Duration.Duration
  }
) {
  const { metrics } = options
  const failedRooms = [...run.tally.failedBefore.keys()].flatMap((key) =>
    key.startsWith("room ") ? [RoomId.make(key.slice(5))] : []
  )
  if (failedRooms.length > 0 && !(yield* recheckRooms(run, failedRooms)).isComplete) return stopped

  const added = yield* syncRooms(run, options.first, options.walkRooms)
  if (Option.isNone(added)) return stopped
  if (run.tally.doubts.size > 0) return inStep

  const total = yield* countUnread(run.writer.target)
  const state = yield* run.writer.state
  const has = yield* held(run)
  if (state.countsGoneRooms === undefined && has.sessionsInGoneRooms > 0) {
    return unannounced("a room with sessions was deleted, and it isn't known yet if metrics still counts them")
  }
  const wanted = metrics.totalSessions - countedSessions(state, has)
  if (wanted < 0) return unannounced(`metrics counts ${-wanted} sessions fewer than the mirror has`)
  if (wanted > 0) {
    const search = yield* searchSessions(run, added.value, wanted)
    if (search.isStopped) return stopped
    if (search.found !== wanted && run.tally.failed.size === 0) {
      return unannounced(`metrics announced ${wanted} new sessions, and the rooms have ${search.found}`)
    }
  }
  if (!(yield* readUnfinished(run, total + wanted))) return stopped

  const wantedRecordings = metrics.recordingCount - (yield* held(run)).recordings
  if (wantedRecordings > 0) {
    const sessions = yield* newestSessions(run.writer.target, wantedRecordings)
    if (!(yield* readRecordingsOf(run, sessions, wantedRecordings))) return stopped
  }
  if (metrics.recordingCount !== (yield* held(run)).recordings) {
    if (!(yield* readAllRecordings(run, metrics.recordingCount))) return stopped
    const { recordings } = yield* held(run)
    if (metrics.recordingCount !== recordings) {
      return unannounced(`metrics counts ${metrics.recordingCount} recordings, and the list has ${recordings}`)
    }
  }

  const due = yield* roomsDue(run, options.recheck)
  const rechecked = yield* recheckRooms(run, due)
  if (rechecked.unannounced > 0) {
    return unannounced(
      `${rechecked.unannounced} sessions that metrics didn't announce were found in rooms that were due to be read again`
    )
  }
  if (!rechecked.isComplete) return stopped
  return inStep
})
