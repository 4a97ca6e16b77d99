import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { Mutant } from "./Mutant.ts"
import type { Outcome } from "./Outcome.ts"

/** Longer than the tests take on a busy machine. */
const timeoutMillis = 300_000

const program = fileURLToPath(new URL("worker.ts", import.meta.url))

/** The tests to run, and the mutant to run them on. */
export interface Job {
  readonly mutant?: Mutant
  /** A test file, as a path from the root; `undefined` for the laws. */
  readonly test?: string | undefined
}

/** A process that runs tests, one job after the other. */
export class TestProcess {
  #child: ChildProcess | undefined

  run(job: Job): Promise<Outcome> {
    const child = this.#child ?? fork(program, { stdio: ["ignore", "ignore", "inherit", "ipc"] })
    this.#child = child
    return new Promise((resolve) => {
      const end = (outcome: Outcome) => {
        clearTimeout(timer)
        child.removeAllListeners()
        resolve(outcome)
      }
      // The next job gets a new process.
      const replace = (outcome: Outcome) => {
        this.#child = undefined
        child.kill("SIGKILL")
        end(outcome)
      }
      const timer = setTimeout(() => replace({ _tag: "Hung" }), timeoutMillis)
      child.once("message", (outcome: Outcome) => end(outcome))
      child.once("error", (error) => replace({ _tag: "Broken", problem: error.message }))
      child.once("exit", (status) => replace({ _tag: "Broken", problem: `its process ended with ${status}` }))
      child.send(job)
    })
  }

  close(): void {
    this.#child?.disconnect()
  }
}
