/**
 * Compares the output of a block with the output in the document. There, `…` matches anything within a line, and a line with
 * only `…` matches any number of lines.
 */

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")

const trimmed = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/^\n+|\n+$/g, "")

const lineMatches = (expected: string, actual: string) =>
  new RegExp(`^${expected.split("…").map(escaped).join(".*")}$`, "u").test(actual)

/** Returns whether the output matches the document. */
export const matches = (expected: string, actual: string): boolean => {
  const pattern = trimmed(expected)
    .split("\n")
    .map((line) => (line === "…" ? "(?:.*\n)*" : `${line.split("…").map(escaped).join(".*")}\n`))
    .join("")
  return new RegExp(`^${pattern}$`, "u").test(`${trimmed(actual)}\n`)
}

/** Replaces each line that matches with the line of the document, so that a diff shows only the other lines. */
export const inWordsOf = (expected: string, actual: string): string => {
  const words = trimmed(expected).split("\n")
  return trimmed(actual)
    .split("\n")
    .map((line, index) => {
      const word = words[index]
      return word !== undefined && lineMatches(word, line) ? word : line
    })
    .join("\n")
}
