/** One sync from its first request to its report. */
import type { RoomsPage, UsageMetrics } from "@effect-rooms/core"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { Mirror } from "../Mirror.ts"
import type { SyncOptions } from "../SyncOptions.ts"
import type { SyncReport } from "../SyncReport.ts"
import { makeMirrorError } from "../store/databaseErrors.ts"
import { roomRow } from "../store/rows.ts"
import type { SyncState } from "../store/SyncState.ts"
import { tables } from "../store/tables.ts"
import { makeWriter } from "../store/Writer.ts"
import { fullPass, type PassResult } from "./fullPass.ts"
import { incremental } from "./incremental.ts"
import { ask, commit, makeTally, now, type Run, remember, writtenTo } from "./Run.ts"
import { reasonForFullPass } from "./reasons.ts"
import { makeService } from "./service.ts"
import { failures, knownRooms, newestRooms } from "./stored.ts"
import { keepSample } from "./totals.ts"

// A quiet sync writes nothing, but a mirror that is in step says so at least this often.
const recordEvery = Duration.toMillis("10 minutes")

const refuseOtherSource = (state: SyncState, source: string | undefined) =>
  source === undefined || state.source === undefined || state.source === source
    ? Effect.void
    : Effect.fail(makeMirrorError("OtherSource", `it was begun from ${state.source}, and this is ${source}`))

// If this many of the newest rooms are missing, it's probably another account.
const roomsToAskFor = 3

/** Fails if the service knows none of the mirror's newest rooms: its API key is probably another account's. */
const refuseOtherAccount = Effect.fnUntraced(function* (run: Run, first: RoomsPage) {
  const { target } = run.writer
  const newest = yield* newestRooms(target, roomsToAskFor)
  if (first.rooms.length === 0 || newest.length < roomsToAskFor) return
  if ((yield* knownRooms(target, first.rooms.map(roomRow))).size > 0) return
  for (const roomId of newest) {
    const isThere = yield* run.service.rooms.get(roomId).pipe(
      Effect.as(true),
      Effect.catchTag("RoomNotFound", () => Effect.succeed(false))
    )
    if (isThere) return
  }
  return yield* makeMirrorError(
    "OtherSource",
    "the API key sees none of its newest rooms. Mirror another API key under another account name; if the rooms were deleted, run a full sync"
  )
})

export const runSync = (mirror: Mirror["Service"], options: SyncOptions) =>
  Effect.gen(function* () {
    const account = options.account ?? "default"
    const startedAt = yield* now
    const started = yield* Clock.currentTimeMillis
    const target = { sql: mirror.sql, dialect: mirror.dialect, account }
    const writer = yield* makeWriter(target)
    const service = yield* makeService(options.maxRequests ?? Number.POSITIVE_INFINITY)
    const before = yield* writer.state
    yield* refuseOtherSource(before, options.source)
    const failed = yield* failures(target)
    const run: Run = {
      service,
      writer,
      concurrency: options.concurrency ?? 4,
      tally: makeTally(new Map(failed.map(({ attempts, id, kind }) => [`${kind} ${id}`, attempts]))),
      expectsNoChange: true,
      onProgress: options.onProgress ?? (() => Effect.void)
    }
    if (options.for !== undefined) {
      yield* Deferred.succeed(service.stop, "for").pipe(Effect.delay(options.for), Effect.forkScoped)
    }

    const why: Array<string> = []
    let isFull = false
    const full = Effect.fnUntraced(function* (reason: string, metrics: UsageMetrics) {
      why.push(reason)
      isFull = true
      return yield* fullPass(run, metrics)
    })

    const sync = Effect.gen(function* () {
      const metrics = yield* ask(run, service.metrics.get)
      const first = yield* ask(run, service.rooms.page())
      if (options.full !== true) yield* ask(run, refuseOtherAccount(run, first))
      if (options.source !== undefined && before.source === undefined) {
        yield* remember(run, (state) => ({ ...state, source: options.source ?? "" }))
      }
      const reason = reasonForFullPass(before, options.full ?? false)
      const recheck = Duration.fromInputUnsafe(options.recheck ?? "1 day")
      let walkRooms = false
      if (reason !== undefined) {
        const isContinued = before.openPass !== undefined
        const result = yield* full(reason, metrics)
        if (result !== "whole" || !isContinued) return result
        // Rows read before the interruption may have changed since.
        if (!(yield* writer.state).calibrated) {
          return yield* full("The account may have changed between the parts of a pass that was interrupted.", metrics)
        }
        walkRooms = true
      } else {
        why.push("The totals are known to count what the lists show.")
      }
      const latest = walkRooms ? yield* ask(run, service.metrics.get) : metrics
      const result = yield* incremental(run, { metrics: latest, first, walkRooms, recheck })
      if (result._tag === "Stopped") return "stopped"
      if (result._tag === "Unannounced") {
        yield* remember(run, (state) => ({ ...state, calibrated: false, doubt: result.why }))
        return yield* full(
          `${result.why[0]?.toUpperCase()}${result.why.slice(1)}.`,
          yield* ask(run, service.metrics.get)
        )
      }
      if (wroteAnything(run)) yield* keepSample(run, latest, (state) => state)
      return run.tally.failed.size > 0 || run.tally.doubts.size > 0 ? "partial" : "whole"
    })
    const outcome: PassResult = yield* Effect.catchTag(sync, "Stopped", () => Effect.succeed("stopped" as const))

    const { tally } = run
    const endedAt = yield* now
    const report: SyncReport = {
      account,
      kind: isFull ? "full" : "incremental",
      why,
      outcome,
      doubts: [...tally.doubts],
      requests: yield* service.requests,
      rooms: writtenTo(tally, tables.rooms),
      sessions: writtenTo(tally, tables.sessions),
      stays: writtenTo(tally, tables.stays),
      recordings: writtenTo(tally, tables.recordings),
      gone: tally.gone,
      failed: tally.failed.size,
      altered: tally.altered,
      startedAt,
      seconds: ((yield* Clock.currentTimeMillis) - started) / 1000
    }
    const { syncedAt } = yield* writer.state
    const isDue = syncedAt === undefined || Date.parse(endedAt) - Date.parse(syncedAt) >= recordEvery
    if (isFull || outcome !== "whole" || wroteAnything(run) || isDue) {
      run.expectsNoChange = false
      yield* commit(run, [
        {
          rows: [
            [
              tables.runs,
              {
                started_at: startedAt,
                run_id: (yield* Random.nextIntBetween(0, 2 ** 31)).toString(36),
                ended_at: endedAt,
                outcome,
                report: JSON.stringify(report)
              }
            ]
          ],
          next: (state) => (outcome === "whole" ? { ...state, syncedAt: endedAt } : state)
        }
      ])
    }
    return report
  }).pipe(Effect.scoped)

const wroteAnything = ({ tally }: Run) => [...tally.written.values()].some(({ added, changed }) => added + changed > 0)
