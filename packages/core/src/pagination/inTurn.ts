/**
 * The streams that a stream gives: one after the other, with what they begin with made ahead, or several at a time.
 *
 * Effect's `flatMap` and `mapEffect` do the same. But whatever they are used for, they bring all that they need to do several
 * things at a time, queues and loggers among it: a twelfth of a program that lists the rooms, where it is bundled.
 */
import type * as Array from "effect/Array"
import type * as Cause from "effect/Cause"
import * as Channel from "effect/Channel"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Pull from "effect/Pull"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as Stream from "effect/Stream"

type Values<A> = Array.NonEmptyReadonlyArray<A>

/** The streams, one after the other. */
export const inTurn = <A, E, E2>(streams: Stream.Stream<Stream.Stream<A, E>, E2>): Stream.Stream<A, E | E2> =>
  Stream.transformPull(streams, (pullStreams, scope) =>
    Effect.sync(() => {
      let waiting: Iterator<Stream.Stream<A, E>> | undefined
      let current: Pull.Pull<Values<A>, E | E2> | undefined
      const pull: Pull.Pull<Values<A>, E | E2> = Effect.suspend(() => {
        if (current !== undefined) return current
        const following = waiting?.next()
        if (following === undefined || following.done === true) {
          return Effect.flatMap(pullStreams, (more) => {
            waiting = more.values()
            return pull
          })
        }
        const own = Scope.forkUnsafe(scope)
        return Effect.flatMap(Channel.toPullScoped(following.value.channel, own), (pullValues) => {
          current = Pull.catchDone(pullValues, () => {
            current = undefined
            return Effect.andThen(Scope.close(own, Exit.void), pull)
          })
          return current
        })
      })
      return pull
    })
  )

/** What is put into a line is taken from it in the same order, then its end, again and again. */
class Line<A, E> {
  readonly #waiting: Array<Effect.Effect<A, E>> = []
  #end: Effect.Effect<never, E> | undefined
  #taker: Deferred.Deferred<void> | undefined

  put(item: Effect.Effect<A, E>): void {
    if (this.#end !== undefined) return
    this.#waiting.push(item)
    this.#wake()
  }

  end(cause: Cause.Cause<E>): void {
    this.#end ??= Effect.failCause(cause)
    this.#wake()
  }

  #wake(): void {
    if (this.#taker !== undefined) Deferred.doneUnsafe(this.#taker, Effect.void)
  }

  readonly take: Effect.Effect<A, E> = Effect.suspend(() => {
    const item = this.#waiting.shift() ?? this.#end
    if (item !== undefined) return item
    const taker = Deferred.makeUnsafe<void>()
    this.#taker = taker
    return Effect.andThen(Deferred.await(taker), this.take)
  })
}

/** What the work on the values of a stream puts into a line. No more than `concurrency` values are at work. */
const worked = <A, B, E, E2>(
  values: Stream.Stream<A, E2>,
  concurrency: number,
  begin: (
    value: A,
    line: Line<Values<B>, E | E2 | Cause.Done>,
    done: Effect.Effect<unknown>
  ) => Effect.Effect<void, never, Scope.Scope>,
  whenAllBegan: (permits: Semaphore.Semaphore, cause: Cause.Cause<E2 | Cause.Done>) => Effect.Effect<unknown>
): Stream.Stream<B, E | E2> =>
  Stream.transformPullBracket(values, (pullValues, _, scope) => {
    const line = new Line<Values<B>, E | E2 | Cause.Done>()
    const permits = Semaphore.makeUnsafe(concurrency)
    const done = permits.release(1)
    const work = pullValues.pipe(
      Effect.flatMap((values) =>
        Effect.forEach(values, (value) => Effect.andThen(permits.take(1), begin(value, line, done)), { discard: true })
      ),
      Effect.forever({ disableYield: true }),
      Effect.catchCause((cause) => Effect.map(whenAllBegan(permits, cause), () => line.end(cause))),
      Scope.provide(scope)
    )
    return Effect.as(Effect.forkIn(work, scope), line.take)
  })

const atOnce = { startImmediately: true } as const

/** What `run` gives for each value, in the order of the values. It runs ahead of whoever takes it. */
export const ahead = <A, B, E>(
  values: Stream.Stream<A, E>,
  concurrency: number,
  run: (value: A) => Effect.Effect<B>
): Stream.Stream<B, E> =>
  worked<A, B, never, E>(
    values,
    concurrency,
    (value, line, done) =>
      Effect.map(Effect.forkScoped(run(value), atOnce), (fiber) =>
        // Not done before: what begins next would take the place of what this one still needs.
        line.put(Effect.flatMap(Fiber.join(fiber), (made) => Effect.as(done, [made])))
      ),
    () => Effect.void
  )

/** So many arrays of values wait at most for whoever takes them. */
const waitingAtMost = 16

/** The values of the streams of all values as they come. */
export const mixed = <A, B, E, E2>(
  values: Stream.Stream<A, E2>,
  concurrency: number,
  toStream: (value: A) => Stream.Stream<B, E>
): Stream.Stream<B, E | E2> =>
  Stream.suspend(() => {
    const places = Semaphore.makeUnsafe(waitingAtMost)
    return worked<A, B, E, E2>(
      values,
      concurrency,
      (value, line, done) =>
        Stream.runForEachArray(toStream(value), (some) =>
          Effect.map(places.take(1), () => line.put(Effect.as(places.release(1), some)))
        ).pipe(
          Effect.catchCause((cause) => Effect.sync(() => line.end(cause))),
          Effect.andThen(done),
          Effect.forkScoped(atOnce),
          Effect.asVoid
        ),
      (permits, cause) => (Pull.isDoneCause(cause) ? permits.take(concurrency) : Effect.void)
    )
  })
