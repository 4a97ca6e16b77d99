/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The client of `@effect-rooms/promise`.
 */
import * as Core from "@effect-rooms/core/Metrics"
import * as Result from "effect/Result"
import { ClientRun } from "./ClientRun.ts"
import { toClientLayer } from "./clientLayer.ts"
import { InvalidConfiguration } from "./errors.ts"
import { isFields } from "./limits.ts"
import { makeLiveRooms } from "./makeLiveRooms.ts"
import { makeRecordings } from "./makeRecordings.ts"
import { makeRooms } from "./makeRooms.ts"
import { makeSessions } from "./makeSessions.ts"
import type { Environment, EnvironmentOptions, RoomsClientOptions } from "./options.ts"
import type { LiveRooms, Metrics, Recordings, Rooms, Sessions } from "./resources.ts"

const fromVariable = (environment: Environment, name: keyof Environment, field: string): string => {
  const value = environment[name]
  if (value === undefined || value === "") throw new InvalidConfiguration(field, `${name} is not set`)
  return value
}

/**
 * A client of the service for programs that are not written with Effect. One client serves a whole program: it keeps the
 * retry budget of all calls. Nothing is opened before the first call.
 */
export class RoomsClient {
  readonly rooms: Rooms
  readonly sessions: Sessions
  readonly live: LiveRooms
  readonly recordings: Recordings
  readonly metrics: Metrics
  readonly #run: ClientRun

  /** Throws `InvalidConfiguration`, which names the option. */
  constructor(options: RoomsClientOptions) {
    const layer = toClientLayer(options)
    if (Result.isFailure(layer)) throw new InvalidConfiguration(layer.failure.field, layer.failure.problem)
    const run = new ClientRun(layer.success)
    this.#run = run
    this.rooms = makeRooms(run)
    this.sessions = makeSessions(run)
    this.live = makeLiveRooms(run)
    this.recordings = makeRecordings(run)
    this.metrics = {
      get: (options) =>
        run.call(
          "metrics",
          Core.Metrics.use(({ get }) => get),
          options
        )
    }
  }

  /**
   * A client with what stands in `ROOMS_BASE_URL` and `ROOMS_API_KEY` of `process.env`, or of the bindings of a worker.
   * Throws `InvalidConfiguration`.
   */
  static fromEnvironment(environment: Environment, options: EnvironmentOptions = {}): RoomsClient {
    if (!isFields(environment)) throw new InvalidConfiguration("environment", "must be an object, such as process.env")
    return new RoomsClient({
      ...options,
      baseUrl: fromVariable(environment, "ROOMS_BASE_URL", "baseUrl"),
      apiKey: fromVariable(environment, "ROOMS_API_KEY", "apiKey")
    })
  }

  /**
   * Cancels everything that is in flight, which is rejected with `ClientClosed` as are later calls, and closes what the
   * client has open. Resolved when nothing of it is left; calling it again changes nothing.
   */
  close(): Promise<void> {
    return this.#run.close()
  }

  /** `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
