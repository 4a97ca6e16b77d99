/** The messages of a server process to its parent: its URL, and its usage. */

export interface Listening {
  readonly url: string
}

export interface Usage {
  readonly requests: number
  readonly cpuMillis: number
  readonly residentMegabytes: number
}

const lifetimeMillis = 10_800_000

const has = <Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> =>
  typeof value === "object" && value !== null && key in value

export const isListening = (value: unknown): value is Listening => has(value, "url") && typeof value.url === "string"

export const isUsage = (value: unknown): value is Usage => has(value, "requests") && has(value, "cpuMillis")

/** Says where this server is, and from then on what it used, whenever it is asked. */
export const listening = (url: string, requests: () => number): void => {
  process.on("message", () => {
    const { system, user } = process.cpuUsage()
    const usage: Usage = {
      requests: requests(),
      cpuMillis: (user + system) / 1_000,
      residentMegabytes: process.memoryUsage.rss() / 1_048_576
    }
    process.send?.(usage)
  })
  process.on("disconnect", () => process.exit(0))
  setTimeout(() => process.exit(0), lifetimeMillis).unref()
  process.send?.({ url } satisfies Listening)
}
