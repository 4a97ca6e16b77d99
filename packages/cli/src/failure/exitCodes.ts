/**
 * The exit codes. Scripts depend on these numbers.
 *
 * @module
 */
import * as Record from "effect/Record"

/** Every exit code, with the meaning that `--help` prints. The two without a meaning there are the shell's. */
const table = {
  fine: { code: 0, meaning: "success, even if a list is empty" },
  unexpected: { code: 1, meaning: "unexpected error" },
  usage: { code: 2, meaning: "invalid usage or configuration, or rejected by the service as invalid" },
  notFound: { code: 3, meaning: "not found" },
  unauthorized: { code: 4, meaning: "unauthorized" },
  rateLimited: { code: 5, meaning: "rate limited" },
  unavailable: { code: 6, meaning: "service unreachable, timeout or server error" },
  createOutcomeUnknown: { code: 7, meaning: "the room may or may not have been created" },
  brokenContract: { code: 8, meaning: "a response that breaks the contract" },
  notExecutable: { code: 126 },
  commandNotFound: { code: 127 },
  interrupted: { code: 130, meaning: "interrupted" }
} as const satisfies { readonly [name: string]: { readonly code: number; readonly meaning?: string } }

/** The name of an exit code. */
export type ExitName = keyof typeof table

/** The exit codes by name. */
export const exitCodes: Readonly<Record<ExitName, number>> = Record.map(table, ({ code }) => code)

/** The exit codes for `--help`, one per line. */
export const exitCodeLines: ReadonlyArray<string> = Object.values(table).flatMap((entry) =>
  "meaning" in entry ? [`${String(entry.code).padEnd(4)} ${entry.meaning}`] : []
)
