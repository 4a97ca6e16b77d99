/**
 * Rows as a program without Effect reads them: with `for await`, by an iterator, or all at once.
 */
import { withCallerStack } from "@effect-rooms/core/unstable"
import type { Cancellation } from "./Cancellation.ts"

/** One iteration over a list. */
export interface WalkIterator<Row> extends AsyncIterableIterator<Row, undefined, void> {
  /** Returns the next row, or `done` after the last one. Calls may overlap, and are answered in order. */
  readonly next: () => Promise<IteratorResult<Row, undefined>>
  /** Ends the walk and cancels its requests. A `next` that waits is `done`. Leaving a `for await` calls it. */
  readonly return: () => Promise<IteratorResult<Row, undefined>>
  [Symbol.asyncIterator](): WalkIterator<Row>
}

/**
 * Rows that are fetched as you ask for them. Nothing is sent before the first one, and each `for await` starts again. If a walk
 * fails, you have received every row before the failure.
 */
export interface Walk<Row> {
  [Symbol.asyncIterator](): WalkIterator<Row>
  /** Collects all rows, for a list that fits into memory. */
  readonly toArray: () => Promise<Array<Row>>
}

/** The rows of a walk, as many at a time as there are without waiting. */
export type Batches<Row> = AsyncIterable<ReadonlyArray<Row>>

const done = { done: true, value: undefined } as const

/** Iterates over the rows of batches, and ends when a signal or the client says so. */
class RunningWalk<Row> implements WalkIterator<Row> {
  readonly #batches: AsyncIterator<ReadonlyArray<Row>>
  readonly #cancellation: Cancellation
  readonly #signal: AbortSignal | undefined
  #rows: Iterator<Row, undefined> = [].values()
  #isOver = false
  /** How many calls of `next` wait, and the last of them. */
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(batches: Batches<Row>, cancellation: Cancellation, signal: AbortSignal | undefined) {
    this.#batches = batches[Symbol.asyncIterator]()
    this.#cancellation = cancellation
    this.#signal = signal
  }

  readonly next = (): Promise<IteratorResult<Row, undefined>> => {
    if (this.#waiting === 0 && this.#cancellation.reason(this.#signal) === undefined) {
      const row = this.#rows.next()
      if (row.done !== true) return Promise.resolve(row)
    }
    this.#waiting++
    // `then` would cut the stack of an error, so only a call that has to wait its turn takes it.
    const next = this.#waiting === 1 ? this.#nextRow() : this.#last.then(this.#nextRow, this.#nextRow)
    this.#last = next
    return next
  }

  readonly return = async (): Promise<IteratorResult<Row, undefined>> => {
    await this.#end()
    return done
  };

  [Symbol.asyncIterator](): WalkIterator<Row> {
    return this
  }

  readonly #nextRow = async (): Promise<IteratorResult<Row, undefined>> => {
    try {
      while (!this.#isOver) {
        const reason = this.#cancellation.reason(this.#signal)
        if (reason !== undefined) throw reason()
        const row = this.#rows.next()
        if (row.done !== true) return row
        const batch = await this.#nextBatch()
        if (batch.done !== true) this.#rows = batch.value.values()
        // The batches end as well when they are cancelled.
        else if (this.#cancellation.reason(this.#signal) === undefined) await this.#end()
      }
      return done
    } catch (error) {
      if (this.#isOver) return done
      await this.#end()
      throw withCallerStack(error)
    } finally {
      this.#waiting--
    }
  }

  async #nextBatch(): Promise<IteratorResult<ReadonlyArray<Row>>> {
    const release = this.#cancellation.onCancel(this.#signal, () => this.#cancel())
    try {
      return await this.#batches.next()
    } finally {
      release()
    }
  }

  async #cancel(): Promise<void> {
    await this.#batches.return?.()
  }

  #end(): Promise<void> {
    this.#isOver = true
    this.#rows = [].values()
    return this.#cancel()
  }
}

/** Returns the walk over the rows of batches. */
export const makeWalk = <Row>(
  batches: Batches<Row>,
  cancellation: Cancellation,
  signal: AbortSignal | undefined
): Walk<Row> => {
  const iterate = () => new RunningWalk(batches, cancellation, signal)
  const toArray = async () => {
    const rows: Array<Row> = []
    for await (const row of iterate()) rows.push(row)
    return rows
  }
  return { [Symbol.asyncIterator]: iterate, toArray }
}
