/**
 * Parses JSON that contains secrets. A problem is reported by its position only, because V8's message quotes the text around it.
 *
 * @module
 */
import * as Result from "effect/Result"

const parse = (text: string): Result.Result<unknown, string> =>
  Result.try({
    try: (): unknown => JSON.parse(text),
    catch: (error) => (error instanceof Error ? error.message : "")
  })

/** Returns whether the start of a text is valid, apart from being incomplete. */
const isBeginning = (text: string, length: number) => {
  const parsed = parse(text.slice(0, length))
  if (Result.isSuccess(parsed)) return true
  return parsed.failure.startsWith("Unexpected end") || Number(/at position (\d+)/.exec(parsed.failure)?.[1]) === length
}

/** Returns the position of the first error, such as `line 3, column 7`. */
const placeIn = (text: string): string => {
  let [fine, wrong] = [0, text.length + 1]
  while (wrong - fine > 1) {
    const middle = Math.floor((fine + wrong) / 2)
    if (isBeginning(text, middle)) fine = middle
    else wrong = middle
  }
  const lines = text.slice(0, fine).split("\n")
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
}

/** Parses JSON text. Fails with the position of the first error. */
export const parseJson = (text: string): Result.Result<unknown, string> =>
  Result.mapError(parse(text), () => placeIn(text))
