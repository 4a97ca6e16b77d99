/** A server in a separate process, stopped by its own id. It exits by itself if this process does, or after its lifetime. */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { isListening, isUsage, type Usage } from "../servers/listening.ts"

export class Server {
  readonly url: string
  /** The time from the start of the process until it listens. */
  readonly startMillis: number
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, url: string, startMillis: number) {
    this.#child = child
    this.url = url
    this.startMillis = startMillis
  }

  /** Starts `file` with `options` as its argument, and waits until it listens. */
  static async start(file: string, options: unknown = {}): Promise<Server> {
    const begin = performance.now()
    const child = fork(file, [JSON.stringify(options)], { stdio: ["ignore", "ignore", "inherit", "ipc"] })
    const ended = once(child, "close").then(([code]) => {
      throw new Error(`the server ended with ${code} before it listened`)
    })
    const [message] = await Promise.race([once(child, "message"), ended])
    ended.catch(() => {})
    if (!isListening(message)) throw new Error("the server didn't report its URL")
    return new Server(child, message.url, performance.now() - begin)
  }

  /** Returns the server's CPU time, memory and number of requests since it started. */
  async usage(): Promise<Usage> {
    this.#child.send("usage")
    const [message] = await once(this.#child, "message")
    if (!isUsage(message)) throw new Error("the server didn't report its usage")
    return message
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const closed = once(this.#child, "close")
    this.#child.kill("SIGKILL")
    await closed
  }
}

/** Starts a server, and stops it after `use`. */
export const withServer = async <A>(
  file: string,
  options: unknown,
  use: (server: Server) => Promise<A>
): Promise<A> => {
  const server = await Server.start(file, options)
  try {
    return await use(server)
  } finally {
    await server.stop()
  }
}
