/**
 * What a block printed, beside what the document says that it prints: there, `…` stands for anything within a line, and in a
 * line of its own for any lines.
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

/** Whether what was printed is what the document says. */
export const matches = (expected: string, actual: string): boolean => {
  const pattern = trimmed(expected)
    .split("\n")
    .map((line) => (line === "…" ? "(?:.*\n)*" : `${line.split("…").map(escaped).join(".*")}\n`))
    .join("")
  return new RegExp(`^${pattern}$`, "u").test(`${trimmed(actual)}\n`)
}

/** What was printed, in the words of the document where a line is as it says: what is left differs. */
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
