/**
 * An exchange on a transport that calls back: as an effect, with its limits of time.
 */
import type { RawResponse } from "@effect-rooms/core/unstable"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import { type Exchange, type ExchangeFailure, errorBodyPatience, type Outgoing } from "./exchange.ts"
import type { Gathering, Listener } from "./ResponseCollector.ts"

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

const platformClock = /*#__PURE__*/ Context.get(/*#__PURE__*/ Context.empty(), Clock.Clock)

/** The longest time that a timer of the platform takes, in milliseconds. */
const longestTimer = 2 ** 31 - 1

/** Calls after so long by the clock of a fiber, unless it is cancelled by what this gives. */
const callAfter = (
  fiber: Fiber.Fiber<unknown, unknown>,
  duration: Duration.Duration,
  call: () => void
): (() => void) => {
  const millis = Duration.toMillis(duration)
  if (fiber.getRef(Clock.Clock) === platformClock && millis <= longestTimer) {
    // biome-ignore lint/style/noRestrictedGlobals: a fiber that sleeps costs ten times as much, for every request
    const timer = setTimeout(call, millis)
    return () => clearTimeout(timer)
  }
  const sleeping = Effect.runForkWith(fiber.context)(Effect.sleep(duration))
  sleeping.addObserver(({ _tag }) => {
    if (_tag === "Success") call()
  })
  return () => sleeping.interruptUnsafe()
}

export const exchangeFrom =
  (begin: Begin): Exchange =>
  (request, { bodyBytes, time }) =>
    Effect.withFiber((fiber) =>
      Effect.callback((resume) => {
        let cancelLimit: (() => void) | undefined
        let cancelPatience: (() => void) | undefined
        let underWay: UnderWay | undefined
        let isOver = false

        // `Effect.timeout` would run both what it limits and the limit as fibers.
        const watch = (duration: Duration.Duration, onEnd: () => void) =>
          callAfter(fiber, duration, () => {
            if (!isOver) onEnd()
          })
        const leave = () => {
          isOver = true
          cancelLimit?.()
          cancelPatience?.()
        }
        // The transport calls from within its parser, which is no place for what follows, such as the end of the transport.
        const end = (effect: Effect.Effect<RawResponse, ExchangeFailure>) => {
          leave()
          queueMicrotask(() => resume(effect))
        }

        if (Duration.isFinite(time)) {
          cancelLimit = watch(time, () => {
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
            onErrorBody: () => {
              cancelPatience = watch(errorBodyPatience, () => underWay?.gathering.stopReading())
            }
          },
          fiber
        )
        return Effect.sync(() => {
          leave()
          underWay?.gathering.giveUp()
        })
      })
    )
