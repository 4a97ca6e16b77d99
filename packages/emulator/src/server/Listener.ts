/**
 * The socket that an emulator listens on: what no answer can express.
 */
import { createServer, type Server, ServerResponse } from "node:http"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as NodeHttpServer from "#platform/NodeHttpServer"
import * as NodeHttpServerRequest from "#platform/NodeHttpServerRequest"
import { EmulatorError } from "../EmulatorError.ts"
import { isHostName } from "./allowedHosts.ts"
import { noteRequest, refuseExpectation, refuseMalformed } from "./malformed.ts"

export class Listener extends Context.Service<
  Listener,
  {
    readonly port: number
    /** Stops listening for so long, and lets go of the connections that stand. */
    readonly refuse: (millis: number) => Effect.Effect<void>
  }
>()("@effect-rooms/emulator/Listener") {}

const describeCause = (cause: unknown): string => {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined
  if (code === "EADDRINUSE") return "the port is taken"
  if (code === "EACCES") return "this user isn't allowed to use the port"
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return "this machine doesn't have that address"
  return cause instanceof Error ? cause.message : String(cause)
}

/** Breaks the connection of a request: the other side sees a reset, not an end. */
export const breakConnection = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<void> =>
  Effect.sync(() => {
    NodeHttpServerRequest.toIncomingMessage(request).socket.resetAndDestroy()
  })

/** Waits until what was written of an answer, its headers at least, has left for the other side. */
export const flushAnswer = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const { socket } = NodeHttpServerRequest.toIncomingMessage(request)
    const response = NodeHttpServerRequest.toServerResponse(request)
    if (response instanceof ServerResponse) response.flushHeaders()
    // Node collects what is written in one turn of its loop, and sends it at the end of the turn.
    setImmediate(() => socket.write("", () => resume(Effect.void)))
  })

/** Listens on the same address again. If another program has taken the port, it waits until the port is free. */
const listenAgain = (node: Server, host: string, port: number): Effect.Effect<void> =>
  Effect.callback<void, Error>((resume) => {
    const failed = (error: Error) => {
      node.off("listening", listening)
      resume(Effect.fail(error))
    }
    const listening = () => {
      node.off("error", failed)
      resume(Effect.void)
    }
    node.once("error", failed).once("listening", listening).listen({ host, port })
  }).pipe(
    Effect.tapError((error) =>
      Effect.logWarning(`cannot listen again: ${describeCause(error)}; it will be tried again`)
    ),
    Effect.retry(Schedule.spaced("1 second")),
    Effect.ignore
  )

const closeFor = (node: Server, host: string, port: number, millis: number): Effect.Effect<void> =>
  Effect.gen(function* () {
    // The answer to whoever asks for this goes out first.
    yield* Effect.sleep(0)
    // Another one may have asked for it at the same moment.
    if (!node.listening) return
    node.close()
    node.closeAllConnections()
    yield* Effect.sleep(millis)
    yield* listenAgain(node, host, port)
  })

/** A server that lives as long as the scope, and answers invalid requests with JSON. */
export const layerListener = (
  host: string,
  port: number,
  allowedHosts: ReadonlyArray<string>
): Layer.Layer<HttpServer.HttpServer | Listener, EmulatorError> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const cannotListen = (problem: string) => new EmulatorError({ host, port, problem })
      // Node would take it for every address of the machine.
      if (host === "") return yield* cannotListen("the host is empty")
      if (!Number.isInteger(port) || port < 0 || port > 65_535) {
        return yield* cannotListen("a port is an integer from 0 to 65535")
      }
      const notName = allowedHosts.find((name) => !isHostName(name))
      if (notName !== undefined) {
        return yield* cannotListen(
          `allowed host "${notName}": write a name without scheme and port, such as emulator.test`
        )
      }
      const node = createServer({
        // A missing host is refused by the application, with a message.
        requireHostHeader: false,
        // The emulator speaks nothing else: who offers to, as some clients always do, is answered in HTTP.
        shouldUpgradeCallback: () => false
      })
      node.on("request", noteRequest).on("checkContinue", noteRequest)
      node.on("checkExpectation", refuseExpectation).on("checkExpectation", noteRequest)
      node.on("clientError", refuseMalformed)
      const httpServer = yield* NodeHttpServer.make(() => node, {
        host,
        port,
        gracefulShutdownTimeout: "1 second"
      }).pipe(Effect.mapError(({ cause }) => cannotListen(describeCause(cause))))
      // Whatever still hangs on to the server when its scope closes is let go: nothing outlives the emulator.
      yield* Effect.addFinalizer(() => Effect.sync(() => node.closeAllConnections()))
      const scope = yield* Effect.scope
      const bound = "port" in httpServer.address ? httpServer.address.port : port
      return Context.make(HttpServer.HttpServer, httpServer).pipe(
        Context.add(Listener, {
          port: bound,
          refuse: (millis) => Effect.asVoid(Effect.forkIn(closeFor(node, host, bound, millis), scope))
        })
      )
    })
  )
