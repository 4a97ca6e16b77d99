import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { makeEvidence } from "../src/operations/evidence.ts"
import {
  CircuitOpen,
  InvalidResponse,
  RateLimited,
  ServiceError,
  type ServiceErrorReason,
  Timeout,
  Transport,
  UnexpectedStatus
} from "../src/ServiceError.ts"
import { plain } from "./fixtures/errors.ts"

const evidence = makeEvidence("listRooms")

const because = (reason: ServiceErrorReason) => new ServiceError({ reason, evidence })

const status = (status: number) => new UnexpectedStatus({ status, excerpt: "" })

const wait = Option.some(Duration.seconds(90))

const samples: ReadonlyArray<{
  readonly reason: ServiceErrorReason
  readonly message: string
  readonly retryable: boolean
  readonly retryAfter?: Option.Option<Duration.Duration>
}> = [
  {
    reason: new Transport({ description: "connection refused", requestSent: false }),
    message: "listRooms: the service could not be reached: connection refused",
    retryable: true
  },
  {
    reason: new Transport({ description: "nothing was recorded", requestSent: false, isRetryable: false }),
    message: "listRooms: the service could not be reached: nothing was recorded",
    retryable: false
  },
  {
    reason: new Timeout({ limit: "attempt", limitMillis: 15_000 }),
    message: "listRooms: no complete response within 15s (the limit of one attempt)",
    retryable: true
  },
  {
    reason: new Timeout({ limit: "operation", limitMillis: 60_000 }),
    message: "listRooms: no complete response within 1m (the limit of one operation)",
    retryable: true
  },
  {
    reason: new RateLimited({ retryAfter: wait }),
    message: "listRooms: the service limits the rate of requests; try again in 1m 30s",
    retryable: true,
    retryAfter: wait
  },
  {
    reason: new RateLimited({ retryAfter: Option.none() }),
    message: "listRooms: the service limits the rate of requests; try again later",
    retryable: true
  },
  {
    reason: status(503),
    message: "listRooms: the service answered 503",
    retryable: true
  },
  {
    reason: new UnexpectedStatus({ status: 503, excerpt: "", retryAfter: wait }),
    message: "listRooms: the service answered 503",
    retryable: true,
    retryAfter: wait
  },
  {
    reason: new UnexpectedStatus({ status: 402, serverMessage: "Pay first", excerpt: "{" }),
    message: "listRooms: the service answered 402: Pay first",
    retryable: false
  },
  {
    reason: new UnexpectedStatus({ status: 302, serverMessage: "Found", excerpt: "", location: "https://b.example/" }),
    message:
      "listRooms: the service answered 302, a redirect to https://b.example/, which is not followed; check the base URL",
    retryable: false
  },
  {
    reason: new InvalidResponse({ path: "rooms[3].createdAt", problem: "is missing", excerpt: "{" }),
    message: "listRooms: the response breaks the contract at rooms[3].createdAt: is missing",
    retryable: false
  },
  {
    reason: new InvalidResponse({ path: "", problem: "is not JSON", excerpt: "<html>" }),
    message: "listRooms: the response breaks the contract: is not JSON",
    retryable: false
  },
  {
    reason: new CircuitOpen({ retryAfter: wait }),
    message: "listRooms: nothing was sent: the requests before this one failed too often",
    retryable: true,
    retryAfter: wait
  }
]

describe("ServiceError", () => {
  it.each(samples)("says: $message", ({ message, reason }) => {
    const error = because(reason)
    assert.strictEqual(error._tag, "ServiceError")
    assert.strictEqual(error.message, message)
    assert.strictEqual(`listRooms: ${reason.message}`, message)
    assert.instanceOf(error, Error)
  })

  it.each(samples)("is retryable ($retryable): $message", ({ reason, retryable }) => {
    assert.strictEqual(because(reason).isRetryable, retryable)
  })

  it.each(samples)("gives the wait that the service asked for, if it did: $message", ({ reason, retryAfter }) => {
    assert.deepStrictEqual(because(reason).retryAfter, retryAfter ?? Option.none())
  })

  it.each([408, 425, 429, 500, 502, 503, 504])("may succeed later after %d", (code) => {
    assert.isTrue(because(status(code)).isRetryable)
  })

  it.each([301, 400, 402, 404, 405, 409, 410, 418, 424, 426, 431, 451, 501, 505, 511])(
    "does not succeed later after %d",
    (code) => {
      assert.isFalse(because(status(code)).isRetryable)
    }
  )

  it.each(samples)("comes back from JSON as itself: $message", ({ message, reason }) => {
    const codec = Schema.fromJsonString(Schema.toCodecJson(ServiceError))
    const back = Schema.decodeSync(codec)(Schema.encodeSync(codec)(because(reason)))
    assert.instanceOf(back, ServiceError)
    assert.deepStrictEqual(plain(back), plain(because(reason)))
    assert.strictEqual(back.message, message)
    assert.deepStrictEqual(back.retryAfter, because(reason).retryAfter)
  })

  it.effect("lets a program handle one reason", () =>
    Effect.gen(function* () {
      const limited: Effect.Effect<string, ServiceError> = because(new RateLimited({ retryAfter: wait }))
      const waited = yield* limited.pipe(
        Effect.catchReason("ServiceError", "RateLimited", ({ retryAfter }) =>
          Effect.succeed(Option.match(retryAfter, { onNone: () => "", onSome: Duration.format }))
        )
      )
      assert.strictEqual(waited, "1m 30s")
    })
  )
})
