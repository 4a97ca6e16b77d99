/**
 * Makes a scenario happen in the engine, once all of it is known to be possible.
 *
 * The rooms are gone through twice: a scenario may be larger than memory, so nothing of the first time is kept but the
 * order of the rooms.
 */

import type { PeerId, RoomId, SessionId } from "@effect-rooms/core/Identifier"
import type { SchemaProblem } from "@effect-rooms/core/unstable"
import * as Result from "effect/Result"
import { InvalidScenario } from "../InvalidScenario.ts"
import type { Engine } from "../world/Engine.ts"
import type { TenantState } from "../world/WorldState.ts"
import { makeContentsProblem } from "./checkContents.ts"
import { roomTimeline, within } from "./roomTimeline.ts"
import type { RoomScenario, Scenario } from "./schema.ts"
import type { SessionTimeline } from "./sessionTimeline.ts"

interface Recorded {
  readonly at: number
  readonly sessionId: SessionId
  readonly size: number
}

const isArray = (rooms: Iterable<RoomScenario>): rooms is ReadonlyArray<RoomScenario> => Array.isArray(rooms)

const invalid = (problem: SchemaProblem) => new InvalidScenario(problem)

/** When each room was created, in the order of the scenario. */
const checkRooms = (
  rooms: Iterable<RoomScenario>,
  now: number
): Result.Result<ReadonlyArray<number>, InvalidScenario> => {
  const refuse = (problem: SchemaProblem) => Result.fail(invalid(problem))
  const inAnyOrder = isArray(rooms)
  if (!inAnyOrder && Object.is(rooms[Symbol.iterator](), rooms)) {
    return refuse({
      path: "rooms",
      problem: "can be iterated only once: pass an array, or an iterable that can start again"
    })
  }
  const contentsProblem = makeContentsProblem()
  const createdAt: Array<number> = []
  for (const room of rooms) {
    const path = `rooms[${createdAt.length}]`
    const timeline = roomTimeline(room, now)
    if (Result.isFailure(timeline)) return refuse(within(path, timeline.failure))
    const problem = contentsProblem(room)
    if (problem !== undefined) return refuse(within(path, problem))
    if (!inAnyOrder && timeline.success.createdAt < (createdAt.at(-1) ?? -Infinity)) {
      return refuse({
        path,
        problem: "is older than the room before it: unless they are an array, rooms must come oldest first"
      })
    }
    createdAt.push(timeline.success.createdAt)
  }
  return Result.succeed(createdAt)
}

/** The rooms, each with its place in the scenario. */
function* oldestFirst(
  rooms: Iterable<RoomScenario>,
  createdAt: ReadonlyArray<number>
): Generator<readonly [number, RoomScenario]> {
  if (!isArray(rooms)) {
    let index = 0
    for (const room of rooms) yield [index++, room]
    return
  }
  // The engine has its rooms in this order, too, and in any other would look for the place of each.
  const byAge = [...rooms.entries()]
  yield* byAge.sort(([a], [b]) => (createdAt[a] ?? 0) - (createdAt[b] ?? 0))
}

const seedSession = (engine: Engine, roomId: RoomId, session: SessionTimeline): SessionId | undefined => {
  const { moves, plan, times } = session
  const { stays } = plan
  const peerIds: Array<PeerId> = []
  let sessionId: SessionId | undefined
  for (const move of moves) {
    const at = times[move] ?? session.start
    if (move < stays.length) {
      const joined = engine.join(roomId, { peerId: stays[move]?.peerId, metadata: stays[move]?.metadata }, at)
      if (Result.isFailure(joined)) continue
      peerIds[move] = joined.success.peerId
      sessionId = joined.success.sessionId
    } else {
      const peerId = peerIds[move - stays.length]
      if (peerId !== undefined) engine.leave(roomId, peerId, at)
    }
  }
  return sessionId
}

/**
 * Adds a scenario to one tenant, up to `now`, and returns the ids of its rooms in the order of the scenario. A refused scenario
 * changes nothing.
 */
export const seedEngine = (
  engine: Engine,
  tenant: TenantState,
  { rooms }: Scenario,
  now: number
): Result.Result<ReadonlyArray<RoomId>, InvalidScenario> =>
  Result.flatMap(checkRooms(rooms, now), (createdAt) => {
    const recorded: Array<Recorded> = []
    const roomIds: Array<RoomId> = []

    const seedRoom = (plan: RoomScenario, index: number): Result.Result<void, InvalidScenario> => {
      const timeline = roomTimeline(plan, now)
      if (Result.isFailure(timeline)) return Result.fail(invalid(within(`rooms[${index}]`, timeline.failure)))
      const request = { roomLocked: false, ...(plan.metadata === undefined ? {} : { metadata: plan.metadata }) }
      const { roomId } = engine.createRoom(tenant, request, timeline.success.createdAt).room
      roomIds[index] = roomId
      for (const session of timeline.success.sessions) {
        const sessionId = seedSession(engine, roomId, session)
        if (sessionId === undefined) continue
        const at = Math.min(session.end, now)
        for (const size of session.plan.recordings ?? []) recorded.push({ at, sessionId, size })
      }
      for (let count = plan.livestreams ?? 0; count > 0; count--) engine.livestream(roomId)
      if (plan.locked === true) engine.lock(roomId, true)
      return Result.void
    }

    for (const [index, plan] of oldestFirst(rooms, createdAt)) {
      const seeded = seedRoom(plan, index)
      if (Result.isFailure(seeded)) return Result.fail(seeded.failure)
    }
    // A recording is made when its session ends, and now while it runs; the list of them shows in which order.
    recorded.sort((a, b) => a.at - b.at)
    for (const { sessionId, size } of recorded) engine.record(sessionId, size)
    return Result.succeed(roomIds)
  })
