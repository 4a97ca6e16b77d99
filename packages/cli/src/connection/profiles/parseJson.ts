/**
 * The JSON of a file that holds secrets: what is wrong with it is told by its place, and by nothing of its text. (What V8 says
 * of broken JSON quotes what stands around the place.)
 *
 * @module
 */
import * as Result from "effect/Result"

const parse = (text: string): Result.Result<unknown, string> =>
  Result.try({
    try: (): unknown => JSON.parse(text),
    catch: (error) => (error instanceof Error ? error.message : "")
  })

/** Whether nothing is wrong with a beginning of a text, but that it goes no further. */
const isBeginning = (text: string, length: number) => {
  const parsed = parse(text.slice(0, length))
  if (Result.isSuccess(parsed)) return true
  return parsed.failure.startsWith("Unexpected end") || Number(/at position (\d+)/.exec(parsed.failure)?.[1]) === length
}

/** Where a text stops being JSON: `line 3, column 7`. */
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

/** The value of a JSON text, or the place at which it stops being one. */
export const parseJson = (text: string): Result.Result<unknown, string> =>
  Result.mapError(parse(text), () => placeIn(text))
