/**
 * What a failed connection says about itself, read from the errors of fetch, undici and node:http alike.
 */
import * as Predicate from "effect/Predicate"

// Codes of failures before the first byte of a request could have been sent: no connection, or no TLS handshake.
// Not every code of OpenSSL is one: a record that arrives damaged breaks a connection on which requests were sent.
const neverSent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_NODATA",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "ERR_SSL_WRONG_VERSION_NUMBER",
  "ERR_SSL_UNSUPPORTED_PROTOCOL",
  "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
  "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
  "ConnectionRefused",
  "FailedToOpenSocket"
])

const isCertificateCode = (code: string) => code.startsWith("CERT_") || code.includes("CERTIFICATE")

// An unreachable host is also met by a connection that was made, as the failure of a read or a write.
const wasConnected = (value: unknown) =>
  Predicate.hasProperty(value, "syscall") && (value.syscall === "read" || value.syscall === "write")

const codeOf = (value: unknown) =>
  Predicate.hasProperty(value, "code") && typeof value.code === "string" ? value.code : undefined

const messageOf = (value: unknown) =>
  Predicate.hasProperty(value, "message") && typeof value.message === "string" && value.message !== ""
    ? value.message
    : undefined

/** The innermost cause that says something: fetch wraps the reason once, a dual-stack connect once more. */
const innermost = (cause: unknown): unknown => {
  let current = cause
  for (let depth = 0; depth < 8; depth++) {
    const inner =
      Predicate.hasProperty(current, "errors") && Array.isArray(current.errors) ? current.errors[0] : undefined
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
    requestSent: code === undefined || wasConnected(inner) || !(neverSent.has(code) || isCertificateCode(code))
  }
}
