/** One request for a page of 10 rooms, one at a time and 16 in flight. */
import { type ClientName, ours, titles } from "../clients/index.ts"
import { built } from "../src/Build.ts"
import { atLeast, atMost, type Case, failuresOf, type Table } from "../src/Case.ts"
import { clientContender } from "../src/Contenders.ts"
import { interleaved, type Rounds } from "../src/Interleaved.ts"
import { cpuMicros, peakMegabytes, perSecond } from "../src/Sample.ts"
import { at } from "../src/Scale.ts"
import { withServer } from "../src/Server.ts"

const names: ReadonlyArray<ClientName> = [
  "undici",
  "fetch",
  "huddle01",
  "openai",
  "stripe",
  "octokit",
  "httpApiUndici",
  "effectFetch",
  "effectFetchTraced",
  "effectNode",
  "effectNodeTraced",
  "promise"
]

const columns = [
  "client",
  "requests/s",
  "vs. undici",
  "vs. fetch",
  "CPU µs per request",
  "vs. undici",
  "vs. fetch",
  "peak MB"
]

const tableOf = (title: string, rounds: Rounds): Table => ({
  title,
  columns,
  rows: rounds.names.map((name) => [
    name,
    rounds.median(name, perSecond),
    rounds.ratio(name, titles.undici, perSecond),
    rounds.ratio(name, titles.fetch, perSecond),
    rounds.median(name, cpuMicros),
    rounds.ratio(name, titles.undici, cpuMicros),
    rounds.ratio(name, titles.fetch, cpuMicros),
    rounds.median(name, peakMegabytes)
  ])
})

export const request: Case = {
  title: "One request",
  measured:
    "Requesting the first page of 10 rooms over kept-alive connections: requests per second, CPU and peak memory of the client's process. effect-rooms runs with retries, deadlines, typed errors and validation; its traced rows create spans and discard them.",
  notMeasured: "TLS, a real network, and exporting spans.",
  run: (scale) =>
    withServer(
      built("servers/plain"),
      { rooms: 10, sessionsPerRoom: 0, latencyMillis: 0, peers: true },
      async (server) => {
        const total = at(scale, 200, 4_000, 15_000)
        const rounds = at(scale, 1, 5, 9)
        const warmUp = { url: server.url, times: 1 }
        const measured = async (concurrency: number, clients: ReadonlyArray<ClientName>) =>
          interleaved(
            clients.map((name) =>
              clientContender(name, { _tag: "Requests", total, concurrency }, { server, warmUp, expected: total })
            ),
            rounds
          )
        const alone = await measured(1, at(scale, ["undici", "fetch", "effectFetch", ours], names))
        const together = await measured(16, names)
        const { effectFetch, fetch, undici } = titles
        const node = titles[ours]
        return {
          tables: [tableOf("One at a time", alone), tableOf("16 in flight", together)],
          targets: [
            atLeast(
              0.9,
              `requests/s, 16 in flight, compared with bare undici (${node})`,
              together.ratio(node, undici, perSecond)
            ),
            atMost(
              1.15,
              `CPU per request, 16 in flight, compared with bare undici (${node})`,
              together.ratio(node, undici, cpuMicros)
            ),
            atLeast(
              0.75,
              `requests/s, one at a time, compared with bare undici (${node})`,
              alone.ratio(node, undici, perSecond)
            ),
            atLeast(
              0.75,
              "requests/s over fetch, 16 in flight, compared with bare fetch",
              together.ratio(effectFetch, fetch, perSecond)
            ),
            atLeast(
              0.6,
              "requests/s over fetch, one at a time, compared with bare fetch",
              alone.ratio(effectFetch, fetch, perSecond)
            )
          ],
          failures: [...failuresOf("one at a time", alone.failures), ...failuresOf("16 in flight", together.failures)]
        }
      }
    )
}
