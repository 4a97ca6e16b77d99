/**
 * Creates a world of one size, and measures the time, the heap, and the time of its operations.
 */
import type { Operations, RoomId, SessionId } from "@effect-rooms/core"
import { defaultApiKey, Scenario, World } from "@effect-rooms/testing"
import { directOperations, WorldHost } from "@effect-rooms/testing/unstable"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { takeJob } from "../src/Job.ts"

const sessionsPerRoom = 10

export interface WorldJob {
  readonly rooms: number
  /** How often each operation is done. */
  readonly calls: number
}

export interface WorldCost {
  readonly rooms: number
  readonly sessions: number
  /** How long it took to make. */
  readonly seconds: number
  readonly heapBytes: number
  /** How long one operation takes, by its name. */
  readonly micros: Readonly<Record<string, number>>
}

const isJob = (job: unknown): job is WorldJob =>
  typeof job === "object" && job !== null && "rooms" in job && "calls" in job

const heapBytes = () => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

interface Rows {
  readonly rooms: ReadonlyArray<RoomId>
  readonly sessions: ReadonlyArray<SessionId>
}

/** One of a list, each as likely as the others. */
const oneOf = <A>(list: ReadonlyArray<A>, otherwise: A): Effect.Effect<A> =>
  Effect.map(Random.nextIntBetween(0, list.length), (index) => list[index] ?? otherwise)

/** The operations on rows from all over the world. */
const operationsOf = (world: World["Service"], answers: Operations, { rooms, sessions }: Rows) => {
  const [anyRoom] = rooms
  const [anySession] = sessions
  if (anyRoom === undefined || anySession === undefined) return {}
  const room = oneOf(rooms, anyRoom)
  const session = oneOf(sessions, anySession)
  return {
    listRooms: Effect.flatMap(Random.nextIntBetween(1, 1 + rooms.length / 10), (cursor) =>
      answers.listRooms({ cursor })
    ),
    roomDetails: Effect.flatMap(room, (roomId) => answers.roomDetails({ roomId })),
    listSessions: Effect.flatMap(room, (roomId) => answers.listSessions({ roomId })),
    sessionParticipants: Effect.flatMap(session, (sessionId) => answers.sessionParticipants({ sessionId })),
    listRecordings: Effect.flatMap(Random.nextIntBetween(0, rooms.length / 2), (cursor) =>
      answers.listRecordings({ cursor })
    ),
    metrics: answers.metrics({}),
    "join and leave": Effect.gen(function* () {
      const roomId = yield* room
      const { peerId } = yield* world.join(roomId)
      yield* world.leave(roomId, peerId)
    }).pipe(Effect.ignore)
  } satisfies Record<string, Effect.Effect<unknown, unknown>>
}

const microsFor = (operation: Effect.Effect<unknown, unknown>, calls: number) =>
  Effect.map(
    Effect.timed(Effect.repeat(operation, { times: calls - 1 })),
    ([duration]) => (Duration.toMillis(duration) * 1_000) / calls
  )

const measure = Effect.fnUntraced(function* ({
  calls,
  rooms
}: WorldJob): Effect.fn.Return<WorldCost, unknown, World | WorldHost> {
  const before = heapBytes()
  const world = yield* World
  const [made, roomIds] = yield* Effect.timed(
    Effect.flatMap(Scenario.office({ rooms, sessions: rooms * sessionsPerRoom, seed: 1 }), (scenario) =>
      world.seed(scenario)
    )
  )
  const heap = heapBytes() - before
  const answers = directOperations(yield* WorldHost, defaultApiKey)
  const { listSessions, metrics } = answers
  const { totalSessions } = yield* metrics({})
  const sampled = yield* Effect.forEach(roomIds.slice(-1_000), (roomId) => listSessions({ roomId }))
  const sessions = sampled.flatMap(({ sessions }) => sessions.map(({ sessionId }) => sessionId))
  const operations = operationsOf(world, answers, { rooms: roomIds, sessions })
  const micros: Record<string, number> = {}
  for (const [name, operation] of Object.entries(operations)) micros[name] = yield* microsFor(operation, calls)
  return { rooms, sessions: totalSessions, seconds: Duration.toSeconds(made), heapBytes: heap, micros }
}, Effect.provide(World.layer()))

takeJob(isJob, async (job) => {
  // The first world of a process pays for everything that is compiled.
  await Effect.runPromise(measure({ rooms: 1_000, calls: job.calls }))
  return Effect.runPromise(measure(job))
})
