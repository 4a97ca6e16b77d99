/**
 * What a large world costs: the time that it takes to make one, the memory that it holds, and whether its operations take
 * longer the more there is in it. `pnpm bench` prints it.
 *
 * Times are ratios to those of the smallest world, as machines differ and are noisy: 1 is as fast for each session, or for
 * each operation, whatever the size. Memory is the heap after a collection.
 */
import type { RoomId, SessionId } from "@effect-rooms/core"
import { defaultApiKey, Scenario, World } from "@effect-rooms/testing"
import * as Console from "effect/Console"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

const sessionsPerRoom = 10
const calls = 20_000

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
const operationsOf = (world: World["Service"], { rooms, sessions }: Rows) => {
  const [anyRoom] = rooms
  const [anySession] = sessions
  if (anyRoom === undefined || anySession === undefined) return {}
  const answers = world.operations(defaultApiKey)
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
    metrics: answers.metrics,
    "join and leave": Effect.gen(function* () {
      const roomId = yield* room
      const { peerId } = yield* world.join(roomId)
      yield* world.leave(roomId, peerId)
    }).pipe(Effect.ignore)
  } satisfies Record<string, Effect.Effect<unknown, unknown>>
}

const microsFor = (operation: Effect.Effect<unknown, unknown>) =>
  Effect.map(
    Effect.timed(Effect.repeat(operation, { times: calls - 1 })),
    ([duration]) => (Duration.toMillis(duration) * 1_000) / calls
  )

const measure = Effect.fnUntraced(function* (rooms: number) {
  const before = heapBytes()
  const world = yield* World
  const [made, roomIds] = yield* Effect.timed(
    Effect.flatMap(Scenario.office({ rooms, sessions: rooms * sessionsPerRoom, seed: 1 }), (scenario) =>
      world.seed(scenario)
    )
  )
  const heap = heapBytes() - before
  const { listSessions, metrics } = world.operations(defaultApiKey)
  const { totalSessions } = yield* metrics
  const sampled = yield* Effect.forEach(roomIds.slice(-1_000), (roomId) => listSessions({ roomId }))
  const sessions = sampled.flatMap(({ sessions }) => sessions.map(({ sessionId }) => sessionId))
  const operations = operationsOf(world, { rooms: roomIds, sessions })
  const micros: Record<string, number> = {}
  for (const [name, operation] of Object.entries(operations)) micros[name] = yield* microsFor(operation)
  return { rooms, sessions: totalSessions, seconds: Duration.toSeconds(made), heap, micros }
}, Effect.provide(World.layer()))

const ratio = (value: number, smallest: number) => (value / smallest).toFixed(2).padStart(6)

await Effect.runPromise(
  Effect.gen(function* () {
    yield* measure(1_000)
    const [smallest, ...larger] = yield* Effect.forEach([1_000, 10_000, 100_000], measure)
    if (smallest === undefined) return
    const all = [smallest, ...larger]
    yield* Console.log("\nA world, by its size")
    for (const { heap, rooms, seconds, sessions } of all) {
      const time = ratio(seconds / sessions, smallest.seconds / smallest.sessions)
      const memory = ratio(heap / sessions, smallest.heap / smallest.sessions)
      yield* Console.log(
        `${String(rooms).padStart(7)} rooms, ${String(sessions).padStart(7)} sessions: made in ${seconds.toFixed(1).padStart(5)} s (${time} a session), ${(heap / 1_048_576).toFixed(0).padStart(4)} MB of heap (${memory} a session)`
      )
    }
    yield* Console.log(`\nOperations, by the size of the world: ${all.map(({ rooms }) => rooms).join(", ")} rooms`)
    for (const [name, micros] of Object.entries(smallest.micros)) {
      const ratios = all.map((world) => ratio(world.micros[name] ?? 0, micros))
      yield* Console.log(`${name.padEnd(20)} ${ratios.join(" ")}   (${micros.toFixed(1)} µs)`)
    }
  })
)
