import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClientError from "effect/http/HttpClientError"
import * as Stream from "effect/Stream"
import { failureInTime, reasonOf } from "../fixtures/failure.ts"
import { createRoom } from "../fixtures/operations.ts"
import { type Answer, answering, json, stream, text, transportError } from "../fixtures/recordingClient.ts"

/** How a create fails, and how often it was sent. */
const failedCreate = Effect.fnUntraced(function* (answer: Answer) {
  const { backend, sent } = yield* answering(answer)
  const error = yield* failureInTime(createRoom.run(backend))
  return { error, sent: sent.length }
})

const encoder = new TextEncoder()
const cutOff = Stream.concat(Stream.make(encoder.encode('{"message":')), Stream.fail(new Error("socket hang up")))

describe("a create that was certainly refused", () => {
  for (const [status, tag] of [
    [400, "InvalidRequest"],
    [401, "Unauthorized"],
    [403, "Unauthorized"],
    [404, "ServiceError"],
    [405, "ServiceError"],
    [409, "ServiceError"],
    [413, "InvalidRequest"],
    [422, "InvalidRequest"],
    [431, "ServiceError"],
    [307, "ServiceError"],
    [308, "ServiceError"]
  ] as const) {
    for (const [name, answer] of [
      ["a message", json({ message: "no" }, { status })],
      ["HTML", text("<html></html>", { status })],
      ["no body", text("", { status })],
      ["a body that breaks off", stream(cutOff, { status })]
    ] as const) {
      it.effect(`${status} with ${name} is ${tag}, and it was sent once`, () =>
        Effect.gen(function* () {
          const { error, sent } = yield* failedCreate(answer)
          assert.strictEqual(error._tag, tag)
          assert.strictEqual(error.evidence.status, status)
          assert.strictEqual(sent, 1)
        })
      )
    }
  }

  it.effect("429 is RateLimited", () =>
    Effect.gen(function* () {
      const { error } = yield* failedCreate(json({ message: "slow down" }, { status: 429 }))
      assert.strictEqual(error._tag, "ServiceError")
      reasonOf(error, "RateLimited")
    })
  )

  for (const [syscall, code] of [
    ["connect", "ECONNREFUSED"],
    ["connect", "ETIMEDOUT"],
    ["connect", "EHOSTUNREACH"],
    ["connect", "ENETUNREACH"],
    ["connect", "EADDRNOTAVAIL"],
    ["getaddrinfo", "ENOTFOUND"],
    ["getaddrinfo", "EAI_AGAIN"],
    [undefined, "UND_ERR_CONNECT_TIMEOUT"],
    [undefined, "ConnectionRefused"],
    [undefined, "FailedToOpenSocket"]
  ] as const) {
    it.effect(`no connection was made: ${code}`, () =>
      Effect.gen(function* () {
        const failed = Object.assign(new Error("it failed"), { code }, syscall === undefined ? {} : { syscall })
        const { error } = yield* failedCreate(transportError(new TypeError("fetch failed", { cause: failed })))
        assert.strictEqual(error._tag, "ServiceError")
        const reason = reasonOf(error, "Transport")
        assert.isFalse(reason.requestSent)
        assert.strictEqual(reason.description, `it failed (${code})`)
      })
    )
  }

  for (const code of [undefined, "ECONNREFUSED"]) {
    it.effect(`no connection was made, to any address of the host: the code of the whole is ${code}`, () =>
      Effect.gen(function* () {
        const attempts = ["::1", "127.0.0.1"].map((address) =>
          Object.assign(new Error(`connect ECONNREFUSED ${address}:9`), { code: "ECONNREFUSED", syscall: "connect" })
        )
        const cause = new TypeError("fetch failed", { cause: Object.assign(new AggregateError(attempts), { code }) })
        const { error } = yield* failedCreate(transportError(cause))
        const reason = reasonOf(error, "Transport")
        assert.isFalse(reason.requestSent)
        assert.strictEqual(reason.description, "connect ECONNREFUSED ::1:9")
      })
    )
  }
})

describe("a create that could not be sent", () => {
  for (const Reason of [HttpClientError.EncodeError, HttpClientError.InvalidUrlError]) {
    it.effect(`is not an unknown outcome: ${Reason.name}`, () =>
      Effect.gen(function* () {
        const { error } = yield* failedCreate((request) =>
          Effect.fail(new HttpClientError.HttpClientError({ reason: new Reason({ request }) }))
        )
        assert.strictEqual(error._tag, "ServiceError")
        assert.isFalse(reasonOf(error, "Transport").requestSent)
      })
    )
  }
})

