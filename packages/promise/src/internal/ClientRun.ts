/**
 * Where a client runs its effects: its services are made once, by the first call. A call ends in one of four ways: with its
 * value, with its error, with the reason of its signal, or with `ClientClosed`.
 */

import { InvalidRequest } from "@effect-rooms/core/DomainError"
import type { RoomServices } from "@effect-rooms/core/RoomServices"
import type { RoomsError } from "@effect-rooms/core/RoomsError"
import { makeEvidence, type OperationName } from "@effect-rooms/core/unstable"
import type * as Effects from "@effect-rooms/http-client/InvalidConfiguration"
import { CurrentOverrides, type Overrides } from "@effect-rooms/http-client/RetryPolicy"
import * as Cause from "effect/Cause"
import * as Channel from "effect/Channel"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Pull from "effect/Pull"
import * as Result from "effect/Result"
import * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import { ClientServices } from "./ClientServices.ts"
import type { ClientLayer } from "./clientLayer.ts"
import { ClientClosed, InvalidConfiguration } from "./errors.ts"
import { toOverrides } from "./limits.ts"
import type { RequestOptions } from "./options.ts"
import { RunningWalk } from "./RunningWalk.ts"
import type { Walk } from "./resources.ts"
import { toError } from "./toError.ts"

type Cancel = (reason: unknown) => Promise<void> | void

/** The limits of a call that has its own. */
const overridesOf = (
  operation: OperationName,
  options: RequestOptions
): Result.Result<Overrides | undefined, InvalidRequest> => {
  const { attemptTimeoutMillis, retry, timeoutMillis } = options
  return attemptTimeoutMillis === undefined && retry === undefined && timeoutMillis === undefined
    ? Result.succeed(undefined)
    : Result.mapError(
        toOverrides(options),
        (problem) => new InvalidRequest({ ...problem, evidence: makeEvidence(operation) })
      )
}

