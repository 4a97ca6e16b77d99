/** The program's side of `Child.ts`: it receives its job, measures the work, and sends the result. */
import type { Sample } from "./Sample.ts"

const isMessage = (message: unknown): message is { readonly job: unknown } =>
  typeof message === "object" && message !== null && "job" in message

/** Does the one job of this process. */
export const takeJob = <Job>(isJob: (job: unknown) => job is Job, work: (job: Job) => Promise<unknown>): void => {
  process.once("message", (message: unknown) => {
    if (!isMessage(message) || !isJob(message.job)) throw new Error(`not a job: ${JSON.stringify(message)}`)
    work(message.job).then(
      // Exits even if clients keep sockets or timers open.
      (answer) => process.send?.(answer, () => process.exit(0)),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      }
    )
  })
}

/** Measures `work`, which returns how much it did. */
export const measure = async (work: () => Promise<number> | number): Promise<Sample> => {
  globalThis.gc?.()
  const cpu = process.cpuUsage()
  const begin = performance.now()
  const count = await work()
  const wallMillis = performance.now() - begin
  const { system, user } = process.cpuUsage(cpu)
  return {
    count,
    wallMillis,
    cpuMillis: (user + system) / 1_000,
    peakMegabytes: process.resourceUsage().maxRSS / 1_024
  }
}

export const isSample = (value: unknown): value is Sample =>
  typeof value === "object" && value !== null && "wallMillis" in value && "cpuMillis" in value && "count" in value
