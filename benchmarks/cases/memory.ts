/** The memory and CPU that a list takes as it grows tenfold, twice. */
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
  title: "Memory by list size",
  measured:
    "Peak resident memory of a process that reads a list of rooms without keeping them, and the cost per row, for three list sizes. There is no warm-up: a process reads one list and exits.",
  notMeasured: "Programs that keep the rows.",
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
            columns: ["client, requests in flight", "rooms", "peak MB", "vs. smallest", "rows/s", "CPU µs per row"],
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
          atMost(1.3, "peak memory of 1 000 000 rooms, one at a time, compared with 10 000", growth(1)),
          atMost(1.3, "peak memory of 1 000 000 rooms, 16 in flight, compared with 10 000", growth(16)),
          atMost(11, "CPU of 1 000 000 rooms, one at a time, compared with 100 000", cost(1)),
          atMost(11, "CPU of 1 000 000 rooms, 16 in flight, compared with 100 000", cost(16))
        ],
        failures: failuresOf("memory", rounds.failures)
      }
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
    }
  }
}
