/**
 * A connection that could not be made. It looks like Node's own errors of that kind, whatever the reason is.
 */

import { describeTransportCause } from "@effect-rooms/core/unstable"
import * as Data from "effect/Data"
import * as Predicate from "effect/Predicate"

/** Nothing of a request was sent: that is what `syscall` says to everything that reads the errors of sockets. */
export class ConnectionFailed extends Data.Error<{
  readonly message: string
  readonly syscall: "connect"
  readonly code?: string
  readonly cause?: unknown
}> {}

const codeOf = (cause: unknown) =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? { code: cause.code } : {}

/** An error that was met before a connection was ready, as one that says so. */
export const connectionFailed = (cause: Error, through?: string): Error => {
  const { description, requestSent } = describeTransportCause(cause)
  if (through === undefined && !requestSent) return cause
  const message = through === undefined ? description : `no connection through the proxy ${through}: ${description}`
  return new ConnectionFailed({ message, syscall: "connect", ...codeOf(cause), cause })
}
