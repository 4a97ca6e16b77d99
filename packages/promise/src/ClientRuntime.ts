/**
 * Runs the calls and walks of a client. The first of them builds its services.
 */
import { Backend } from "@effect-rooms/core/Backend"
import { InvalidRequest } from "@effect-rooms/core/DomainError"
import * as RoomServices from "@effect-rooms/core/RoomServices"
import { makeEvidence, type OperationName, withCallerStack } from "@effect-rooms/core/unstable"
import type { InvalidConfiguration } from "@effect-rooms/http-client/InvalidConfiguration"
import { CurrentOverrides, type Overrides } from "@effect-rooms/http-client/unstable"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { Cancellation, CurrentSignal } from "./Cancellation.ts"
import type { RequestOptions } from "./options.ts"
import type { PlainOptions } from "./Plain.ts"
import { toLimits, toOptions } from "./toOptions.ts"
import { makeWalk, type Walk } from "./Walk.ts"

/** Options of one call: those of its operation, and those of every request. */
type CallOptions<Options> = PlainOptions<Options> & RequestOptions

/** Converts the options of a call, and separates the limits of its requests. */
const converted = <Options>(
  operation: OperationName,
  { attemptTimeoutMillis, retry, signal: _, timeoutMillis, ...own }: RequestOptions
): Effect.Effect<{ readonly own: Options; readonly limits: Overrides }, InvalidRequest> =>
  Result.all({
    // The rest of `CallOptions` are the options of the operation.
    own: toOptions<Options>(own as PlainOptions<Options>),
    limits: toLimits({ attemptTimeoutMillis, retry, timeoutMillis })
  }).pipe(
    Effect.fromResult,
    Effect.mapError(({ field, problem }) => new InvalidRequest({ field, problem, evidence: makeEvidence(operation) }))
  )

export class ClientRuntime {
  readonly #runtime: ManagedRuntime.ManagedRuntime<Backend | RoomServices.RoomServices, InvalidConfiguration>
  readonly #cancellation = new Cancellation()
  #closing: Promise<void> | undefined

  constructor(backend: Layer.Layer<Backend, InvalidConfiguration>) {
    const tracked = Layer.effect(
      Backend,
      Effect.map(Backend, (operations) => this.#cancellation.track(operations))
    )
    this.#runtime = ManagedRuntime.make(RoomServices.layer.pipe(Layer.provide(tracked), Layer.provideMerge(backend)))
  }

  /** Runs one call of a service, and converts its result. */
  async call<Id extends RoomServices.RoomServices, Shape, A, B, E, Options = object>(
    operation: OperationName,
    service: Context.Key<Id, Shape>,
    convert: (value: A) => B,
    options: CallOptions<NoInfer<Options>> | undefined,
    use: (service: Shape, options: Options) => Effect.Effect<A, E>
  ): Promise<B> {
    const signal = options?.signal
    const refusal = this.#cancellation.reason(signal)
    if (refusal !== undefined) throw refusal()
    const effect = Effect.gen({ self: this }, function* () {
      const { limits, own } = yield* converted<Options>(operation, options ?? {})
      const context = yield* this.#runtime.contextEffect
      return yield* Effect.provideService(use(Context.getUnsafe(context, service), own), CurrentOverrides, limits)
    })
    const exit = await this.#runtime.runPromiseExit(effect, { signal })
    if (Exit.isSuccess(exit)) return convert(exit.value)
    const reason = Cause.hasInterruptsOnly(exit.cause) ? this.#cancellation.reason(signal) : undefined
    throw reason === undefined ? withCallerStack(Cause.squash(exit.cause)) : reason()
  }

  /** Walks over a stream of a service, and converts its rows. Each iterator runs the stream again. */
  walk<Id extends RoomServices.RoomServices, Shape, A, B, E, Options = object>(
    operation: OperationName,
    service: Context.Key<Id, Shape>,
    convert: (row: A) => B,
    options: CallOptions<NoInfer<Options>> | undefined,
    use: (service: Shape, options: Options) => Stream.Stream<A, E>
  ): Walk<B> {
    const stream = Effect.gen({ self: this }, function* () {
      const { limits, own } = yield* converted<Options>(operation, options ?? {})
      const context = yield* this.#runtime.contextEffect
      return use(Context.getUnsafe(context, service), own).pipe(
        Stream.provideContext(context),
        Stream.provideService(CurrentOverrides, limits),
        Stream.provideService(CurrentSignal, options?.signal)
      )
    })
    const batches = Stream.toAsyncIterable(
      Stream.map(Stream.chunks(Stream.unwrap(stream)), (rows) => rows.map(convert))
    )
    return makeWalk(batches, this.#cancellation, options?.signal)
  }

  /** Cancels everything in flight, and closes the services. */
  close(): Promise<void> {
    this.#closing ??= this.#cancellation.close().then(() => this.#runtime.dispose())
    return this.#closing
  }
}
