/**
 * An async iterator over what an effect pulls, an array at a time: the rows of an array are given without another run of an
 * effect. It ends once, by the last row, by a failure, by being cancelled or by being left, and then nothing of it is in flight.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import type { WalkIterator } from "./resources.ts"

/** What a walk needs of its client. */
export interface WalkRun<Row, E> {
  /** Runs the pull for the next rows, at least one; `undefined` after the last ones. */
  readonly pull: () => Fiber.Fiber<ReadonlyArray<Row> | undefined, E>
  /** Holds what a pull leaves at work. */
  readonly scope: Scope.Closeable
  /** Registers what cancels the walk, and returns what unregisters it. It may cancel immediately. */
  readonly onCancel: (cancel: (reason: unknown) => Promise<void>) => () => void
  /** Registers that the scope is closed when the walk is cancelled, and keeps nothing of the walk alive. */
  readonly closeOnCancel: () => () => void
  /** Why the walk was cancelled, if it was. */
  readonly cancelled: () => (() => unknown) | undefined
  /** What is thrown for a failed pull. */
  readonly thrownFor: (failed: Exit.Failure<unknown, E>) => unknown
}

const noRows: ReadonlyArray<never> = []

const nothing = () => {}

const done = { done: true, value: undefined } as const

export class RunningWalk<Row, E> implements WalkIterator<Row> {
  readonly #run: WalkRun<Row, E>
  #rows: IterableIterator<Row, undefined> = noRows.values()
  #fiber: Fiber.Fiber<unknown, unknown> | undefined
  /** How many calls of `next` wait, and the last of them: they are answered one after the other. */
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()
  #wake = nothing
  #release = nothing
  #ending: Promise<void> | undefined
  /** What the next call of `next` throws. It is made when it is thrown, so that its stack leads to the caller. */
  #failure: (() => unknown) | undefined

  constructor(run: WalkRun<Row, E>) {
    this.#run = run
  }

  readonly next = (): Promise<IteratorResult<Row, undefined>> => {
    const cancelled = this.#run.cancelled()
    if (cancelled !== undefined) void this.#end(cancelled)
    if (this.#waiting === 0) {
      const row = this.#rows.next()
      if (row.done !== true) return Promise.resolve(row)
    }
    this.#waiting++
    const pulled = this.#waiting === 1 ? this.#nextPulled() : this.#last.then(this.#nextPulled, this.#nextPulled)
    this.#last = pulled
    return pulled
  }

  readonly return = async (): Promise<IteratorResult<Row, undefined>> => {
    this.#failure = undefined
    await this.#end()
    return done
  };

  [Symbol.asyncIterator](): WalkIterator<Row> {
    return this
  }

  readonly #nextPulled = async (): Promise<IteratorResult<Row, undefined>> => {
    let row = this.#rows.next()
    while (row.done === true && this.#ending === undefined) {
      await this.#pullOnce()
      row = this.#rows.next()
    }
    this.#waiting--
    const failure = this.#failure
    if (row.done !== true || failure === undefined) return row
    this.#failure = undefined
    throw failure()
  }

  /** Waits for the next rows, or for the end of the walk. */
  #pullOnce(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
      this.#release()
      this.#release = this.#run.onCancel((reason) => this.#end(() => reason))
      if (this.#ending !== undefined) {
        this.#release()
        return
      }
      const fiber = this.#run.pull()
      this.#fiber = fiber
      // The transport may have cancelled the walk while it was called.
      if (this.#ending !== undefined) fiber.interruptUnsafe()
      fiber.addObserver((exit) => {
        if (Exit.isFailure(exit)) void this.#end(() => this.#run.thrownFor(exit))
        else if (exit.value === undefined) void this.#end()
        else if (this.#ending === undefined) {
          this.#rows = exit.value.values()
          // Until the next pull, only who has the iterator keeps it.
          this.#release()
          this.#release = this.#run.closeOnCancel()
        }
        resolve()
      })
    })
  }

  /** Ends the walk; resolved when nothing of it is in flight. Only the first end counts. */
  #end(failure?: () => unknown): Promise<void> {
    if (this.#ending !== undefined) return this.#ending
    const fiber = this.#fiber
    this.#failure = failure
    this.#rows = noRows.values()
    this.#ending = Promise.resolve()
    this.#release()
    this.#wake()
    this.#ending = Effect.runPromise(
      Effect.andThen(
        fiber === undefined ? Effect.void : Fiber.interrupt(fiber),
        Scope.close(this.#run.scope, Exit.void)
      )
    )
    return this.#ending
  }
}
