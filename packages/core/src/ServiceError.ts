/**
 * Failures of the network or the service, and responses that break the contract. They are one error with a tagged reason, so
 * you can handle all of them alike, or pick one with `Effect.catchReason`.
 *
 * @module
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Evidence } from "./Evidence.ts"

/** No response arrived: the name didn't resolve, there was no connection, or it broke. */
export class Transport extends Schema.TaggedError<Transport>()("Transport", {
  description: Schema.String,
  /** `false` only if the service certainly never saw the request. */
  requestSent: Schema.Boolean,
  /** `false` if the same request can't succeed later, for example if a recording has no response for it. Otherwise absent. */
  isRetryable: Schema.optionalKey(Schema.Boolean)
}) {
  override get message(): string {
    return `the service could not be reached: ${this.description}`
  }
}

/** The response didn't arrive completely within the limit. That includes a body that stalls. */
export class Timeout extends Schema.TaggedError<Timeout>()("Timeout", {
  /** The limit that was exceeded: that of one attempt, or of the whole operation. */
  limit: Schema.Literals(["attempt", "operation"]),
  limitMillis: Schema.Finite
}) {
  override get message(): string {
    return `no complete response within ${Duration.format(Duration.millis(this.limitMillis))} (the limit of one ${this.limit})`
  }
}

/** The service limits the rate of requests (429). */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  /** How long the service asks to wait, if it says so. */
  retryAfter: Schema.Option(Schema.Duration)
}) {
  override get message(): string {
    return Option.match(this.retryAfter, {
      onNone: () => "the service limits the rate of requests; try again later",
      onSome: (wait) => `the service limits the rate of requests; try again in ${Duration.format(wait)}`
    })
  }
}

/** A status that the contract doesn't define for this operation. */
export class UnexpectedStatus extends Schema.TaggedError<UnexpectedStatus>()("UnexpectedStatus", {
  status: Schema.Int,
  serverMessage: Schema.optionalKey(Schema.String),
  /** The beginning of the body, at most 512 characters. */
  excerpt: Schema.String,
  /** The target of a redirect. Redirects aren't followed, because the API key would be sent along. */
  location: Schema.optionalKey(Schema.String),
  /** How long the service asks to wait, if it says so. */
  retryAfter: Schema.Option(Schema.Duration).pipe(Schema.withConstructorDefault(Effect.succeed(Option.none())))
}) {
  override get message(): string {
    if (this.location !== undefined) {
      return `the service answered ${this.status}, a redirect to ${this.location}, which is not followed; check the base URL`
    }
    return `the service answered ${this.status}${this.serverMessage === undefined ? "" : `: ${this.serverMessage}`}`
  }
}

/** A response that breaks the contract. */
export class InvalidResponse extends Schema.TaggedError<InvalidResponse>()("InvalidResponse", {
  /** The place in the response, such as `rooms[3].createdAt`; empty for the response as a whole. */
  path: Schema.String,
  problem: Schema.String,
  /** The beginning of the body, at most 512 characters. */
  excerpt: Schema.String
}) {
  override get message(): string {
    return `the response breaks the contract${this.path === "" ? "" : ` at ${this.path}`}: ${this.problem}`
  }
}

/** Nothing was sent, because the requests before this one failed too often. */
export class CircuitOpen extends Schema.TaggedError<CircuitOpen>()("CircuitOpen", {
  retryAfter: Schema.Option(Schema.Duration)
}) {
  override get message(): string {
    return "nothing was sent: the requests before this one failed too often"
  }
}

/** The reasons of a `ServiceError`. */
export const ServiceErrorReason = Schema.Union([
  Transport,
  Timeout,
  RateLimited,
  UnexpectedStatus,
  InvalidResponse,
  CircuitOpen
])
export type ServiceErrorReason = typeof ServiceErrorReason.Type

// The statuses after which the same request may succeed.
const isRetryableStatus = (status: number) =>
  status === 408 || status === 425 || status === 429 || status === 500 || (status >= 502 && status <= 504)

/** Returns whether the same request may succeed later. */
export const isRetryable = (reason: ServiceErrorReason): boolean => {
  switch (reason._tag) {
    case "Transport":
      return reason.isRetryable ?? true
    case "Timeout":
    case "RateLimited":
    case "CircuitOpen":
      return true
    case "UnexpectedStatus":
      return isRetryableStatus(reason.status)
    case "InvalidResponse":
      return false
  }
}

/** A failure of the network or the service, or a response that breaks the contract. */
export class ServiceError extends Schema.TaggedError<ServiceError>()("ServiceError", {
  reason: ServiceErrorReason,
  evidence: Evidence
}) {
  override get message(): string {
    return `${this.evidence.operation}: ${this.reason.message}`
  }

  /** Whether the same request may succeed later. */
  get isRetryable(): boolean {
    return isRetryable(this.reason)
  }

  /** How long the service asks to wait before the next request, if it says so. */
  get retryAfter(): Option.Option<Duration.Duration> {
    return "retryAfter" in this.reason ? this.reason.retryAfter : Option.none()
  }

  /** The same in milliseconds, for programs without Effect. */
  get retryAfterMillis(): number | undefined {
    return Option.getOrUndefined(Option.map(this.retryAfter, Duration.toMillis))
  }

  /** Returns the fields and the message, for a log. */
  override toJSON(): object {
    return { ...this, message: this.message }
  }
}
