import { assert, describe, it } from "@effect/vitest"
import { RateLimited, Timeout, Transport, UnexpectedStatus } from "@effect-rooms/core/ServiceError"
import type { RequestFailure } from "@effect-rooms/core/unstable"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { decideRetry, type RetryContext } from "../../src/policy/retry.ts"

const seconds = Duration.seconds

const context: RetryContext = {
  policy: { attempts: 4, baseMillis: 250, maxMillis: 8_000, maxRetryAfter: seconds(60) },
  operation: "metrics",
  attempts: 1,
  remaining: seconds(30),
  jitter: 0.5
}

const status = (status: number, retryAfter?: Duration.Duration): RequestFailure => ({
  reason:
    status === 429
      ? new RateLimited({ retryAfter: Option.fromUndefinedOr(retryAfter) })
      : new UnexpectedStatus({ status, excerpt: "", retryAfter: Option.fromUndefinedOr(retryAfter) }),
  status,
  ...(retryAfter === undefined ? {} : { retryAfter })
})

const broken: RequestFailure = { reason: new Transport({ description: "socket hang up", requestSent: true }) }
const unsent: RequestFailure = { reason: new Transport({ description: "refused", requestSent: false }) }
const timedOut: RequestFailure = { reason: new Timeout({ limit: "attempt", limitMillis: 15_000 }) }
const timedOutUnsent: RequestFailure = { ...timedOut, neverSent: true }

type Row = readonly [name: string, failure: RequestFailure, context: Partial<RetryContext>, expected: number | string]

const create = { operation: "createRoom" } as const

/** The expected delay in milliseconds, or the tag of the reason that the operation fails with. */
const table: ReadonlyArray<Row> = [
  ["waits for half of the base delay", status(503), {}, 125],
  ["doubles the delay with each attempt", status(503), { attempts: 3 }, 500],
  ["limits the delay", status(503), { attempts: 9, policy: { ...context.policy, attempts: 10 } }, 4_000],
  ["may not wait at all", status(503), { jitter: 0 }, 0],
  ["waits at least as long as the service asks", status(503, seconds(3)), {}, 3_000],
  ["waits longer than the service asks if the backoff is longer", status(503, Duration.millis(1)), {}, 125],
  ["fails when the attempts are used up", status(503), { attempts: 4 }, "UnexpectedStatus"],
  [
    "fails if the service asks for too long a wait",
    status(503, seconds(61)),
    { remaining: seconds(90) },
    "RateLimited"
  ],
  ["fails if the service asks to wait past the deadline", status(503, seconds(30)), {}, "RateLimited"],
  [
    "fails if the backoff would end at the deadline",
    status(503),
    { remaining: Duration.millis(125) },
    "UnexpectedStatus"
  ],
  ["retries just before the deadline", status(503), { remaining: Duration.millis(126) }, 125],
  ["doesn't retry a rejected request", status(404), {}, "UnexpectedStatus"],
  ["retries a broken read", broken, {}, 125],
  ["retries a read that timed out", timedOut, {}, 125],
  ["doesn't retry a create that may have been processed", status(503), create, "UnexpectedStatus"],
  ["doesn't retry a create whose connection broke", broken, create, "Transport"],
  ["doesn't retry a create that timed out", timedOut, create, "Timeout"],
  ["retries a create that was never sent", unsent, create, 125],
  ["retries a create that timed out before it was sent", timedOutUnsent, create, 125],
  ["retries a create after a 429", status(429), create, 125],
  ["doesn't retry a create after a 425", status(425), create, "UnexpectedStatus"]
]

describe("decideRetry", () => {
  it.each(table)("%s", (_, failure, overrides, expected) => {
    const decision = Result.match(decideRetry(failure, { ...context, ...overrides }), {
      onFailure: ({ reason }): number | string => reason._tag,
      onSuccess: Duration.toMillis
    })
    assert.strictEqual(decision, expected)
  })
})
