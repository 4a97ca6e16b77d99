/** The cost of the emulator, compared with a bare `node:http` server and fastify that send the same bytes. */
import type { LoadJob } from "../programs/load.ts"
import { built } from "../src/Build.ts"
import { atLeast, atMost, type Case, failuresOf } from "../src/Case.ts"
import { runChild } from "../src/Child.ts"
import { sampleOf } from "../src/Contenders.ts"
import { formatNumber } from "../src/formatNumber.ts"
import { interleaved } from "../src/Interleaved.ts"
import { cpuMicros, perSecond } from "../src/Sample.ts"
import { at } from "../src/Scale.ts"
import { type Server, withServer } from "../src/Server.ts"

const connections = 64
const path = "/api/v2/sdk/rooms/get-rooms"

const load = async (server: Server, requests: number) => {
  const job: LoadJob = { url: server.url, path, requests, connections }
  const before = await server.usage()
  const sample = sampleOf(await runChild(built("programs/load"), job))
  const { cpuMillis, residentMegabytes } = await server.usage()
  // The CPU of the server, not of the client.
  return { ...sample, cpuMillis: cpuMillis - before.cpuMillis, residentMegabytes }
}

export const emulator: Case = {
  title: "The emulator",
  measured:
    "Requests per second for a page of rooms over 64 connections, compared with a bare `node:http` server and fastify that send the same bytes; CPU per request in the server's process; its resident memory over many requests; the time from the start of its process until it listens.",
  notMeasured:
    "Faults and the admin API. Requests per second depend on how much CPU the client uses; CPU per request doesn't.",
  run: (scale) =>
    withServer(built("servers/emulator"), {}, async (emulated) => {
      const body = await (await fetch(emulated.url + path, { headers: { "x-api-key": "dev" } })).text()
      return withServer(built("servers/fastify"), { body }, (fastify) =>
        withServer(built("servers/bare"), { body }, async (bare) => {
          const requests = at(scale, 500, 20_000)
          const servers = { emulator: emulated, fastify, "bare node:http": bare }
          for (const server of Object.values(servers)) await load(server, requests)
          const rounds = await interleaved(
            Object.entries(servers).map(([name, server]) => ({ name, run: () => load(server, requests) })),
            at(scale, 1, 7, 11)
          )
          const memory: Array<number> = []
          for (let tenth = 1; tenth <= 10; tenth++) {
            memory.push((await load(emulated, at(scale, 100, 20_000))).residentMegabytes)
          }
          const starts: Array<number> = []
          for (let round = 0; round < at(scale, 1, 5); round++) {
            starts.push(await withServer(built("servers/emulator"), {}, async ({ startMillis }) => startMillis))
          }
          const [first = Number.NaN] = memory
          const last = memory.at(-1) ?? Number.NaN
          const base = "bare node:http"
          return {
            tables: [
              {
                title: `${connections} connections`,
                columns: ["server", "requests/s", "vs. bare", "CPU µs per request", "vs. bare"],
                rows: rounds.names.map((name) => [
                  name,
                  rounds.median(name, perSecond),
                  rounds.ratio(name, base, perSecond),
                  rounds.median(name, cpuMicros),
                  rounds.ratio(name, base, cpuMicros)
                ])
              },
              {
                title: `Resident memory of the emulator in MB, after each tenth of ${formatNumber(at(scale, 1_000, 200_000))} requests`,
                columns: memory.map((_, index) => String(index + 1)),
                rows: [memory]
              }
            ],
            targets: [
              atLeast(
                0.5,
                "emulator, 64 connections: requests/s compared with bare node:http",
                rounds.ratio("emulator", base, perSecond)
              ),
              atMost(1.1, "emulator: memory after 200 000 requests compared with after 20 000", last / first),
              atMost(1_000, "emulator: ms until it listens, slowest start", Math.max(...starts))
            ],
            failures: failuresOf("emulator", rounds.failures)
          }
        })
      )
    })
}
