/** The time to the first row of a list. */
import { type ClientName, ours, titles } from "../clients/index.ts"
import type { Task } from "../programs/client.ts"
import { built } from "../src/Build.ts"
import { atMost, type Case, failuresOf, type Table, type Target } from "../src/Case.ts"
import { clientContender } from "../src/Contenders.ts"
import { interleaved } from "../src/Interleaved.ts"
import { type Sample, wallMillis } from "../src/Sample.ts"
import { at } from "../src/Scale.ts"
import { withServer } from "../src/Server.ts"

const names: ReadonlyArray<ClientName> = [
  "fetch",
  "huddle01",
  "openai",
  "stripe",
  "octokit",
  "effectFetch",
  "effectNode",
  "promise"
]

const millisEach = (sample: Sample) => wallMillis(sample) / sample.count

export const firstRow: Case = {
  title: "First row",
  measured: "Reading the first row of a list of 1 000 rooms, compared with a single request by the same client.",
  notMeasured: "The first list in a process; see the command.",
  run: async (scale) => {
    const tables: Array<Table> = []
    const targets: Array<Target> = []
    const failures: Array<string> = []
    for (const latencyMillis of [0, 50]) {
      // With latency, everything else is negligible.
      const clients: ReadonlyArray<ClientName> = latencyMillis === 0 ? names : ["fetch", ours]
      const total = latencyMillis === 0 ? at(scale, 50, 1_500) : at(scale, 3, 40)
      await withServer(
        built("servers/plain"),
        { rooms: 1_000, sessionsPerRoom: 0, latencyMillis, peers: true },
        async (server) => {
          const contender = (client: ClientName, name: string, task: Task) =>
            clientContender(client, task, { server, warmUp: { url: server.url, times: 1 }, expected: total }, name)
          const firstOf = (client: ClientName) => `${titles[client]}, first row`
          const requestOf = (client: ClientName) => `${titles[client]}, one request`
          const rounds = await interleaved(
            clients.flatMap((client) => [
              contender(client, requestOf(client), { _tag: "Requests", total, concurrency: 1 }),
              contender(client, firstOf(client), { _tag: "FirstRoom", total })
            ]),
            latencyMillis === 0 ? at(scale, 1, 5) : 1
          )
          const ratio = (client: ClientName) => rounds.ratio(firstOf(client), requestOf(client), millisEach)
          tables.push({
            title: `${latencyMillis} ms latency`,
            columns: ["client", "one request, ms", "first row, ms", "first row vs. one request"],
            rows: clients.map((client) => [
              titles[client],
              rounds.median(requestOf(client), millisEach),
              rounds.median(firstOf(client), millisEach),
              ratio(client)
            ])
          })
          targets.push(
            atMost(
              1.2,
              `first row of a list, ${latencyMillis} ms: time compared with one request (${titles[ours]})`,
              ratio(ours)
            )
          )
          failures.push(...failuresOf(`first row, ${latencyMillis} ms`, rounds.failures))
        }
      )
    }
    return { tables, targets, failures }
  }
}
