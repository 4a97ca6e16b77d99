/**
 * The limits that every transport applies to one attempt by default, and that a simulated service has to respect too.
 */
import * as Duration from "effect/Duration"

/** The time limit of one attempt: connecting, headers and body. */
export const defaultAttemptTimeout: Duration.Duration = /*#__PURE__*/ Duration.seconds(15)

/** The largest body of a successful response, in bytes: 16 MiB. */
export const defaultMaxBodyBytes = 16 * 1024 * 1024

/** How long a client waits for the body of an error response. */
export const errorBodyTimeout: Duration.Duration = /*#__PURE__*/ Duration.seconds(2)

/** The largest body of an error response, in bytes: 64 KiB. */
export const errorBodyBytes = 64 * 1024
