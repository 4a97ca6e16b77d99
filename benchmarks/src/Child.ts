/**
 * Runs a program in a separate process, which receives one job, sends back one answer, and exits. It is killed by its own id if
 * it takes too long.
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

/** Runs `file` with `job` and returns its answer. */
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
