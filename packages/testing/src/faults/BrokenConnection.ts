/** Broken connections, with the same wording on every transport. */
import * as Data from "effect/Data"

/** A connection that a fault broke. It looks like an error of Node's sockets, which every transport passes on. */
export class BrokenConnection extends Data.TaggedError("BrokenConnection")<{
  readonly code: "ECONNREFUSED" | "ECONNRESET"
  readonly syscall: "connect" | "read"
  readonly message: string
}> {}

/** No connection was made. */
export const refused = new BrokenConnection({
  code: "ECONNREFUSED",
  syscall: "connect",
  message: "connect ECONNREFUSED"
})

/** The connection broke before the first byte of the response. */
export const reset = new BrokenConnection({ code: "ECONNRESET", syscall: "read", message: "read ECONNRESET" })

/** The connection broke in the middle of a body. */
export const aborted = new BrokenConnection({ code: "ECONNRESET", syscall: "read", message: "aborted (ECONNRESET)" })
