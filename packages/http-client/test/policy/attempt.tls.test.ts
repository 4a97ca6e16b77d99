import type { RequestListener } from "node:http"
import type { Socket } from "node:net"
import type { SecureVersion, TLSSocket } from "node:tls"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { failureOf, reasonOf } from "../fixtures/failure.ts"
import { createRoom } from "../fixtures/operations.ts"
import { passThrough, serveTls, showStranger, trusted } from "../fixtures/tlsServer.ts"
import { clientOn, transports } from "../fixtures/transports.ts"

// Retries have no delay.
const retry = { baseDelay: 1, maxDelay: 1 } as const

/** A service behind a pass-through that does something to a connection after a create was processed. */
const processing = Effect.fnUntraced(function* (version: SecureVersion, react: (client: Socket) => void) {
  const processed: Array<string> = []
  const answer: RequestListener = (request) => {
    request.resume().on("end", () => {
      processed.push(`${request.method}`)
      for (const client of connections) if (!client.destroyed) react(client)
    })
  }
  const port = yield* serveTls(answer, version)
  const { baseUrl, connections } = yield* passThrough(port)
  yield* trusted
  return { baseUrl, processed }
})

const plaintext = Buffer.from("HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n")

/** Records that are not encrypted, as a middlebox or a dying terminator of TLS writes them. */
const records: ReadonlyArray<readonly [name: string, bytes: Buffer]> = [
  ["an answer in plaintext", plaintext],
  ["a record of another version", Buffer.from([0x17, 0x09, 0x09, 0x00, 0x04, 1, 2, 3, 4])],
  ["an alert: protocol version", Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 2, 70])],
  ["an alert: handshake failure", Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 2, 40])],
  ["an alert: bad certificate", Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 2, 42])],
  ["an alert: certificate required", Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 2, 116])]
]

describe.each(transports)("on $name", (transport) => {
  describe("a create that was processed is sent once, and its outcome is unknown, when the connection ends with", () => {
    for (const version of ["TLSv1.2", "TLSv1.3"] as const) {
      for (const [name, bytes] of records) {
        it.live(`${name} (${version})`, () =>
          Effect.gen(function* () {
            const { baseUrl, processed } = yield* processing(version, (client) => client.end(bytes))
            const error = yield* failureOf(createRoom.run(yield* clientOn(transport, baseUrl, { retry })))
            assert.deepStrictEqual(processed, ["POST"])
            assert.strictEqual(error._tag, "CreateOutcomeUnknown")
            assert.isTrue(reasonOf(error, "Transport").requestSent)
          })
        )
      }
    }

    it.live("another certificate, which the service shows when it renegotiates (TLSv1.2)", () =>
      Effect.gen(function* () {
        const connections: Array<TLSSocket> = []
        const processed: Array<string> = []
        const port = yield* serveTls(
          (request) => {
            request.resume().on("end", () => {
              processed.push(`${request.method}`)
              for (const socket of connections) showStranger(socket)
            })
          },
          "TLSv1.2",
          (socket) => connections.push(socket)
        )
        yield* trusted
        const backend = yield* clientOn(transport, `https://localhost:${port}`, { retry })
        const error = yield* failureOf(createRoom.run(backend))
        assert.deepStrictEqual(processed, ["POST"])
        assert.strictEqual(error._tag, "CreateOutcomeUnknown")
        const { description, requestSent } = reasonOf(error, "Transport")
        assert.isTrue(requestSent)
        assert.include(description, "CERT")
      })
    )
  })

  it.live("a certificate that is not trusted is rejected before anything is sent, as far as the transport knows", () =>
    Effect.gen(function* () {
      const heard: Array<string> = []
      const port = yield* serveTls(
        () => {},
        "TLSv1.3",
        (socket) => socket.on("data", (data) => heard.push(String(data)))
      )
      const backend = yield* clientOn(transport, `https://localhost:${port}`, { retry: { ...retry, attempts: 2 } })
      const error = yield* failureOf(createRoom.run(backend))
      assert.deepStrictEqual(heard, [])
      const isKnown = transport.name !== "fetch"
      const { description, requestSent } = reasonOf(error, "Transport")
      assert.strictEqual(requestSent, !isKnown)
      assert.include(description, "DEPTH_ZERO_SELF_SIGNED_CERT")
      assert.strictEqual(error._tag, isKnown ? "ServiceError" : "CreateOutcomeUnknown")
      assert.strictEqual(error.evidence.attempts.length, isKnown ? 2 : 1)
    })
  )
})
