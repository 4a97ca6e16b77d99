/** Turns clients into contenders, each of whose runs is a new process. */
import { type ClientName, titles } from "../clients/index.ts"
import type { ClientJob, Task } from "../programs/client.ts"
import { built } from "./Build.ts"
import { runChild } from "./Child.ts"
import type { Contender } from "./Interleaved.ts"
import { isSample } from "./Job.ts"
import type { Sample } from "./Sample.ts"
import type { Server } from "./Server.ts"

/** Returns a child's answer as a sample. */
export const sampleOf = (answer: unknown): Sample => {
  if (!isSample(answer)) throw new Error("a program sent back no sample")
  return answer
}

/** Returns a contender for a client and a task. `expected` is the count that it must reach. */
export const clientContender = (
  client: ClientName,
  task: Task,
  {
    expected,
    server,
    warmUp
  }: { readonly server: Server; readonly warmUp: ClientJob["warmUp"]; readonly expected: number },
  name: string = titles[client]
): Contender => ({
  name,
  run: async () => {
    const before = await server.usage()
    const job: ClientJob = { client, url: server.url, task, warmUp }
    const sample = sampleOf(await runChild(built("programs/client"), job))
    if (sample.count !== expected) throw new Error(`counted ${sample.count}, not ${expected}`)
    const { requests } = await server.usage()
    return { ...sample, requests: requests - before.requests }
  }
})
