/** Requests the same page over many connections, in a separate process. */
import { Pool } from "undici"
import { atOnce, headers } from "../clients/Client.ts"
import { measure, takeJob } from "../src/Job.ts"

export interface LoadJob {
  readonly url: string
  readonly path: string
  readonly requests: number
  readonly connections: number
}

const isJob = (job: unknown): job is LoadJob =>
  typeof job === "object" && job !== null && "url" in job && "path" in job && "requests" in job

takeJob(isJob, async ({ connections, path, requests, url }) => {
  const pool = new Pool(url, { connections })
  const ask = async () => {
    const { body, statusCode } = await pool.request({ path, method: "GET", headers })
    if (statusCode !== 200) throw new Error(`status ${statusCode}`)
    await body.dump()
  }
  const all = atOnce(ask)
  await all(connections * 2, connections)
  return measure(async () => {
    await all(requests, connections)
    return requests
  })
})
