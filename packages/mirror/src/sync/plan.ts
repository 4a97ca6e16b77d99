/** How many requests a sync would take, from the two that every sync begins with. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Mirror } from "../Mirror.ts"
import type { SyncOptions } from "../SyncOptions.ts"
import type { SyncPlan } from "../SyncReport.ts"
import { readState } from "../store/Writer.ts"
import type { Target } from "../store/writeRows.ts"
import { reasonForFullPass } from "./reasons.ts"
import { makeService } from "./service.ts"
import { countRooms, countSessions, countUnread, countUnreadRooms } from "./stored.ts"
import { countedSessions } from "./totals.ts"

const recordingsPerPage = 20

export const planSync = Effect.fnUntraced(function* (mirror: Mirror["Service"], options: SyncOptions) {
  const account = options.account ?? "default"
  const target: Target = { sql: mirror.sql, dialect: mirror.dialect, account }
  const service = yield* makeService(Number.POSITIVE_INFINITY)
  const { state } = yield* readState(target)
  const metrics = yield* service.metrics.get
  const first = yield* service.rooms.page()
  const sessions = yield* countSessions(target)
  const rooms = yield* countRooms(target)
  const unread = yield* countUnread(target)
  const counted = countedSessions(state, {
    sessions: sessions.all,
    sessionsInGoneRooms: sessions.inGoneRooms,
    recordings: 0
  })
  const added = Math.max(0, metrics.totalSessions - counted)
  const reason = reasonForFullPass(state, options.full ?? false)
  const listed = Option.getOrElse(first.count, () => Math.max(rooms, first.rooms.length))
  const roomPages = Math.ceil(listed / Math.max(1, first.rooms.length))
  if (reason === undefined) {
    const plan: SyncPlan = {
      account,
      kind: "incremental",
      why: ["The totals are known to count what the lists show."],
      atLeast: 2 + unread + 2 * added,
      atMost: 2 + unread + added + (added === 0 ? 0 : listed) + (state.roomsNewestFirst ? 0 : roomPages)
    }
    return plan
  }
  const { openPass } = state
  const roomsLeft =
    openPass === undefined ? listed : (yield* countUnreadRooms(target, state.pass)) + Math.max(0, listed - rooms)
  const pages = openPass?.roomsListed === true ? 0 : roomPages
  const recordingPages = Math.max(1, Math.ceil(metrics.recordingCount / recordingsPerPage))
  const atLeast = 3 + pages + roomsLeft + unread + added + recordingPages
  // A page of sessions that isn't full may have been cut short by the service, which a second request shows.
  const plan: SyncPlan = { account, kind: "full", why: [reason], atLeast, atMost: atLeast + roomsLeft + 2 }
  return plan
})
