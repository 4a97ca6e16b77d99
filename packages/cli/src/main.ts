/**
 * The process of the command.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { run } from "./Cli.ts"
import { Interruption } from "./failure/Interruption.ts"
import * as Platform from "./Platform.ts"

const start = (args: ReadonlyArray<string>): void => {
  // If a reader goes away between two writes, the next write reports it; that must not crash the process.
  process.stdout.on("error", () => {})
  process.stderr.on("error", () => {})

  const interruption = Interruption.make()
  const program = run(args).pipe(Effect.provideService(Interruption, interruption), Effect.provide(Platform.layer))
  NodeRuntime.runMain(program, {
    disableErrorReporting: true,
    teardown: (exit, onExit) => {
      process.exitCode = Exit.isSuccess(exit) && typeof exit.value === "number" ? exit.value : interruption.exitCode()
      // Flushes the output before the process ends.
      process.stdout.write("", () => onExit(Number(process.exitCode)))
    }
  })
}

start(process.argv.slice(2))
