/**
 * The newest operations, in memory that does not grow.
 */
import type { LogEntry } from "../LogEntry.ts"

const limit = 10_000

export class OperationLog {
  #entries: Array<LogEntry> = []

  add(entry: LogEntry): void {
    // Twice the limit are kept, so that dropping old entries costs nothing per entry.
    if (this.#entries.length === 2 * limit) this.#entries = this.#entries.slice(limit)
    this.#entries.push(entry)
  }

  entries(): ReadonlyArray<LogEntry> {
    return this.#entries.slice(-limit)
  }
}
