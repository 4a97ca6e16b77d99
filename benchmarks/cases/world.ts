/** The cost of a large world of the test kit. */
import type { WorldCost, WorldJob } from "../programs/world.ts"
import { built } from "../src/Build.ts"
import type { Case } from "../src/Case.ts"
import { runChild } from "../src/Child.ts"
import { formatNumber } from "../src/formatNumber.ts"
import { at } from "../src/Scale.ts"

const isCost = (value: unknown): value is WorldCost =>
  typeof value === "object" && value !== null && "heapBytes" in value && "micros" in value

const run = async (job: WorldJob): Promise<WorldCost> => {
  const answer = await runChild(built("programs/world"), job, { execArgv: ["--expose-gc"] })
  if (!isCost(answer)) throw new Error("the program sent back no cost of a world")
  return answer
}

export const world: Case = {
  title: "The world of the test kit",
  measured:
    "The time to create a world, its heap after a garbage collection, and whether operations get slower as the world grows, per session and per operation, compared with the smallest world.",
  notMeasured: "HTTP.",
  run: async (scale) => {
    const worlds: Array<WorldCost> = []
    for (const rooms of at(scale, [100, 1_000], [1_000, 10_000, 100_000])) {
      worlds.push(await run({ rooms, calls: at(scale, 500, 20_000) }))
    }
    const [smallest] = worlds
    if (smallest === undefined) throw new Error("no world was made")
    return {
      tables: [
        {
          title: "Worlds by size (10 sessions per room)",
          columns: [
            "rooms",
            "sessions",
            "creation, s",
            "per session, vs. smallest",
            "heap MB",
            "per session, vs. smallest"
          ],
          rows: worlds.map(({ heapBytes, rooms, seconds, sessions }) => [
            rooms,
            sessions,
            seconds,
            seconds / sessions / (smallest.seconds / smallest.sessions),
            heapBytes / 1_048_576,
            heapBytes / sessions / (smallest.heapBytes / smallest.sessions)
          ])
        },
        {
          title: "Operations, compared with the smallest world",
          columns: ["operation", "µs in the smallest", ...worlds.map(({ rooms }) => `${formatNumber(rooms)} rooms`)],
          rows: Object.entries(smallest.micros).map(([name, micros]) => [
            name,
            micros,
            ...worlds.map((world) => (world.micros[name] ?? Number.NaN) / micros)
          ])
        }
      ],
      targets: [],
      failures: []
    }
  }
}
