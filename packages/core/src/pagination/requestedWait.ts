import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import { ServiceError } from "../ServiceError.ts"

/** A service that asks to wait longer than this fails the walk instead. */
const longestWait = Duration.seconds(60)

/** Returns how long the service asks to wait if it limits the rate of requests, unless that is too long. */
export const requestedWait = (error: unknown): Option.Option<Duration.Duration> =>
  error instanceof ServiceError && error.reason._tag === "RateLimited"
    ? Option.filter(
        Option.some(Option.getOrElse(error.reason.retryAfter, () => Duration.zero)),
        (wait) => !Duration.isGreaterThan(wait, longestWait)
      )
    : Option.none()
