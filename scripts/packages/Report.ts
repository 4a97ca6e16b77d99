/** Prints the result of each check, and counts them. */
const seconds = (millis: number) => `${(millis / 1_000).toFixed(1)} s`.padStart(7)

export class Report {
  #passed = 0
  #skipped = 0
  readonly #failed: Array<string> = []
  #last = performance.now()

  get hasFailed() {
    return this.#failed.length > 0
  }

  #say(verdict: string, subject: string, more = "") {
    const now = performance.now()
    console.log(`${seconds(now - this.#last)}  ${verdict.padEnd(8)} ${subject}${more === "" ? "" : `: ${more}`}`)
    this.#last = now
  }

  passed(subject: string, more?: string) {
    this.#passed++
    this.#say("ok", subject, more)
  }

  /** A check that can't run on this machine. `why` names what is missing. */
  skipped(subject: string, why: string) {
    this.#skipped++
    this.#say("SKIPPED", subject, why)
  }

  failed(subject: string, problems: ReadonlyArray<string>) {
    this.#failed.push(subject)
    this.#say("FAILED", subject)
    for (const problem of problems) console.log(problem.replace(/^/gm, "           "))
  }

  /** Passes if there are no problems. */
  problems(subject: string, problems: ReadonlyArray<string>, more?: string) {
    if (problems.length === 0) this.passed(subject, more)
    else this.failed(subject, problems)
  }

  end() {
    console.log(`\n${this.#passed} passed, ${this.#failed.length} failed, ${this.#skipped} skipped`)
    for (const subject of this.#failed) console.log(`failed: ${subject}`)
  }
}
