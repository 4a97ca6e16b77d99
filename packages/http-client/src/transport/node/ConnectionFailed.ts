/**
 * The error of a connection that was never made, in the shape of Node's own errors of that kind.
 */

import { describeTransportCause } from "@effect-rooms/core/unstable"
import * as Data from "effect/Data"
import * as Predicate from "effect/Predicate"

/** A connection that was never made. `syscall` marks the request as not sent. */
export class ConnectionFailed extends Data.Error<{
  readonly message: string
  readonly syscall: "connect"
  readonly code?: string
  readonly cause?: unknown
}> {}

const codeOf = (cause: unknown) =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? { code: cause.code } : {}

/** Marks an error that occurred before the connection was ready. */
export const connectionFailed = (cause: Error, through?: string): Error => {
  const { description, requestSent } = describeTransportCause(cause)
  if (through === undefined && !requestSent) return cause
  const message = through === undefined ? description : `no connection through the proxy ${through}: ${description}`
  return new ConnectionFailed({ message, syscall: "connect", ...codeOf(cause), cause })
}
