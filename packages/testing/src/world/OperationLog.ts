import type { LogEntry } from "../LogEntry.ts"

const limit = 10_000

/** The newest 10 000 operations. Its memory is bounded. */
export class OperationLog {
  #entries: Array<LogEntry> = []

  add(entry: LogEntry): void {
    // Keeping up to twice the limit makes dropping old entries cheap on average.
    if (this.#entries.length === 2 * limit) this.#entries = this.#entries.slice(limit)
    this.#entries.push(entry)
  }

  entries(): ReadonlyArray<LogEntry> {
    return this.#entries.slice(-limit)
  }
}
