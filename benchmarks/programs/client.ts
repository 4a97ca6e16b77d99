/** Measures one client at one task, in a separate process. */
import type { Client } from "../clients/Client.ts"
import { type ClientName, isClientName, loadClient } from "../clients/index.ts"
import { roomIdOf } from "../servers/rows.ts"
import { measure, takeJob } from "../src/Job.ts"

/** A task for a client. */
export type Task =
  | { readonly _tag: "Requests"; readonly total: number; readonly concurrency: number }
  | { readonly _tag: "Rooms" | "Sessions" | "Everything"; readonly concurrency: number }
  /** Reads the first room `total` times in sequence. */
  | { readonly _tag: "FirstRoom"; readonly total: number }

export interface ClientJob {
  readonly client: ClientName
  readonly url: string
  readonly task: Task
  /** Runs of the same task beforehand, perhaps with a smaller and faster server. */
  readonly warmUp: { readonly url: string; readonly times: number }
}

const isJob = (job: unknown): job is ClientJob =>
  typeof job === "object" && job !== null && "client" in job && isClientName(job.client) && "task" in job

/** Does the task once, and returns how many rows or requests it took. */
const work = async (client: Client, task: Task): Promise<number> => {
  const missing = () => Promise.reject(new Error(`the client has no ${task._tag}`))
  switch (task._tag) {
    case "Requests":
      await client.requests(task.total, task.concurrency)
      return task.total
    case "Rooms":
      return client.rooms?.(task.concurrency) ?? missing()
    case "Sessions":
      return client.sessions?.(roomIdOf(1), task.concurrency) ?? missing()
    case "Everything":
      return client.everything?.(task.concurrency) ?? missing()
    case "FirstRoom":
      await (client.firstRooms?.(task.total) ?? missing())
      return task.total
  }
}

takeJob(isJob, async ({ client, task, url, warmUp }) => {
  const make = await loadClient(client)
  const warm = make(warmUp.url)
  for (let index = 0; index < warmUp.times; index++) await work(warm, task)
  const measured = warmUp.url === url ? warm : make(url)
  return measure(() => work(measured, task))
})
