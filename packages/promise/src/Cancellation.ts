/**
 * Cancels the work of a client when it is closed, or when the signal of a call aborts.
 */
import type { Operations } from "@effect-rooms/core/Backend"
import { makeOperations } from "@effect-rooms/core/unstable"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { ClientClosed } from "./errors.ts"

/** The signal of the walk that a request belongs to. */
export const CurrentSignal = Context.Reference<AbortSignal | undefined>("@effect-rooms/promise/CurrentSignal", {
  defaultValue: () => undefined
})

type Cancel = () => Promise<unknown>

export class Cancellation {
  readonly #cancels = new Set<Cancel>()
  #isClosed = false

  /** Returns what to throw if nothing more may happen, made by the function so that its stack leads to the caller. */
  reason(signal: AbortSignal | undefined): (() => unknown) | undefined {
    if (this.#isClosed) return () => new ClientClosed()
    return signal?.aborted === true ? () => signal.reason : undefined
  }

  /** Registers what to cancel, and returns what unregisters it. Cancels immediately if it is too late. */
  onCancel(signal: AbortSignal | undefined, cancel: Cancel): () => void {
    if (this.reason(signal) !== undefined) void cancel()
    this.#cancels.add(cancel)
    signal?.addEventListener("abort", cancel, { once: true })
    return () => {
      this.#cancels.delete(cancel)
      signal?.removeEventListener("abort", cancel)
    }
  }

  /** Cancels everything, and whatever is registered later. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(Array.from(this.#cancels, (cancel) => cancel()))
  }

  /**
   * Makes every operation cancel itself. A walk reads ahead between two calls of `next`, and a program may drop its iterator
   * without a word, so nothing but the operations in flight can be registered without keeping the iterator alive.
   */
  track(operations: Operations): Operations {
    const tracked = <A, E>(operation: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      Effect.withFiber((fiber) => {
        const signal = fiber.getRef(CurrentSignal)
        if (this.reason(signal) !== undefined) return Effect.interrupt
        const release = this.onCancel(signal, () => Effect.runPromise(Fiber.interrupt(fiber)))
        return Effect.onExit(operation, () => Effect.sync(release))
      })
    return makeOperations((name) => (request) => tracked(operations[name](request)))
  }
}
