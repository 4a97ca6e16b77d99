/** Pagination alone, without a network or a codec. */
import type { WalkJob } from "../programs/walk.ts"
import { built } from "../src/Build.ts"
import { atLeast, atMost, type Case, type Cell, type Target } from "../src/Case.ts"
import { runChild } from "../src/Child.ts"
import { sampleOf } from "../src/Contenders.ts"
import { perSecond, type Sample } from "../src/Sample.ts"
import { at } from "../src/Scale.ts"

interface WalkSample extends Sample {
  readonly heapMegabytes: ReadonlyArray<number>
}

const run = async (job: WalkJob): Promise<WalkSample> => {
  const answer = await runChild(built("programs/walk"), job, { execArgv: ["--expose-gc"] })
  const heapMegabytes =
    typeof answer === "object" && answer !== null && "heapMegabytes" in answer ? answer.heapMegabytes : []
  return { ...sampleOf(answer), heapMegabytes: Array.isArray(heapMegabytes) ? heapMegabytes.map(Number) : [] }
}

export const walk: Case = {
  title: "Pagination alone",
  measured:
    "Pagination in one process, over a list generated on demand, without a network or a codec: how much of a latency of 50 ms per request it hides, and the heap after a garbage collection at each tenth of a long list.",
  notMeasured: "HTTP; see the lists.",
  run: async (scale) => {
    const latency = at(scale, 5, 50)
    const rooms = { rooms: at(scale, 200, 1_000), sessionsPerRoom: 0, latency }
    const sessions = { rooms: 1, sessionsPerRoom: at(scale, 2_000, 10_000), latency }
    const everything = { rooms: at(scale, 20, 200), sessionsPerRoom: 20, latency }
    const specs = [
      { title: "1 000 rooms", walk: "rooms", service: rooms, concurrency: 8, target: 6.5 },
      { title: "1 000 rooms", walk: "rooms", service: rooms, concurrency: 16, target: 11 },
      { title: "10 000 sessions of one room", walk: "sessions", service: sessions, concurrency: 8, target: 4 },
      { title: "10 000 sessions of one room", walk: "sessions", service: sessions, concurrency: 16, target: 10 },
      { title: "200 rooms and their sessions", walk: "everything", service: everything, concurrency: 16, target: 13 }
    ] as const
    const hidden: Array<ReadonlyArray<Cell>> = []
    const targets: Array<Target> = []
    for (const { concurrency, service, target, title, walk } of specs) {
      const alone = await run({ walk, service, concurrency: 1, heapEvery: 0 })
      const together = await run({ walk, service, concurrency, heapEvery: 0 })
      const faster = perSecond(together) / perSecond(alone)
      hidden.push([title, concurrency, together.count, perSecond(together), faster])
      targets.push(
        atLeast(
          target,
          `pagination alone, ${title}, 50 ms, ${concurrency} in flight: rows/s compared with one at a time`,
          faster
        )
      )
    }
    const long = { rooms: at(scale, 10_000, 1_000_000), sessionsPerRoom: 0, latency: 0 }
    const wide = { rooms: at(scale, 1_000, 100_000), sessionsPerRoom: 3, latency: 0 }
    const held: Array<ReadonlyArray<Cell>> = []
    for (const [title, job] of [
      ["1 000 000 rooms, 1", { walk: "rooms", service: long, concurrency: 1, heapEvery: long.rooms / 10 }],
      ["1 000 000 rooms, 8", { walk: "rooms", service: long, concurrency: 8, heapEvery: long.rooms / 10 }],
      [
        "3 sessions of each of 100 000 rooms, 8",
        { walk: "everything", service: wide, concurrency: 8, heapEvery: (wide.rooms * 3) / 10 }
      ]
    ] satisfies ReadonlyArray<readonly [string, WalkJob]>) {
      const { heapMegabytes } = await run(job)
      const growth = (heapMegabytes.at(-1) ?? Number.NaN) / (heapMegabytes[0] ?? Number.NaN)
      held.push([title, ...heapMegabytes, growth])
      targets.push(
        atMost(1.1, `pagination alone, ${title} in flight: heap at the end compared with after a tenth`, growth)
      )
    }
    return {
      tables: [
        {
          title: `Hiding latency: ${latency} ms latency`,
          columns: ["walk", "in flight", "rows", "rows/s", "vs. one at a time"],
          rows: hidden
        },
        {
          title: "Heap in MB after each tenth of the list",
          columns: ["list, in flight", ...Array.from({ length: 10 }, (_, index) => String(index + 1)), "growth"],
          rows: held
        }
      ],
      targets,
      failures: []
    }
  }
}
