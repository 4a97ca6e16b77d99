import type { Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import type { ServiceErrorReason } from "@effect-rooms/core/ServiceError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { RoomsHttpOptions } from "../../src/RoomsHttpOptions.ts"
import { failureOf, reasonOf } from "../fixtures/failure.ts"
import { deserted } from "../fixtures/nodeServer.ts"
import { createRoom, metrics } from "../fixtures/operations.ts"
import { clientOn, transports } from "../fixtures/transports.ts"
import { type Behaviour, faultServer, response } from "./fixtures/faultServer.ts"

/** Two attempts, with hardly a wait between them. */
const retry = { attempts: 2, baseDelay: 1, maxDelay: 1 } as const

const answer = (...args: Parameters<typeof response>) => ({
  onRequest: (socket: Socket) => void socket.end(response(...args))
})

const unfinished = (text: string) => ({ onRequest: (socket: Socket) => void socket.write(text) })

const drip = (socket: Socket) => {
  socket.write(response(200, "", { "content-length": 1_000 }))
  const timer = setInterval(() => socket.write(" "), 20)
  socket.once("close", () => clearInterval(timer))
}

const flood = (socket: Socket) => {
  socket.write(response(200, "", { "transfer-encoding": "chunked" }))
  const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`
  const more = () => {
    while (!socket.destroyed && socket.write(chunk)) {}
  }
  socket.on("drain", more)
  more()
}

interface Row extends Behaviour {
  readonly name: string
  readonly tag: ServiceErrorReason["_tag"]
  /** How often a read and a create arrive. */
  readonly reads: number
  readonly creates: number
  /** Whether it is known that a create made no room. */
  readonly createIsKnown?: boolean
  readonly options?: Partial<RoomsHttpOptions>
}

const again = { reads: 2, creates: 1 }
const once = { reads: 1, creates: 1 }
const slow = { attemptTimeout: "400 millis" } as const
const html = { "content-type": "text/html", "content-length": 13 }

const rows: ReadonlyArray<Row> = [
  { name: "503", ...answer(503, "{}"), tag: "UnexpectedStatus", ...again },
  { name: "502 with HTML", ...answer(502, "<html></html>", html), tag: "UnexpectedStatus", ...again },
  { name: "200 with HTML", ...answer(200, "<html></html>", html), tag: "InvalidResponse", ...once },
  { name: "200 and no body", ...answer(200, ""), tag: "InvalidResponse", ...once },
  { name: "429", ...answer(429, "{}"), tag: "RateLimited", reads: 2, creates: 2, createIsKnown: true },
  {
    name: "429 and an hour to wait",
    ...answer(429, "{}", { "content-length": 2, "retry-after": 3600 }),
    tag: "RateLimited",
    ...once,
    createIsKnown: true
  },
  {
    name: "a redirect to itself",
    ...answer(307, "", { "content-length": 0, location: "/" }),
    tag: "UnexpectedStatus",
    ...once,
    createIsKnown: true
  },
  {
    name: "a reset after the request",
    onRequest: (socket) => void socket.resetAndDestroy(),
    tag: "Transport",
    ...again
  },
  {
    name: "the end of the connection after the request",
    onRequest: (socket) => void socket.end(),
    tag: "Transport",
    ...again
  },
  { name: "an answer that is not HTTP", ...unfinished("220 smtp.example.com ESMTP\r\n"), tag: "Transport", ...again },
  {
    name: "headers without end",
    ...unfinished(`HTTP/1.1 200 OK\r\n${`x-bomb: ${"x".repeat(1_000)}\r\n`.repeat(200)}`),
    tag: "Transport",
    ...again
  },
  {
    name: "a body that is cut off",
    ...answer(200, '{"message":', { "content-length": 100 }),
    tag: "Transport",
    ...again
  },
  {
    name: "chunks that are cut off",
    ...answer(200, "4\r\n{\n\n\n\r\n", { "transfer-encoding": "chunked" }),
    tag: "Transport",
    ...again
  },
  {
    name: "a reset in the body",
    onRequest: (socket) => socket.write(response(200, "{", { "content-length": 100 }), () => socket.resetAndDestroy()),
    tag: "Transport",
    ...again
  },
  { name: "silence", onRequest: () => {}, tag: "Timeout", ...again, options: slow },
  {
    name: "a body that stalls after the headers",
    ...unfinished(response(200, "", { "content-length": 100 })),
    tag: "Timeout",
    ...again,
    options: slow
  },
  { name: "a body that drips", onRequest: drip, tag: "Timeout", ...again, options: slow },
  {
    name: "a body without end",
    onRequest: flood,
    tag: "InvalidResponse",
    ...once,
    options: { maxBodyBytes: 1_000_000 }
  }
]

describe.each(transports)("on $name", (transport) => {
  const clientOf = (baseUrl: string, options?: Partial<RoomsHttpOptions>) =>
    clientOn(transport, baseUrl, { retry, ...options })

  for (const { createIsKnown = false, creates, name, options, reads, tag, ...behaviour } of rows) {
    describe(`a request that a raw socket meets with ${name}`, () => {
      it.live(`gets a read ${reads === 1 ? "once" : "twice"}: ${tag}`, () =>
        Effect.gen(function* () {
          const { allClosed, arrived, baseUrl } = yield* faultServer(behaviour)
          const error = yield* failureOf((yield* clientOf(baseUrl, options)).metrics({}))
          assert.strictEqual(error._tag, "ServiceError")
          reasonOf(error, tag)
          assert.strictEqual(arrived.requests, reads)
          assert.strictEqual(error.evidence.attempts.length, reads)
          yield* allClosed
        })
      )

      it.live(
        `gets a create ${creates === 1 ? "once" : "twice"}: ${createIsKnown ? tag : "CreateOutcomeUnknown"}`,
        () =>
          Effect.gen(function* () {
            const { allClosed, arrived, baseUrl } = yield* faultServer(behaviour)
            const error = yield* failureOf(createRoom.run(yield* clientOf(baseUrl, options)))
            assert.strictEqual(error._tag, createIsKnown ? "ServiceError" : "CreateOutcomeUnknown")
            reasonOf(error, tag)
            assert.strictEqual(arrived.requests, creates)
            assert.strictEqual(error.evidence.attempts.length, creates)
            yield* allClosed
          })
      )
    })
  }

  describe("a server on a raw socket", () => {
    it.live("that resets connections before the request is there may have seen it, unless it is known better", () =>
      Effect.gen(function* () {
        const { arrived, baseUrl } = yield* faultServer({ onConnection: (socket) => void socket.resetAndDestroy() })
        const client = yield* clientOf(baseUrl)
        reasonOf(yield* failureOf(client.metrics({})), "Transport")
        assert.strictEqual(arrived.connections, 2)
        const error = yield* failureOf(createRoom.run(client))
        // A reset that comes before the request was written is the failure of a connect: that is sent again.
        const { requestSent } = reasonOf(error, "Transport")
        assert.strictEqual(error._tag, requestSent ? "CreateOutcomeUnknown" : "ServiceError")
        assert.strictEqual(arrived.connections, requestSent ? 3 : 4)
      })
    )

    it.live("that recovers answers in the end", () =>
      Effect.gen(function* () {
        const good = response(200, JSON.stringify(metrics.answer))
        const { arrived, baseUrl } = yield* faultServer({
          onRequest: (socket, index) => {
            if (index === 0) return void socket.end(response(429, "{}", { "content-length": 2, "retry-after-ms": 1 }))
            if (index === 1) return void socket.resetAndDestroy()
            if (index === 2) return void socket.end(response(200, "{", { "content-length": 9 }))
            socket.end(good)
          }
        })
        const client = yield* clientOf(baseUrl, { retry: { ...retry, attempts: 4 } })
        assert.deepStrictEqual(yield* client.metrics({}), metrics.answer)
        assert.strictEqual(arrived.requests, 4)
      })
    )

    it.live("that asks for an hour is not waited for, and the error says so", () =>
      Effect.gen(function* () {
        const { arrived, baseUrl } = yield* faultServer(answer(503, "{}", { "content-length": 2, "retry-after": 3600 }))
        const error = yield* failureOf((yield* clientOf(baseUrl)).metrics({}))
        assert.deepStrictEqual(reasonOf(error, "RateLimited").retryAfter, Option.some(Duration.hours(1)))
        assert.strictEqual(arrived.requests, 1)
      })
    )

    it.live("that does not speak TLS never sees the request of a client that does", () =>
      Effect.gen(function* () {
        const { arrived, baseUrl } = yield* faultServer({
          onConnection: (socket) => void socket.end(response(400, ""))
        })
        const client = yield* clientOf(baseUrl.replace("http:", "https:"))
        const error = yield* failureOf(createRoom.run(client))
        // fetch reports a connection that breaks later in the same way.
        const isKnown = transport.name !== "fetch"
        assert.strictEqual(error._tag, isKnown ? "ServiceError" : "CreateOutcomeUnknown")
        assert.strictEqual(reasonOf(error, "Transport").requestSent, !isKnown)
        assert.deepStrictEqual(arrived, { connections: isKnown ? 2 : 1, requests: 0 })
      })
    )

    it.live("that is not there is asked again, for a create too", () =>
      Effect.gen(function* () {
        const client = yield* clientOf(yield* deserted)
        for (const operation of [metrics, createRoom]) {
          const error = yield* failureOf(operation.run(client))
          assert.strictEqual(error._tag, "ServiceError")
          assert.isFalse(reasonOf(error, "Transport").requestSent)
          assert.strictEqual(error.evidence.attempts.length, 2)
        }
      })
    )
  })
})