const withLimits = <A, E, R>(
  operation: OperationName,
  options: RequestOptions,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | InvalidRequest, R> => {
  const overrides = overridesOf(operation, options)
  if (Result.isFailure(overrides)) return Effect.fail(overrides.failure)
  return overrides.success === undefined ? effect : Effect.provideService(effect, CurrentOverrides, overrides.success)
}

const thrownFor = ({ cause }: Exit.Failure<unknown, RoomsError | Effects.InvalidConfiguration>): unknown => {
  const error = Cause.findError(cause)
  if (Result.isFailure(error)) return Cause.squash(cause)
  return error.success._tag === "InvalidConfiguration"
    ? new InvalidConfiguration(error.success.field, error.success.problem)
    : toError(error.success)
}

export class ClientRun {
  readonly #services: ClientServices
  /** Of everything that is in flight. */
  readonly #cancels = new Set<Cancel>()
  /** Forgets the scopes of iterators that a program dropped. Some workers have neither a registry nor weak references. */
  readonly #dropped =
    typeof FinalizationRegistry === "undefined" ? undefined : new FinalizationRegistry<() => void>((forget) => forget())
  #isClosed = false
  #closing: Promise<void> | undefined

  constructor(layer: ClientLayer) {
    this.#services = new ClientServices(layer)
  }

  /** Runs one call. Limits of its own that are refused are refused as those of `operation`. */
  async call<A, E extends RoomsError>(
    operation: OperationName,
    effect: Effect.Effect<A, E, RoomServices>,
    options: RequestOptions = {}
  ): Promise<A> {
    const exit = await this.#exitOf(withLimits(operation, options, effect), options.signal)
    if (Exit.isSuccess(exit)) return exit.value
    // Here, so that its stack leads to the caller.
    throw thrownFor(exit)
  }

  /** A walk over a stream. Each of its iterators runs the stream again. */
  walk<A, Row, E extends RoomsError>(
    operation: OperationName,
    stream: Stream.Stream<A, E, RoomServices>,
    toRow: (value: A) => Row,
    options: RequestOptions = {}
  ): Walk<Row> {
    const open = (scope: Scope.Scope) => {
      let pull: Pull.Pull<ReadonlyArray<A>, E, void, RoomServices> = Effect.flatMap(
        Channel.toPullScoped(stream.channel, scope),
        (opened) => {
          pull = opened
          return opened
        }
      )
      const rows = Effect.suspend(() => pull).pipe(
        Effect.map((values): ReadonlyArray<Row> | undefined => values.map(toRow)),
        Pull.catchDone(() => Effect.succeed(undefined))
      )
      return withLimits(operation, options, rows)
    }
    const iterate = () => {
      const scope = Scope.makeUnsafe()
      const rows = open(scope)
      return new RunningWalk({
        scope,
        pull: () => this.#services.runFork(rows),
        onCancel: (cancel) => this.#onCancel(options.signal, cancel),
        closeOnCancel: () => this.#closeOnCancel(options.signal, scope),
        cancelled: () => this.#cancelled(options.signal),
        thrownFor
      })
    }
    const toArray = async () => {
      const rows: Array<Row> = []
      for await (const row of iterate()) rows.push(row)
      return rows
    }
    return { [Symbol.asyncIterator]: iterate, toArray }
  }

  /** Cancels everything that is in flight, and closes what the client has open. Later calls are refused. */
  close(): Promise<void> {
    this.#isClosed = true
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await Promise.all([...this.#cancels].map((cancel) => cancel(new ClientClosed())))
    await this.#services.close()
  }

  #exitOf<A, E>(effect: Effect.Effect<A, E, RoomServices>, signal: AbortSignal | undefined) {
    return new Promise<Exit.Exit<A, E | Effects.InvalidConfiguration>>((resolve, reject) => {
      // Before the fork: an effect runs up to its first wait as soon as it is forked.
      if (this.#isClosed) throw new ClientClosed()
      signal?.throwIfAborted()
      const fiber = this.#services.runFork(effect)
      const release = this.#onCancel(signal, (reason) => {
        reject(reason)
        fiber.interruptUnsafe()
      })
      fiber.addObserver((exit) => {
        release()
        resolve(exit)
      })
    })
  }

  /** Why nothing more may happen for the caller of a signal, once that is so. */
  #cancelled(signal: AbortSignal | undefined): (() => unknown) | undefined {
    if (this.#isClosed) return () => new ClientClosed()
    return signal?.aborted === true ? () => signal.reason : undefined
  }

  /** Registers what cancels something in flight, and returns what unregisters it. Cancels immediately if it is too late. */
  #onCancel(signal: AbortSignal | undefined, cancel: Cancel): () => void {
    const cancelled = this.#cancelled(signal)
    if (cancelled !== undefined) void cancel(cancelled())
    const abort = () => void cancel(signal?.reason)
    this.#cancels.add(cancel)
    signal?.addEventListener("abort", abort, { once: true })
    return () => {
      this.#cancels.delete(cancel)
      signal?.removeEventListener("abort", abort)
    }
  }

  /**
   * Has a scope closed when the client or the caller cancels, without keeping it: a program may drop an iterator and never
   * return from it. What is still in flight in the scope keeps it.
   */
  #closeOnCancel(signal: AbortSignal | undefined, scope: Scope.Closeable): () => void {
    // No closure in here may use the scope: it would keep it, and so would all the others.
    const kept = toWeakRef(scope)
    const forget = this.#onCancel(signal, () => close(kept.deref()))
    this.#dropped?.register(scope, forget, kept)
    return () => {
      this.#dropped?.unregister(kept)
      forget()
    }
  }
}

const toWeakRef = (scope: Scope.Closeable): { readonly deref: () => Scope.Closeable | undefined } =>
  typeof WeakRef === "undefined" ? { deref: () => scope } : new WeakRef(scope)

const close = async (scope: Scope.Closeable | undefined): Promise<void> => {
  if (scope !== undefined) await Effect.runPromise(Scope.close(scope, Exit.void))
}
