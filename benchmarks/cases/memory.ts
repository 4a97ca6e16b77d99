/** What a list costs as it grows tenfold, and tenfold again: memory, and time. */
import { type ClientName, ours, titles } from "../clients/index.ts"
import { built } from "../src/Build.ts"
import { atMost, type Case, failuresOf } from "../src/Case.ts"
import { clientContender } from "../src/Contenders.ts"
import { formatNumber } from "../src/formatNumber.ts"
import { type Contender, interleaved } from "../src/Interleaved.ts"
import { cpuMicros, peakMegabytes, perSecond } from "../src/Sample.ts"
import { at } from "../src/Scale.ts"
import { Server } from "../src/Server.ts"

const entries: ReadonlyArray<readonly [client: ClientName, concurrency: number]> = [
  ["fetch", 1],
  ["fetch", 16],
  [ours, 1],
  [ours, 16],
  ["promise", 16]
]

export const memory: Case = {
  title: "Memory, as the list grows",
  measured:
    "The most memory that a process ever had resident while it read a list of rooms and kept none of them, and what a row cost, for lists of three sizes. No warm-up: a process reads one list and ends.",
  notMeasured: "Programs that keep what they read.",
  run: async (scale) => {
    const sizes = at(scale, [100, 1_000], [10_000, 100_000, 1_000_000])
    const servers: Array<Server> = []
    try {
      const contenders: Array<Contender> = []
      const nameOf = (client: ClientName, concurrency: number, size: number) =>
        `${titles[client]}, ${concurrency}, ${size} rooms`
      for (const rooms of sizes) {
        const options = { rooms, sessionsPerRoom: 0, latencyMillis: 0, peers: false }
        const server = await Server.start(built("servers/plain"), options)
        servers.push(server)
        const warmUp = { url: server.url, times: 0 }
        for (const [client, concurrency] of entries) {
          const name = nameOf(client, concurrency, rooms)
          contenders.push(
            clientContender(client, { _tag: "Rooms", concurrency }, { server, warmUp, expected: rooms }, name)
          )
        }
      }
      const rounds = await interleaved(contenders, at(scale, 1, 2, 5))
      const [smallest = 0] = sizes
      const largest = sizes.at(-1) ?? smallest
      const beforeLargest = sizes.at(-2) ?? smallest
      const growth = (concurrency: number) =>
        rounds.ratio(nameOf(ours, concurrency, largest), nameOf(ours, concurrency, smallest), peakMegabytes)
      const cost = (concurrency: number) =>
        10 * rounds.ratio(nameOf(ours, concurrency, largest), nameOf(ours, concurrency, beforeLargest), cpuMicros)
      return {
        tables: [
          {
            title: `Lists of ${sizes.map(formatNumber).join(", ")} rooms`,
            columns: ["client, at once", "rooms", "peak MB", "to the smallest", "rows/s", "CPU µs a row"],
            rows: entries.flatMap(([client, concurrency]) =>
              sizes.map((rooms) => {
                const name = nameOf(client, concurrency, rooms)
                return [
                  `${titles[client]}, ${concurrency}`,
                  rooms,
                  rounds.median(name, peakMegabytes),
                  rounds.ratio(name, nameOf(client, concurrency, smallest), peakMegabytes),
                  rounds.median(name, perSecond),
                  rounds.median(name, cpuMicros)
                ]
              })
            )
          }
        ],
        targets: [
          atMost(1.1, "peak memory of 1 000 000 rooms one at a time, to 10 000 rooms", growth(1)),
          atMost(1.1, "peak memory of 1 000 000 rooms at 16, to 10 000 rooms", growth(16)),
          atMost(11, "CPU of 1 000 000 rooms one at a time, to 100 000 rooms", cost(1)),
          atMost(11, "CPU of 1 000 000 rooms at 16, to 100 000 rooms", cost(16))
        ],
        failures: failuresOf("memory", rounds.failures)
      }
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
    }
  }
}
