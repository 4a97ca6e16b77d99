/**
 * What the emulator costs beside a bare `node:http` server and fastify that give the same bytes: requests a second at 64
 * connections, CPU a request, and whether its memory stays flat over 200 000 requests.
 *
 * Servers are processes of their own, asked in turn A B C A B C; ratios are within a round, and the median of the rounds counts.
 * Requests a second depend on what the client leaves of the machine; CPU a request does not.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { Agent, get } from "node:http"
import { fileURLToPath } from "node:url"
import * as Array from "effect/Array"

const connections = 64
const rounds = 7
const requestsARound = 4_000
const memoryRequests = 200_000
const headers = { "x-api-key": "dev" }
const path = "/api/v2/sdk/rooms/get-rooms"

interface Server {
  readonly name: string
  readonly process: ChildProcess
  readonly url: string
}

const start = async (name: string, ...args: ReadonlyArray<string>): Promise<Server> => {
  const file = fileURLToPath(new URL(`servers/${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "inherit"] })
  const [line] = await once(child.stdout, "data")
  return { name, process: child, url: String(line).trim() }
}

const request = (agent: Agent, url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    get(url + path, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`))
      response.resume()
      response.on("end", resolve)
    }).on("error", reject)
  })

/** Linux counts the CPU of a process in ticks of 10 ms, and its memory in pages of 4 KiB. */
const statOf = ({ process: { pid } }: Server): ReadonlyArray<string> =>
  readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
const cpuMicros = (server: Server) => (Number(statOf(server)[11]) + Number(statOf(server)[12])) * 10_000
const residentMegabytes = (server: Server) => (Number(statOf(server)[21]) * 4) / 1_024

const load = async (server: Server, requests: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const cpu = cpuMicros(server)
  const begin = performance.now()
  let left = requests
  const connection = async () => {
    while (left-- > 0) await request(agent, server.url)
  }
  await Promise.all(Array.makeBy(connections, connection))
  const seconds = (performance.now() - begin) / 1_000
  agent.destroy()
  return { perSecond: requests / seconds, micros: (cpuMicros(server) - cpu) / requests }
}

const median = (values: ReadonlyArray<number>) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const emulator = await start("emulator")
const body = await (await fetch(emulator.url + path, { headers })).text()
const servers = [emulator, await start("fastify", body), await start("bare", body)]

try {
  for (const server of servers) await load(server, requestsARound)
  const measured: Array<ReadonlyArray<{ readonly perSecond: number; readonly micros: number }>> = []
  for (let round = 0; round < rounds; round++) {
    const results = []
    for (const server of servers) results.push(await load(server, requestsARound))
    measured.push(results)
  }
  for (const [index, { name }] of servers.entries()) {
    const ratio = (f: (result: { readonly perSecond: number; readonly micros: number }) => number) =>
      median(
        measured.map((results) => {
          const [own, bare] = [results[index], results.at(-1)]
          return own === undefined || bare === undefined ? Number.NaN : f(own) / f(bare)
        })
      ).toFixed(2)
    console.log(
      `${name.padEnd(10)} ${ratio(({ perSecond }) => perSecond)} of the requests/s of bare node:http, ` +
        `${ratio(({ micros }) => micros)} of its CPU a request, at ${connections} connections`
    )
  }
  console.log("(target of the emulator: 0.5 of the requests/s)")

  const memory: Array<string> = []
  for (let tenth = 1; tenth <= 10; tenth++) {
    await load(emulator, memoryRequests / 10)
    memory.push(residentMegabytes(emulator).toFixed(0))
  }
  console.log(`emulator, resident MB after each tenth of ${memoryRequests} requests: ${memory.join(" ")}`)
} finally {
  for (const server of servers) server.process.kill()
}
