/**
 * A program in a process of its own: it is given one job, sends back one answer, and ends. It is stopped by its own id where it
 * takes longer than it may.
 */
import { fork } from "node:child_process"
import { once } from "node:events"

export interface ChildOptions {
  readonly args?: ReadonlyArray<string>
  /** Options of Node itself. */
  readonly execArgv?: ReadonlyArray<string>
  readonly limitMillis?: number
}

const defaultLimitMillis = 180_000

/** Runs `file` with `job` and gives what it sends back. */
export const runChild = async (file: string, job: unknown, options: ChildOptions = {}): Promise<unknown> => {
  const { args = [], execArgv = [], limitMillis = defaultLimitMillis } = options
  const child = fork(file, [...args], { execArgv: [...execArgv], stdio: ["ignore", "ignore", "pipe", "ipc"] })
  let errors = ""
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-2_000)
  })
  const answers: Array<unknown> = []
  child.on("message", (message: unknown) => answers.push(message))
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    child.kill("SIGKILL")
  }, limitMillis)
  child.send({ job })
  const [code, signal] = await once(child, "close")
  clearTimeout(limit)
  if (isLate) throw new Error(`took longer than ${limitMillis / 1_000} s`)
  if (answers.length !== 1 || code !== 0) {
    throw new Error(`ended with ${signal ?? code}: ${errors.trim().split("\n").slice(0, 4).join(" / ")}`)
  }
  return answers[0]
}
