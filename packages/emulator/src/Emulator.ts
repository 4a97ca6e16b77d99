/**
 * The room and session service on a real socket: one world, behind the HTTP contract and an admin API.
 *
 * @module
 */

import { RoomsApi } from "@effect-rooms/core/RoomsApi"
import { World, type WorldOptions, type WorldOptionsError } from "@effect-rooms/testing"
import { type KnownRoute, layerRoutes, makeHttpHandler, routerConfig, WorldHost } from "@effect-rooms/testing/unstable"
import * as ByteSize from "effect/ByteSize"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as NodeFileSystem from "#platform/NodeFileSystem"
import * as NodeHttpServerRequest from "#platform/NodeHttpServerRequest"
import { AdjustableClock } from "./admin/AdjustableClock.ts"
import { adminRoutes, layerAdmin } from "./admin/handlers.ts"
import type { EmulatorError } from "./EmulatorError.ts"
import { makeHostProblem } from "./server/allowedHosts.ts"
import { contentsRoute, layerContents } from "./server/contents.ts"
import { layerDocs } from "./server/docs.ts"
import { breakConnection, flushAnswer, Listener, layerListener } from "./server/Listener.ts"
import { type HeadProblem, headProblem } from "./server/malformed.ts"
import { reportingRequests, type ServedRequest } from "./server/ServedRequest.ts"
import * as WorldFile from "./WorldFile.ts"
import type { WorldFileError } from "./WorldFileError.ts"

/** The address of an emulator, the initial state of its world, and its files. */
export interface EmulatorOptions extends WorldOptions, WorldFile.WorldFileOptions {
  /** The address to listen on. Default: `127.0.0.1`. With another address, other machines can reach the emulator. */
  readonly host?: string
  /** The port to listen on. Default: 0, which picks a free port. */
  readonly port?: number
  /**
   * Host names that requests may use, such as `emulator` in a container network, without scheme and port. Requests for other names
   * are refused, because a web page can make its own name resolve to this machine. `localhost`, the names below it, IP addresses
   * and `host` are always allowed.
   */
  readonly allowedHosts?: ReadonlyArray<string>
  /** Whether the emulator serves the admin API, under `/__emulator/`. Default: `true`. */
  readonly admin?: boolean
  /** The origins of web pages that may call the emulator; an empty list allows all of them. Default: no origin may call it. */
  readonly corsOrigins?: ReadonlyArray<string>
  /** The time of the world at the start, in epoch milliseconds. Default: the time of `clock`. */
  readonly startMillis?: number
  /** Whether the world's clock is frozen until the admin API resumes it. Default: `false`. */
  readonly frozen?: boolean
  /** Runs after each request, to any path. Default: does nothing. */
  readonly onRequest?: (request: ServedRequest) => Effect.Effect<void>
}

const defaultHost = "127.0.0.1"

/** The header in which a request asks for its own faults: JSON of one `FaultAction`, or of several. */
export const faultHeader = "x-emulator-fault"

/** The largest body of a request that is read. The contract allows 10 kB of metadata. */
const maxBodySize = ByteSize.mebibytes(1)

export type { ServedRequest }

/** A running emulator. */
export class Emulator extends Context.Service<
  Emulator,
  {
    /** The base URL for a client, such as `http://127.0.0.1:4010`. */
    readonly url: string
    readonly host: string
    readonly port: number
  }
>()("@effect-rooms/emulator/Emulator") {
  /** Runs an emulator until the layer's scope closes. Provides the emulator and the world behind it. */
  static readonly layer = (
    options: EmulatorOptions = {}
  ): Layer.Layer<Emulator | World | WorldHost, EmulatorError | WorldFileError | WorldOptionsError> =>
    layerEmulator(options)
}

const docsPath = "/docs"

const allRoutes = ({ admin = true, corsOrigins }: EmulatorOptions, clock: AdjustableClock) => {
  const documents = Layer.merge(layerDocs(RoomsApi, docsPath), layerContents(admin))
  const others: ReadonlyArray<KnownRoute> = [contentsRoute, { method: "GET", path: docsPath }]
  return admin
    ? Layer.mergeAll(layerRoutes([...others, ...adminRoutes]), documents, layerAdmin(clock, corsOrigins))
    : Layer.merge(layerRoutes(others), documents)
}

const refuse = ({ message, status }: HeadProblem) =>
  Effect.succeed(HttpServerResponse.jsonUnsafe({ message }, { status, headers: { connection: "close" } }))

/** Serves the world. A connection that a fault breaks is broken on the socket. */
const layerServe = (options: EmulatorOptions, clock: AdjustableClock) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { allowedHosts = [], corsOrigins, host = defaultHost } = options
      const routes = yield* HttpRouter.toHttpEffect(allRoutes(options, clock))
      const handler = makeHttpHandler(yield* WorldHost, routes, { faultHeader, flush: flushAnswer })
      const cors =
        corsOrigins === undefined
          ? identity
          : HttpMiddleware.cors({ allowedOrigins: corsOrigins, exposedHeaders: ["*"] })
      const hostProblem = makeHostProblem([host, ...allowedHosts])
      const app = cors(
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
          const problem = headProblem(NodeHttpServerRequest.toIncomingMessage(request))
          // A server lets requests finish that have begun, but a fault mustn't delay an emulator that stops, or outlive its client.
          return problem === undefined ? Effect.interruptible(handler) : refuse(problem)
        })
      )
      const answered = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        const problem = hostProblem(NodeHttpServerRequest.toIncomingMessage(request), request)
        return problem === undefined ? app : refuse(problem)
      })
      return HttpServer.serve(
        Effect.catchTag(reportingRequests(options)(answered), "BrokenConnection", () =>
          Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
            Effect.as(breakConnection(request), HttpServerResponse.empty())
          )
        )
      )
    })
  )

/** The world, as its files have it. */
const layerWorld = (options: EmulatorOptions, clock: AdjustableClock) =>
  WorldFile.layer(options).pipe(
    Layer.provide(NodeFileSystem.layer),
    Layer.provideMerge(World.layer({ ...options, clock }))
  )

const layerEmulator = (
  options: EmulatorOptions
): Layer.Layer<Emulator | World | WorldHost, EmulatorError | WorldFileError | WorldOptionsError> =>
  Layer.unwrap(
    Effect.map(Clock.Clock, (beneath) => {
      const clock = new AdjustableClock(options.clock ?? beneath)
      // Freezes the clock first, because a running clock would move on after it is set.
      if (options.frozen === true) clock.freeze()
      if (options.startMillis !== undefined) clock.set(options.startMillis)
      const { allowedHosts = [], host = defaultHost, port = 0 } = options
      const address = Layer.effect(
        Emulator,
        Effect.map(Listener, ({ port }) => {
          const hostname = host.includes(":") ? `[${host}]` : host
          return { url: `http://${hostname}:${port}`, host, port }
        })
      )
      return Layer.merge(layerServe(options, clock), address).pipe(
        Layer.provide(layerListener(host, port, allowedHosts)),
        Layer.provide([
          HttpServer.layerServices,
          Layer.succeed(MaxBodySize, maxBodySize),
          Layer.succeed(HttpRouter.RouterConfig, routerConfig)
        ]),
        Layer.provideMerge(layerWorld(options, clock))
      )
    })
  )
