/** The service that the programs use: the emulator of the packed command, on a free port. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { Consumer } from "./Consumer.ts"

export const roomCount = 23

/** Returns the path of the installed command. */
export const roomsCommand = ({ folder }: Consumer) => join(folder, "node_modules/@effect-rooms/cli/build/rooms.js")

/** Runs `use` with the URL of an emulator started with these additional arguments, then stops it. */
export const withService = async <A>(
  consumer: Consumer,
  more: ReadonlyArray<string>,
  use: (url: string) => Promise<A>
): Promise<A> => {
  const args = ["emulator", "start", "--port", "0", "--rooms", String(roomCount), ...more]
  const child = spawn(process.execPath, [roomsCommand(consumer), ...args], {
    cwd: consumer.folder,
    stdio: ["ignore", "pipe", "pipe"]
  })
  let stderr = ""
  child.stderr.on("data", (data) => {
    stderr += data
  })
  const closed = once(child, "close")
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /^listening on (\S+)$/.exec(line)?.[1]
      if (url !== undefined) return await use(url)
    }
    throw new Error(`the packed emulator ended before it listened\n${stderr}`)
  } finally {
    child.kill("SIGTERM")
    await closed
  }
}
