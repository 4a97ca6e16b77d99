/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The emulator for programs without Effect.
 *
 * @module
 */
import { withCallerStack } from "@effect-rooms/core/unstable"
import { defaultApiKey, World } from "@effect-rooms/testing"
import { type FakeRooms, type FakeRoomsOptions, promised } from "@effect-rooms/testing/promise"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { Emulator, type EmulatorOptions, type ServedRequest } from "./Emulator.ts"

/** The address of an emulator, and the initial state of its world. */
export interface StartEmulatorOptions
  extends FakeRoomsOptions,
    Omit<EmulatorOptions, keyof FakeRoomsOptions | "onRequest"> {
  /** Called after each request. */
  readonly onRequest?: (request: ServedRequest) => void
}

/** A running emulator. */
export interface RunningEmulator {
  /** The base URL for a client, such as `http://127.0.0.1:4010`. */
  readonly url: string
  /** The first API key. */
  readonly apiKey: string
  /** Controls the service: people join and leave, sessions are recorded, faults are injected. It has every method of `World`. */
  readonly world: FakeRooms["world"]
  /** Stops the emulator. Resolves when its socket is closed. */
  readonly close: () => Promise<void>
  /** Stops the emulator, for `await using`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/**
 * Starts an emulator, on a free port by default. Rejects if the port is in use or the options describe no possible
 * world.
 *
 * @example
 * ```ts
 * import { startEmulator } from "@effect-rooms/emulator/promise"
 * import { RoomsClient } from "@effect-rooms/promise"
 *
 * await using emulator = await startEmulator()
 * await using client = new RoomsClient({ baseUrl: emulator.url, apiKey: emulator.apiKey })
 * const { roomId } = await client.rooms.create()
 * await emulator.world.join(roomId)
 * ```
 */
export const startEmulator = async ({
  apiKeys,
  onRequest,
  ...options
}: StartEmulatorOptions = {}): Promise<RunningEmulator> => {
  const keys = apiKeys?.map((key) => Redacted.make(key)) ?? [defaultApiKey]
  const report = onRequest && ((request: ServedRequest) => Effect.sync(() => onRequest(request)))
  const layer = Emulator.layer({ ...options, apiKeys: keys, ...(report && { onRequest: report }) })
  const runtime = ManagedRuntime.make(layer)
  const close = () => runtime.dispose()
  const context = await runtime.context().catch(async (error: unknown) => {
    // The world's file is locked by now, even if the port is in use.
    await close()
    throw withCallerStack(error)
  })
  return {
    url: Context.get(context, Emulator).url,
    apiKey: Redacted.value(keys[0] ?? defaultApiKey),
    world: promised(Context.get(context, World)),
    close,
    [Symbol.asyncDispose]: close
  }
}
