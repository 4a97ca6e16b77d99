/**
 * Runs another command in place of this one: it has the same input and output, gets the same signals, and its exit code is ours.
 *
 * It uses Node's `spawn`, because Effect's doesn't report which signal ended a process.
 */
import { spawn } from "node:child_process"
import { constants } from "node:os"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { CommandNotRun } from "../../../failure/CommandNotRun.ts"
import { Interruption } from "../../../failure/Interruption.ts"

const notRun = (command: string, error: unknown) => {
  const exists = !(Predicate.hasProperty(error, "code") && error.code === "ENOENT")
  const problem = exists ? `can't be run: ${error instanceof Error ? error.message : error}` : "command not found"
  return new CommandNotRun({ command, exists, problem })
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/** Returns the exit code of a process, as a shell reports it. */
const exitCodeOf = (code: number | null, signal: NodeJS.Signals | null): number =>
  code ?? 128 + (signal === null ? 0 : constants.signals[signal])

/** At a terminal, the command gets Ctrl-C itself. Many programs exit immediately if they get it twice. */
const isAtTerminal = () => [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)

/** `spawn` throws some failures, such as arguments that are too long, and emits others. */
const spawnOr = (undo: () => void, command: string, args: ReadonlyArray<string>, env: NodeJS.ProcessEnv) => {
  try {
    return spawn(command, args, { env, stdio: "inherit" })
  } catch (error) {
    undo()
    throw error
  }
}

/** Starts a command and passes on the signals that this process gets. */
const start = (command: string, args: ReadonlyArray<string>, env: NodeJS.ProcessEnv) => {
  const outcome = Deferred.makeUnsafe<number, CommandNotRun>()
  let wasSignalled = false
  const passOn = (signal: NodeJS.Signals) => {
    wasSignalled = true
    if (signal !== "SIGINT" || !isAtTerminal()) child.kill(signal)
  }
  const letGo = () => {
    for (const signal of signals) process.off(signal, passOn)
  }
  // They are installed before the command starts, because it can be interrupted at once, and before the listeners that
  // interrupt this process.
  for (const signal of signals) process.prependListener(signal, passOn)
  const child = spawnOr(letGo, command, args, env)
    .on("error", (error) => Deferred.doneUnsafe(outcome, Effect.fail(notRun(command, error))))
    .on("exit", (code, signal) => Deferred.doneUnsafe(outcome, Effect.succeed(exitCodeOf(code, signal))))
  return {
    outcome: Deferred.await(outcome),
    end: Effect.sync(() => {
      if (!wasSignalled) child.kill()
    }),
    letGo: Effect.sync(letGo)
  }
}

/** Runs a command and returns its exit code. It waits for the command even if it is interrupted. */
export const runCommand = (
  command: string,
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>
): Effect.Effect<number, CommandNotRun, Interruption> =>
  Effect.acquireUseRelease(
    Effect.try({
      try: () => start(command, args, { ...process.env, ...environment }),
      catch: (error) => notRun(command, error)
    }),
    ({ end, outcome }) =>
      Effect.flatMap(Interruption, ({ exitWith }) =>
        Effect.onInterrupt(outcome, () => end.pipe(Effect.andThen(outcome), Effect.flatMap(exitWith), Effect.ignore))
      ),
    ({ letGo }) => letGo
  )
