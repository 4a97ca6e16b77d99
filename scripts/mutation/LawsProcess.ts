/**
 * Runs of the laws, one after the other, in a process of their own.
 */
import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { Mutant } from "./Mutant.ts"
import type { Outcome } from "./Outcome.ts"

/** Longer than the laws take on a machine that is busy with something else. */
const patienceMillis = 60_000

const program = fileURLToPath(new URL("laws.ts", import.meta.url))

export class LawsProcess {
  #child: ChildProcess | undefined
  readonly #arguments: ReadonlyArray<string>

  constructor(inMemoryOnly: boolean) {
    this.#arguments = inMemoryOnly ? ["memory"] : ["memory", "http"]
  }

  /** Runs the laws on the code with a mutant, or as it is. */
  run(mutant?: Mutant): Promise<Outcome> {
    const child = this.#child ?? fork(program, this.#arguments, { stdio: ["ignore", "ignore", "inherit", "ipc"] })
    this.#child = child
    return new Promise((resolve) => {
      const end = (outcome: Outcome) => {
        clearTimeout(timer)
        child.removeAllListeners()
        resolve(outcome)
      }
      // The next run has another process.
      const giveUp = (outcome: Outcome) => {
        this.#child = undefined
        child.kill("SIGKILL")
        end(outcome)
      }
      const timer = setTimeout(() => giveUp({ _tag: "Hung" }), patienceMillis)
      child.once("message", (outcome: Outcome) => end(outcome))
      child.once("error", (error) => giveUp({ _tag: "Broken", problem: error.message }))
      child.once("exit", (status) => giveUp({ _tag: "Broken", problem: `its process ended with ${status}` }))
      child.send(mutant === undefined ? {} : { mutant })
    })
  }

  close(): void {
    this.#child?.disconnect()
  }
}
