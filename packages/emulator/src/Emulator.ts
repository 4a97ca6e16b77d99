/**
 * The room and session service on a real socket: one world, behind the HTTP contract and an admin API.
 *
 * @module
 */
import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { World, type WorldOptions } from "@effect-rooms/testing"
import { layerRoutes, routerConfig } from "@effect-rooms/testing/WorldApi"
import * as ByteSize from "effect/ByteSize"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import { EmulatorError } from "./EmulatorError.ts"
import { layerAdmin } from "./internal/adminHandlers.ts"
import { layerDocs } from "./internal/docs.ts"
import { refuseMalformed } from "./internal/malformed.ts"

/** Where an emulator listens, and what its world begins with. */
export interface EmulatorOptions extends WorldOptions {
  /** Default: `127.0.0.1`. Another host lets others reach the emulator. */
  readonly host?: string
  /** Default: 0, which picks a free port. */
  readonly port?: number
}

/** The largest body of a request that is read. The contract allows 10 kB of metadata. */
const maxBodySize = ByteSize.mebibytes(1)

/** A running emulator. */
export class Emulator extends Context.Service<
  Emulator,
  {
    /** Such as `http://127.0.0.1:4010`: what a client needs as its base URL. */
    readonly url: string
    readonly host: string
    readonly port: number
  }
>()("@effect-rooms/emulator/Emulator") {
  /** An emulator that runs as long as the layer's scope, and the world behind it. */
  static readonly layer = (options: EmulatorOptions = {}): Layer.Layer<Emulator | World, EmulatorError> =>
    layerServer(options).pipe(Layer.provideMerge(World.layer(options)))
}

const describeCause = (cause: unknown): string => {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined
  if (code === "EADDRINUSE") return "the port is taken"
  if (code === "EACCES") return "this user may not use the port"
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return "this machine has no such address"
  return cause instanceof Error ? cause.message : String(cause)
}

const layerServer = ({ host = "127.0.0.1", port = 0 }: EmulatorOptions) => {
  const cannotListen = (problem: string) => new EmulatorError({ host, port, problem })

  const server = Layer.effect(
    HttpServer.HttpServer,
    Effect.gen(function* () {
      // Node would take it for every address of the machine.
      if (host === "") return yield* cannotListen("the host is empty")
      if (!Number.isInteger(port) || port < 0 || port > 65_535) {
        return yield* cannotListen("a port is an integer from 0 to 65535")
      }
      const node = createServer()
      node.on("clientError", refuseMalformed)
      const httpServer = yield* NodeHttpServer.make(() => node, {
        host,
        port,
        gracefulShutdownTimeout: "1 second"
      }).pipe(Effect.mapError(({ cause }) => cannotListen(describeCause(cause))))
      // Whatever still hangs on to the server when its scope closes is let go: nothing outlives the emulator.
      yield* Effect.addFinalizer(() => Effect.sync(() => node.closeAllConnections()))
      return httpServer
    })
  )

  const address = Layer.effect(
    Emulator,
    Effect.gen(function* () {
      const { address } = yield* HttpServer.HttpServer
      const bound = "port" in address ? address.port : port
      const hostname = host.includes(":") ? `[${host}]` : host
      return { url: `http://${hostname}:${bound}`, host, port: bound }
    })
  )

  const routes = Layer.mergeAll(layerRoutes, layerAdmin, layerDocs)

  return HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true, routerConfig }).pipe(
    Layer.provideMerge(address),
    Layer.provide(server),
    Layer.provide(HttpServer.layerServices),
    Layer.provide(Layer.succeed(MaxBodySize, maxBodySize))
  )
}
