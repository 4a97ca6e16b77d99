/**
 * Describes failed connections, from the errors of fetch, undici and node:http alike.
 */
import * as Predicate from "effect/Predicate"

// The system calls that come before a connection. Node names the one that failed, undici and node:http pass it on, and the
// transports of this project name `connect` for anything else that fails before a connection is ready, such as a TLS handshake.
const callsBeforeConnection = new Set(["connect", "getaddrinfo"])

// The same without a system call: undici's connect timeout, and Bun's two names for a connection that was never made.
const codesBeforeConnection = new Set(["UND_ERR_CONNECT_TIMEOUT", "ConnectionRefused", "FailedToOpenSocket"])

// Node's fetch rejects a port on its block list before it does anything, and has no other sign of it.
const blockedPort = "bad port"

const textOf = (value: unknown, key: "code" | "message" | "syscall"): string | undefined => {
  const text = Predicate.hasProperty(value, key) ? value[key] : undefined
  return typeof text === "string" && text !== "" ? text : undefined
}

/**
 * Returns whether an error can only be raised before the first byte of a request was sent. Codes of sockets and of TLS can't
 * tell: a connection that served a request can break with each of them. A record in plaintext is `ERR_SSL_WRONG_VERSION_NUMBER`,
 * a server that renegotiates can show a certificate that isn't trusted, TLS 1.3 rejects a client's certificate only after
 * the client may have sent its request, and `EHOSTUNREACH` or `ECONNREFUSED` can come from a read.
 */
const isBeforeConnection = (value: unknown): boolean => {
  const call = textOf(value, "syscall")
  if (call !== undefined) return callsBeforeConnection.has(call)
  const code = textOf(value, "code")
  return code === undefined ? textOf(value, "message") === blockedPort : codesBeforeConnection.has(code)
}

/** The innermost cause of a failed connection. */
export interface TransportCause {
  readonly message: string
  readonly code: string | undefined
  /** The system call that failed. */
  readonly syscall: string | undefined
  /** `false` only if the service certainly never saw the request. */
  readonly requestSent: boolean
}

/**
 * Returns the innermost cause that has a code or a message: fetch wraps the reason once, and a dual-stack connect once more. Of
 * several causes, one that leaves open whether the request was sent counts.
 */
export const transportCauseOf = (error: unknown): TransportCause => {
  let current = error
  for (let depth = 0; depth < 8; depth++) {
    const several: ReadonlyArray<unknown> =
      Predicate.hasProperty(current, "errors") && Array.isArray(current.errors) ? current.errors : []
    const inner = several.find((cause) => !isBeforeConnection(cause)) ?? several[0]
    // The error of a dual-stack connect has the code of its first cause, and no message.
    if (inner === undefined && textOf(current, "code") !== undefined) break
    const next = inner ?? (Predicate.hasProperty(current, "cause") ? current.cause : undefined)
    if (next === undefined || next === null) break
    current = next
  }
  return {
    message: textOf(current, "message") ?? "the connection failed",
    code: textOf(current, "code"),
    syscall: textOf(current, "syscall"),
    requestSent: !isBeforeConnection(current)
  }
}

/** Returns a sentence about a failed connection, and whether the service may have seen the request. */
export const describeTransportCause = (
  error: unknown
): { readonly description: string; readonly requestSent: boolean } => {
  const { code, message, requestSent } = transportCauseOf(error)
  return {
    description: code === undefined || message.includes(code) ? message : `${message} (${code})`,
    requestSent
  }
}
