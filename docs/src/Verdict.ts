/**
 * Decides whether a block did what its document promises.
 */
import type { Runnable } from "./Block.ts"
import type { Document, Problem } from "./Document.ts"
import { inWordsOf, matches } from "./Output.ts"
import type { Session } from "./Terminal.ts"

/** A problem. If the output is wrong, it has the expected and the actual output. */
export interface Verdict extends Problem {
  readonly output?: { readonly expected: string; readonly actual: string }
}

/** Returns the problem of a block, if any. */
export const judge = (
  { path }: Document,
  { line, output }: Runnable,
  { failure, outputs }: Session
): Verdict | undefined => {
  if (failure?.block === line) return { path, line: failure.line, message: failure.message }
  const printed = outputs.get(line)
  if (printed === undefined) {
    const reason = failure === undefined ? "an earlier block ended the terminal" : `line ${failure.line} failed`
    return { path, line, message: `not reached: ${reason}` }
  }
  if (output === undefined || matches(output.text, printed)) return undefined
  return {
    path,
    line: output.line,
    message: `line ${line} prints something else`,
    output: { expected: output.text, actual: inWordsOf(output.text, printed) }
  }
}
