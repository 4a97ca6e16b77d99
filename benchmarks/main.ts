/**
 * What walking a list costs: how much latency is hidden, and how much memory is held. `pnpm bench` prints it.
 *
 * Times are ratios within this run, as machines differ and are noisy. Memory is the heap after a collection, measured while
 * the walk is under way.
 */
import { RoomId, Rooms, Sessions } from "@effect-rooms/core"
import * as Console from "effect/Console"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { type GeneratedService, generatedServices } from "./generatedService.ts"

const roomId = RoomId.make("room-1")

type Counted = Effect.Effect<number, unknown, Rooms | Sessions>

const walks = {
  rooms: (concurrency: number): Counted => Rooms.use((rooms) => Stream.runCount(rooms.stream({ concurrency }))),
  sessions: (concurrency: number): Counted =>
    Sessions.use((sessions) => Stream.runCount(sessions.stream(roomId, { concurrency }))),
  everything: (concurrency: number): Counted =>
    Sessions.use((sessions) => Stream.runCount(sessions.streamAll({ concurrency })))
}

type Walk = keyof typeof walks

const timed = Effect.fnUntraced(function* (walk: Walk, service: GeneratedService, concurrency: number) {
  const [duration, rows] = yield* Effect.timed(walks[walk](concurrency)).pipe(
    Effect.provide(generatedServices(service))
  )
  return { millis: Duration.toMillis(duration), rows }
})

const latency = Effect.fnUntraced(function* (
  title: string,
  walk: Walk,
  service: GeneratedService,
  target: number,
  concurrency: number
) {
  const sequential = yield* timed(walk, service, 1)
  const ahead = yield* timed(walk, service, concurrency)
  const ratio = sequential.millis / ahead.millis
  yield* Console.log(
    `${title.padEnd(52)} ${String(concurrency).padStart(3)} at once: ${ratio.toFixed(1).padStart(5)} times as fast (target ${target}), ${ahead.rows} rows`
  )
})

const heapMegabytes = () => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1_048_576
}

const memory = Effect.fnUntraced(function* (
  title: string,
  rows: Stream.Stream<unknown, unknown, Rooms | Sessions>,
  service: GeneratedService,
  every: number
) {
  const heap: Array<number> = []
  let seen = 0
  yield* Stream.runForEachArray(rows, (chunk) =>
    Effect.sync(() => {
      const before = seen
      seen += chunk.length
      if (Math.floor(seen / every) > Math.floor(before / every)) heap.push(heapMegabytes())
    })
  ).pipe(Effect.provide(generatedServices(service)))
  const [first = 0] = heap
  yield* Console.log(
    `${title.padEnd(52)} ${seen} rows; heap after each tenth in MB: ${heap.map((megabytes) => megabytes.toFixed(1)).join(" ")} (growth ${((heap.at(-1) ?? 0) - first).toFixed(1)})`
  )
})

await Effect.runPromise(
  Effect.gen(function* () {
    yield* Console.log("Latency hidden, 50 ms a request")
    const rooms = { rooms: 1_000, sessionsPerRoom: 0, latency: 50 }
    yield* latency("1 000 rooms", "rooms", rooms, 6, 8)
    yield* latency("1 000 rooms", "rooms", rooms, 11, 16)
    const sessions = { rooms: 1, sessionsPerRoom: 10_000, latency: 50 }
    yield* latency("sessions of one room, 10 000", "sessions", sessions, 4, 8)
    yield* latency("sessions of one room, 10 000", "sessions", sessions, 10, 16)
    yield* latency(
      "200 rooms and their 20 sessions each",
      "everything",
      { rooms: 200, sessionsPerRoom: 20, latency: 50 },
      13,
      16
    )
    yield* Console.log("\nMemory held")
    for (const concurrency of [1, 8]) {
      yield* memory(
        `rooms, ${concurrency} at once`,
        Stream.unwrap(Rooms.use((rooms) => Effect.succeed(rooms.stream({ concurrency })))),
        { rooms: 1_000_000, sessionsPerRoom: 0, latency: 0 },
        100_000
      )
    }
    yield* memory(
      "all sessions of 100 000 rooms, 8 at once",
      Stream.unwrap(Sessions.use((sessions) => Effect.succeed(sessions.streamAll({ concurrency: 8 })))),
      { rooms: 100_000, sessionsPerRoom: 3, latency: 0 },
      30_000
    )
  })
)
