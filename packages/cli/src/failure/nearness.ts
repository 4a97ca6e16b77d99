/**
 * Recognizes misspellings.
 */

/** Counts the letters to add, remove, replace or swap with a neighbor to turn one word into the other. */
const distance = (a: string, b: string): number => {
  let before: ReadonlyArray<number> = []
  let row: ReadonlyArray<number> = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const [left = 0, above = 0, diagonal = 0] = [next[j - 1], row[j], row[j - 1]]
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const others = Math.min(left + 1, above + 1, diagonal + (isSame ? 0 : 1))
      next.push(isSwapped ? Math.min(others, (before[j - 2] ?? 0) + 1) : others)
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}

/** Returns whether a word is a likely misspelling: one letter of a short word may be wrong, and two of a longer one. */
export const isNear = (typed: string, word: string): boolean =>
  distance(typed, word) <= (Math.max(typed.length, word.length) < 6 ? 1 : 2)
