/**
 * An exchange on a transport that calls back: as an effect, with its limits of time.
 */
import type { Answer } from "@effect-rooms/core/Answer"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import { type Exchange, type ExchangeFailure, errorBodyPatience, type Outgoing } from "./exchange.ts"
import type { Gathering, Listener } from "./Gathering.ts"

/** A request that was begun. */
export interface UnderWay {
  readonly gathering: Gathering
  /** Whether anything of it may have left. */
  readonly isStarted: boolean
}

/** Begins a request that may take a body of so many bytes. */
export type Begin = (
  request: Outgoing,
  bodyBytes: number,
  listener: Listener,
  fiber: Fiber.Fiber<unknown, unknown>
) => UnderWay

export const exchangeFrom =
  (begin: Begin): Exchange =>
  (request, { bodyBytes, time }) =>
    Effect.withFiber((fiber) =>
      Effect.callback((resume) => {
        const run = Effect.runForkWith(fiber.context)
        const watches: Array<Fiber.Fiber<void>> = []
        let underWay: UnderWay | undefined
        let isOver = false

        // Half of what `Effect.timeout` costs, which runs both what it limits and the limit as fibers.
        const watch = (duration: Duration.Input, onEnd: () => void) => {
          const sleeping = run(Effect.sleep(duration))
          watches.push(sleeping)
          sleeping.addObserver(({ _tag }) => {
            if (_tag === "Success" && !isOver) onEnd()
          })
        }
        const leave = () => {
          isOver = true
          for (const sleeping of watches) sleeping.interruptUnsafe()
        }
        // The transport calls from within its parser, which is no place for what follows, such as the end of the transport.
        const end = (effect: Effect.Effect<Answer, ExchangeFailure>) => {
          leave()
          queueMicrotask(() => resume(effect))
        }

        if (Duration.isFinite(time)) {
          watch(time, () => {
            underWay?.gathering.giveUp()
            end(Effect.fail({ _tag: "OutOfTime", neverSent: underWay?.isStarted !== true }))
          })
        }
        if (isOver) return
        underWay = begin(
          request,
          bodyBytes,
          {
            onAnswer: (answer) => end(Effect.succeed(answer)),
            onFailure: (failure) => end(Effect.fail(failure)),
            onErrorBody: () => watch(errorBodyPatience, () => underWay?.gathering.stopReading())
          },
          fiber
        )
        return Effect.sync(() => {
          leave()
          underWay?.gathering.giveUp()
        })
      })
    )
