/**
 * What a failed connection says about itself, read from the errors of fetch, undici and node:http alike.
 */
import * as Predicate from "effect/Predicate"

// The system calls that come before a connection: Node names the one that failed, undici and node:http pass it on, and the
// transports of this package name `connect` for whatever else fails before a connection is ready, such as a TLS handshake.
const callsBeforeConnection = new Set(["connect", "getaddrinfo"])

// The same without a system call: undici's limit of connecting, and Bun's two names for a connection that was never made.
const codesBeforeConnection = new Set(["UND_ERR_CONNECT_TIMEOUT", "ConnectionRefused", "FailedToOpenSocket"])

// Node's fetch refuses a port of its list before it does anything, and says so in no other way.
const refusedPort = "bad port"

const codeOf = (value: unknown) =>
  Predicate.hasProperty(value, "code") && typeof value.code === "string" ? value.code : undefined

const messageOf = (value: unknown) =>
  Predicate.hasProperty(value, "message") && typeof value.message === "string" && value.message !== ""
    ? value.message
    : undefined

/**
 * Whether an error can only be raised before the first byte of a request was sent. Codes of sockets and of TLS can't tell: a
 * connection on which a request was served may break with each of them. A record in plaintext is `ERR_SSL_WRONG_VERSION_NUMBER`,
 * a server that renegotiates can show a certificate that isn't trusted, TLS 1.3 refuses a client's certificate only after
 * the client may have sent its request, and `EHOSTUNREACH` or `ECONNREFUSED` can come from a read.
 */
const isBeforeConnection = (value: unknown): boolean => {
  if (Predicate.hasProperty(value, "syscall") && typeof value.syscall === "string") {
    return callsBeforeConnection.has(value.syscall)
  }
  const code = codeOf(value)
  return code === undefined ? messageOf(value) === refusedPort : codesBeforeConnection.has(code)
}

/**
 * The innermost cause that says something: fetch wraps the reason once, a dual-stack connect once more. Of several causes,
 * one that leaves it open whether the request was sent counts.
 */
const innermost = (cause: unknown): unknown => {
  let current = cause
  for (let depth = 0; depth < 8; depth++) {
    const several: ReadonlyArray<unknown> =
      Predicate.hasProperty(current, "errors") && Array.isArray(current.errors) ? current.errors : []
    const inner = several.find((error) => !isBeforeConnection(error)) ?? several[0]
    // The error of a dual-stack connect has the code of its first one, and no message.
    if (inner === undefined && codeOf(current) !== undefined) return current
    const next = inner ?? (Predicate.hasProperty(current, "cause") ? current.cause : undefined)
    if (next === undefined || next === null) return current
    current = next
  }
  return current
}

/** One sentence, and whether the service may have seen the request. */
export const describeTransportCause = (cause: unknown): { description: string; requestSent: boolean } => {
  const inner = innermost(cause)
  const code = codeOf(inner)
  const message = messageOf(inner) ?? "the connection failed"
  return {
    description: code === undefined || message.includes(code) ? message : `${message} (${code})`,
    requestSent: !isBeforeConnection(inner)
  }
}
