/**
 * What `rooms doctor` looks at, one thing after the other, and what it finds.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** What was found. */
export interface Finding {
  readonly status: "ok" | "warn" | "fail" | "skipped"
  readonly finding: string
  /** What to do about it. */
  readonly advice?: string
  /** What the command ends with, where this is its first failure. */
  readonly exitCode?: number
}

/** A row of the report. */
export interface Check extends Omit<Finding, "exitCode"> {
  /** What was looked at. */
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

/** Where checks are reported. */
export interface Examination {
  /** Looks at something, reports it, and says whether it is not in the way of what comes behind. */
  readonly check: <E, R>(name: string, look: Effect.Effect<Finding, E, R>) => Effect.Effect<boolean, E, R>
  /** Reports that something cannot be looked at. */
  readonly skip: (names: ReadonlyArray<string>, because: string) => Effect.Effect<void>
  /** The code of the first failure; 0 where there is none. */
  readonly exitCode: () => number
}

/** Reports to `tell` what is fit to be shown. */
export const makeExamination = (
  tell: (check: Check) => Effect.Effect<unknown>,
  withoutSecrets: (text: string) => string
): Examination => {
  let first = 0
  const report = (check: string, millis: number, { advice, exitCode = 0, finding, status }: Finding) => {
    if (first === 0) first = exitCode
    return tell({
      check,
      status,
      millis,
      finding: withoutSecrets(finding),
      ...(advice === undefined ? {} : { advice: withoutSecrets(advice) })
    })
  }
  return {
    check: (name, look) =>
      Effect.gen(function* () {
        const start = yield* Clock.currentTimeMillis
        const found = yield* look
        const end = yield* Clock.currentTimeMillis
        yield* report(name, end - start, found)
        return found.status !== "fail"
      }),
    skip: (names, because) => Effect.forEach(names, (name) => report(name, 0, skipped(because)), { discard: true }),
    exitCode: () => first
  }
}