describe("a create whose outcome is unknown is sent once", () => {
  const codeless = new TypeError("fetch failed")
  const circular = new Error("circular")
  circular.cause = circular

  const unknown: ReadonlyArray<readonly [string, Answer, Parameters<typeof reasonOf>[1]]> = [
    ...[408, 500, 501, 502, 503, 504, 520, 599, 300, 301, 302, 303, 304].map(
      (status) => [`${status}`, json({ message: "oh no" }, { status }), "UnexpectedStatus"] as const
    ),
    ...[
      "ECONNRESET",
      "EPIPE",
      "ETIMEDOUT",
      "UND_ERR_SOCKET",
      "UND_ERR_HEADERS_TIMEOUT",
      "ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC",
      // A record in plaintext, on a connection on which the request was sent.
      "ERR_SSL_WRONG_VERSION_NUMBER",
      "ERR_SSL_UNSUPPORTED_PROTOCOL",
      // Alerts: anybody on the way can write them, and TLS 1.3 brings some after the request was sent.
      "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
      "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
      "ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN",
      "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED",
      // Node looks at the certificate again when the server renegotiates.
      "CERT_HAS_EXPIRED",
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "SELF_SIGNED_CERT_IN_CHAIN",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "ERR_TLS_CERT_ALTNAME_INVALID",
      // Without the system call that failed, a code of a socket may be that of a read.
      "ECONNREFUSED",
      "EHOSTUNREACH",
      "E_NOT_KNOWN_YET"
    ].map(
      (code) =>
        [
          `the connection broke: ${code}`,
          transportError(new TypeError("fetch failed", { cause: Object.assign(new Error("it broke"), { code }) })),
          "Transport"
        ] as const
    ),
    ...["read", "write"].flatMap((syscall) =>
      ["EHOSTUNREACH", "ENETUNREACH", "ECONNREFUSED", "ETIMEDOUT"].map(
        (code) =>
          [
            `a connection that was made broke: ${syscall} ${code}`,
            transportError(Object.assign(new Error(`${syscall} ${code}`), { code, syscall })),
            "Transport"
          ] as const
      )
    ),
    [
      "only one of several causes is that no connection was made",
      transportError(
        new AggregateError([
          Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" }),
          Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" })
        ])
      ),
      "Transport"
    ],
    ["the connection broke, nobody says why", transportError(codeless), "Transport"],
    ["the connection broke, with a cause that is its own cause", transportError(circular), "Transport"],
    ["the connection broke, and the cause is not an error", transportError(undefined), "Transport"],
    ["200 with a body that breaks off", stream(cutOff), "Transport"],
    ["201 with an empty body", text("", { status: 201 }), "InvalidResponse"],
    ["201 with HTML", text("<html></html>", { status: 201 }), "InvalidResponse"],
    ["201 without a roomId", json({ message: "created", data: {} }, { status: 201 }), "InvalidResponse"],
    ["no answer within the deadline", () => Effect.never, "Timeout"],
    ["201 with a body that stalls", stream(Stream.never, { status: 201 }), "Timeout"]
  ]

  for (const [name, answer, reason] of unknown) {
    it.effect(name, () =>
      Effect.gen(function* () {
        const { error, sent } = yield* failedCreate(answer)
        assert(error._tag === "CreateOutcomeUnknown", `${error._tag}: ${error.message}`)
        const met = reasonOf(error, reason)
        if (met._tag === "Transport") assert.isTrue(met.requestSent)
        assert.isFalse(error.isRetryable)
        assert.isFalse("idempotencyKey" in error)
        assert.strictEqual(error.evidence.operation, "createRoom")
        assert.strictEqual(error.evidence.attempts.length, 1)
        assert.strictEqual(sent, 1)
      })
    )
  }

  it.effect("the error has the status, the request id and what the service says", () =>
    Effect.gen(function* () {
      const headers = { "cf-ray": "ray-1" }
      const { error } = yield* failedCreate(json({ message: "bad gateway" }, { status: 502, headers }))
      assert.strictEqual(error.evidence.status, 502)
      assert.strictEqual(error.evidence.requestId, "ray-1")
      assert.strictEqual(reasonOf(error, "UnexpectedStatus").serverMessage, "bad gateway")
    })
  )
})
