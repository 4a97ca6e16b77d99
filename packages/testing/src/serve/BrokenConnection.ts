/**
 * What a socket says when it breaks: the same words through every door.
 */
import * as Data from "effect/Data"

/** Looks like the errors of Node's sockets, which every transport passes on. */
export class BrokenConnection extends Data.TaggedError("BrokenConnection")<{
  readonly code: "ECONNREFUSED" | "ECONNRESET"
  readonly syscall: "connect" | "read"
  readonly message: string
}> {}

export const refused = new BrokenConnection({
  code: "ECONNREFUSED",
  syscall: "connect",
  message: "connect ECONNREFUSED"
})

/** Before the first byte of an answer. */
export const reset = new BrokenConnection({ code: "ECONNRESET", syscall: "read", message: "read ECONNRESET" })

/** In the middle of a body. */
export const aborted = new BrokenConnection({ code: "ECONNRESET", syscall: "read", message: "aborted (ECONNRESET)" })
