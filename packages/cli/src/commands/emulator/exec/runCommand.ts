/**
 * Somebody else's command as a process in the place of this one: its input and output are ours, signals are passed on, and
 * what it ends with is what we end with.
 *
 * Node's own `spawn`, because Effect's does not tell which signal ended a process.
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
  const problem = exists ? `cannot be run: ${error instanceof Error ? error.message : error}` : "command not found"
  return new CommandNotRun({ command, exists, problem })
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/** The exit code of a process, as a shell tells it. */
const exitCodeOf = (code: number | null, signal: NodeJS.Signals | null): number =>
  code ?? 128 + (signal === null ? 0 : constants.signals[signal])

/** At a terminal Ctrl-C goes to the command as well: told twice, many programs end at once. */
const isAtTerminal = () => [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)

/** Some reasons not to start a process are thrown, such as arguments that are too long, and others are told later. */
const spawnOr = (undo: () => void, command: string, args: ReadonlyArray<string>, env: NodeJS.ProcessEnv) => {
  try {
    return spawn(command, args, { env, stdio: "inherit" })
  } catch (error) {
    undo()
    throw error
  }
}

/** A command that runs, and is passed the signals that this process gets. */
const start = (command: string, args: ReadonlyArray<string>, env: NodeJS.ProcessEnv) => {
  const outcome = Deferred.makeUnsafe<number, CommandNotRun>()
  let isTold = false
  const passOn = (signal: NodeJS.Signals) => {
    isTold = true
    if (signal !== "SIGINT" || !isAtTerminal()) child.kill(signal)
  }
  const letGo = () => {
    for (const signal of signals) process.off(signal, passOn)
  }
  // Before there is a command, which may be interrupted as soon as it runs; and told before whoever interrupts this on the
  // same signal.
  for (const signal of signals) process.prependListener(signal, passOn)
  const child = spawnOr(letGo, command, args, env)
    .on("error", (error) => Deferred.doneUnsafe(outcome, Effect.fail(notRun(command, error))))
    .on("exit", (code, signal) => Deferred.doneUnsafe(outcome, Effect.succeed(exitCodeOf(code, signal))))
  return {
    outcome: Deferred.await(outcome),
    end: Effect.sync(() => {
      if (!isTold) child.kill()
    }),
    letGo: Effect.sync(letGo)
  }
}

/** Runs a command to its end, and gives its exit code. It is waited for also when this is interrupted. */
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
