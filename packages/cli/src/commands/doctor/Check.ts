/**
 * The checks of `rooms doctor`, which run one after the other.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** The result of a check. */
export interface Finding {
  readonly status: "ok" | "warn" | "fail" | "skipped"
  readonly finding: string
  /** What to do about it. */
  readonly advice?: string
  /** The exit code of the command, if this is the first failure. */
  readonly exitCode?: number
}

/** A row of the report. */
export interface Check extends Omit<Finding, "exitCode"> {
  /** The name of the check. */
  readonly check: string
  /** How long it took. */
  readonly millis: number
}

export const ok = (finding: string): Finding => ({ status: "ok", finding })
export const warn = (finding: string, advice: string): Finding => ({ status: "warn", finding, advice })
export const skipped = (finding: string): Finding => ({ status: "skipped", finding })
export const fail = (exitCode: number, finding: string, advice?: string): Finding => ({
  status: "fail",
  finding,
  exitCode,
  ...(advice === undefined ? {} : { advice })
})

/** Runs checks and reports them. */
export interface CheckRunner {
  /** Runs a check and reports it. Returns whether the checks that depend on it can run. */
  readonly check: <E, R>(name: string, run: Effect.Effect<Finding, E, R>) => Effect.Effect<boolean, E, R>
  /** Reports that checks can't run. */
  readonly skip: (names: ReadonlyArray<string>, because: string) => Effect.Effect<void>
  /** Returns the exit code of the first failure, or 0. */
  readonly exitCode: () => number
}

/** Makes a runner that passes each row to `emit`, with secrets masked. */
export const makeCheckRunner = (
  emit: (check: Check) => Effect.Effect<unknown>,
  mask: (text: string) => string
): CheckRunner => {
  let firstExitCode = 0
  const report = (check: string, millis: number, { advice, exitCode = 0, finding, status }: Finding) => {
    if (firstExitCode === 0) firstExitCode = exitCode
    return emit({
      check,
      status,
      millis,
      finding: mask(finding),
      ...(advice === undefined ? {} : { advice: mask(advice) })
    })
  }
  return {
    check: (name, run) =>
      Effect.gen(function* () {
        const start = yield* Clock.currentTimeMillis
        const found = yield* run
        const end = yield* Clock.currentTimeMillis
        yield* report(name, end - start, found)
        return found.status !== "fail"
      }),
    skip: (names, because) => Effect.forEach(names, (name) => report(name, 0, skipped(because)), { discard: true }),
    exitCode: () => firstExitCode
  }
}
