/**
 * Reads a list that is generated on demand, without a network or a codec, and measures the memory that pagination holds and the
 * latency that it hides.
 */
import { RoomId, Rooms, Sessions } from "@effect-rooms/core"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { measure, takeJob } from "../src/Job.ts"
import { type GeneratedService, generatedServices } from "./generatedService.ts"

const walks = {
  rooms: (concurrency: number) => Stream.unwrap(Rooms.useSync((rooms) => rooms.stream({ concurrency }))),
  sessions: (concurrency: number) =>
    Stream.unwrap(Sessions.useSync((sessions) => sessions.stream(RoomId.make("room-1"), { concurrency }))),
  everything: (concurrency: number) =>
    Stream.unwrap(Sessions.useSync((sessions) => sessions.streamAll({ concurrency })))
}

export interface WalkJob {
  readonly walk: keyof typeof walks
  readonly service: GeneratedService
  readonly concurrency: number
  /** After how many rows the heap is looked at. 0 for never. */
  readonly heapEvery: number
}

/** The heap in use, in MB, each time that it was looked at. */
export interface Heap {
  readonly heapMegabytes: ReadonlyArray<number>
}

const isJob = (job: unknown): job is WalkJob =>
  typeof job === "object" && job !== null && "walk" in job && String(job.walk) in walks && "service" in job

const heapMegabytes = () => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1_048_576
}

takeJob(isJob, async ({ concurrency, heapEvery, service, walk }) => {
  const heap: Array<number> = []
  let seen = 0
  const look = (chunk: ReadonlyArray<unknown>) =>
    Effect.sync(() => {
      const before = seen
      seen += chunk.length
      if (heapEvery > 0 && Math.floor(seen / heapEvery) > Math.floor(before / heapEvery)) heap.push(heapMegabytes())
    })
  const rows: Stream.Stream<unknown, unknown, Rooms | Sessions> = walks[walk](concurrency)
  const sample = await measure(async () => {
    await Effect.runPromise(Effect.provide(Stream.runForEachArray(rows, look), generatedServices(service)))
    return seen
  })
  return { ...sample, heapMegabytes: heap }
})
