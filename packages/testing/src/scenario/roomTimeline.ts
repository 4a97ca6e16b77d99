/**
 * When a room of a scenario was created and used, or why that cannot have been.
 */
import type { SchemaProblem } from "@effect-rooms/core/unstable"
import * as Result from "effect/Result"
import type { RoomScenario } from "./schema.ts"
import { type SessionTimeline, sessionTimeline, startField } from "./sessionTimeline.ts"
import { minute, momentMillis } from "./times.ts"

export interface RoomTimeline {
  readonly createdAt: number
  /** In the order in which they were. */
  readonly sessions: ReadonlyArray<SessionTimeline>
}

const refuse = (path: string, problem: string) => Result.fail<SchemaProblem>({ path, problem })

/** The problem of a part, as seen from the whole. */
export const within = (part: string, { path, problem }: SchemaProblem): SchemaProblem => ({
  path: path === "" ? part : `${part}.${path}`,
  problem
})

/** A room as it is `now`. Paths are those within the room. */
export const roomTimeline = (plan: RoomScenario, now: number): Result.Result<RoomTimeline, SchemaProblem> => {
  const created = momentMillis(
    { at: { field: "createdAt", input: plan.createdAt }, ago: { field: "createdAgo", input: plan.createdAgo } },
    now
  )
  if (Result.isFailure(created)) return Result.fail(created.failure)

  const sessions: Array<SessionTimeline> = []
  let isSorted = true
  for (const [index, session] of (plan.sessions ?? []).entries()) {
    const timeline = sessionTimeline(session, index, now)
    if (Result.isFailure(timeline)) return Result.fail(within(`sessions[${index}]`, timeline.failure))
    isSorted &&= (sessions.at(-1)?.start ?? -Infinity) < timeline.success.start
    sessions.push(timeline.success)
  }
  // Of two that begin at the same moment, the one that is over at once comes first.
  if (!isSorted) sessions.sort((a, b) => a.start - b.start || a.end - b.end)

  const createdAt = created.success ?? (sessions[0] === undefined ? now : sessions[0].start - minute)
  let previous: SessionTimeline | undefined
  for (const session of sessions) {
    if (session.start < createdAt) {
      return refuse(`sessions[${session.index}].${startField(session.plan)}`, "is before the room was created")
    }
    if (previous !== undefined && session.start < previous.end) {
      const other = `sessions[${previous.index}]`
      return refuse(
        `sessions[${session.index}]`,
        previous.end === Infinity ? `begins while ${other} still runs` : `begins before ${other} ends`
      )
    }
    previous = session
  }
  return Result.succeed({ createdAt, sessions })
}
