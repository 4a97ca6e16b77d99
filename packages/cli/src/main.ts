/**
 * The process that the command runs in.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { run } from "./Cli.ts"
import { interruptedExitCode } from "./failure/Interruption.ts"
import * as Platform from "./Platform.ts"

// A reader that goes away between two writes is no reason to crash; the next write tells.
process.stdout.on("error", () => {})
process.stderr.on("error", () => {})

NodeRuntime.runMain(
  Effect.provide(
    Effect.suspend(() => run(process.argv.slice(2))),
    Platform.layer
  ),
  {
    disableErrorReporting: true,
    teardown: (exit, onExit) => {
      process.exitCode = Exit.isSuccess(exit) && typeof exit.value === "number" ? exit.value : interruptedExitCode()
      // What was written is flushed before the process ends.
      process.stdout.write("", () => onExit(Number(process.exitCode)))
    }
  }
)
