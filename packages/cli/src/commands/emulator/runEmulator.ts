/**
 * Runs an emulator while it is used.
 */

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Emulator, type EmulatorOptions, type ServedRequest, type WorldFileError } from "@effect-rooms/emulator"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import type * as Redacted from "effect/Redacted"
import * as Stdio from "effect/Stdio"
import { CommandExit } from "../../failure/CommandExit.ts"
import type { CommandNotRun } from "../../failure/CommandNotRun.ts"
import { exitCodes } from "../../failure/exitCodes.ts"
import { Interruption } from "../../failure/Interruption.ts"
import { UsageError } from "../../failure/UsageError.ts"
import { printable } from "../../output/printable.ts"
import { note, noteProblem } from "../../output/streams.ts"
import type { EmulatorInput } from "./flags.ts"
import { emulatorOptions } from "./options.ts"

/** The address of an emulator, and a key it accepts. */
export interface Running {
  readonly baseUrl: string
  /** The base URL without the prefix of the service's paths. */
  readonly url: string
  readonly apiKey: Redacted.Redacted<string>
}

const wrong = (flag: string, { path, problem }: { readonly path: string; readonly problem: string }) =>
  Effect.fail(new UsageError({ problem: `${flag}: ${path === "" ? problem : `${path}: ${problem}`}` }))

const requestLine = ({ duration, method, status, target }: ServedRequest) =>
  `${method} ${printable(target)} ${status ?? "no response"} ${Duration.toMillis(duration).toFixed(1)} ms`

/**
 * Runs an emulator until `use` has ended, and exits with the exit code it returns. If the world couldn't be saved, that isn't 0.
 */
export const runEmulator = Effect.fnUntraced(function* (
  input: EmulatorInput,
  address: Pick<EmulatorOptions, "host" | "port">,
  use: (running: Running) => Effect.Effect<number, CommandNotRun | PlatformError, Stdio.Stdio | Interruption>
) {
  const options = yield* Effect.provide(emulatorOptions(input), NodeFileSystem.layer)
  const stdio = yield* Stdio.Stdio
  const interruption = yield* Interruption
  let isLost = false
  const onUnsaved = ({ message }: WorldFileError) =>
    Effect.suspend(() => {
      isLost = true
      return Effect.provideService(noteProblem(message), Stdio.Stdio, stdio)
    })
  const onRequest = (request: ServedRequest) =>
    Effect.provideService(Effect.ignore(note(requestLine(request))), Stdio.Stdio, stdio)
  const exitCode = yield* Emulator.use(({ url }) =>
    use({ baseUrl: url + (options.quirks.pathPrefix ?? ""), url, apiKey: options.apiKeys[0] })
  ).pipe(
    Effect.provide(Emulator.layer({ ...options, ...address, onUnsaved, ...(input.verbose ? { onRequest } : {}) })),
    Effect.catchTags({
      // Only a flag can ask for an impossible scenario or fault.
      InvalidScenario: (error) => wrong(`--scenario ${Option.getOrElse(input.scenario, () => "office")}`, error),
      InvalidFault: (error) => wrong("--fault", error)
    }),
    Effect.onInterrupt(() => (isLost ? interruption.exitWith(exitCodes.unexpected) : Effect.void))
  )
  if (exitCode !== exitCodes.fine) return yield* new CommandExit({ exitCode })
  if (isLost) return yield* new CommandExit({ exitCode: exitCodes.unexpected })
})
