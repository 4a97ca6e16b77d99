/** Runs a command from start to exit, as a shell does: one run for the wall time, and another for CPU and peak memory. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { root } from "./Build.ts"
import type { Sample } from "./Sample.ts"

const limitMillis = 60_000

export interface CommandLine {
  /** Arguments of `node`. */
  readonly args: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a command, which must succeed, and returns its output on file descriptor 3. */
const runToEnd = async ({ args, env = {} }: CommandLine): Promise<string> => {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "ignore", "pipe"],
    timeout: limitMillis
  })
  let written = ""
  child.stdio[3]?.on("data", (data: Buffer) => {
    written += data.toString()
  })
  const [code, signal] = await once(child, "close")
  if (code !== 0) throw new Error(`ended with ${signal ?? code}`)
  return written
}

const peak = join(root, "programs/start/peak.cjs")

const isUsed = (value: unknown): value is Pick<Sample, "cpuMillis" | "peakMegabytes"> =>
  typeof value === "object" && value !== null && "cpuMillis" in value && "peakMegabytes" in value

export const runCommand = async (command: CommandLine): Promise<Sample> => {
  const begin = performance.now()
  await runToEnd(command)
  const wallMillis = performance.now() - begin
  const used: unknown = JSON.parse(await runToEnd({ ...command, args: ["--require", peak, ...command.args] }))
  if (!isUsed(used)) throw new Error("the command didn't report its usage")
  return { count: 1, wallMillis, ...used }
}
