/**
 * A small change that breaks the code. The source marks it in a comment above the line that it changes:
 *
 *     // mutant: `attempts >= limit` -> `attempts > limit`
 *     // mutant: remove `, cause`
 *     // mutant: `roomId` -> `""` (test/urls.test.ts)
 *
 * The search text begins within the six lines of code below the comment. White space and comments don't count, so
 * that a statement can be wrapped without touching its marker. The laws have to catch a mutant, unless the marker names a test file of the package.
 */
export interface Mutant {
  /** The path from the root of the repository. */
  readonly file: string
  /** The line of the marker. */
  readonly line: number
  readonly find: string
  readonly replace: string
  /** The test file that has to catch it, as a path from the root; `undefined` for the laws. */
  readonly test: string | undefined
  /** The range in the code that it replaces. */
  readonly start: number
  readonly end: number
}

/** A marker that no mutant can be made from. */
export interface Problem {
  readonly file: string
  readonly line: number
  readonly message: string
}

// The formatter puts a comment in front of a branch of `a ? b : c` behind the question mark or the colon.
const marker = /^\s*[?:]?\s*\/\/ mutant:/
const change =
  /^\s*[?:]?\s*\/\/ mutant: (?:remove `(?<removed>[^`]+)`|`(?<find>[^`]+)` -> `(?<replace>[^`]*)`)(?: \((?<test>\S+)\))?$/
const linesBelow = 6

const gap = "(?:\\s|\\/\\/.*\\n)*"

/** Returns a pattern that matches the text with any white space and comments in between. */
const patternOf = (text: string): RegExp => {
  const tokens = text.match(/[\w$]+|[^\w$\s]/g) ?? []
  const isWord = (token: string | undefined) => token !== undefined && /[\w$]/.test(token)
  const source = tokens.map((token, index) => {
    const escaped = token.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
    if (index === 0) return escaped
    return (isWord(token) && isWord(tokens[index - 1]) ? "\\s" : "") + gap + escaped
  })
  const before = isWord(tokens[0]) ? "(?<![\\w$])" : ""
  const after = isWord(tokens.at(-1)) ? "(?![\\w$])" : ""
  return new RegExp(before + source.join("") + after, "g")
}

/** Returns the package's folder of a file in its `src`. */
const packageOf = (file: string) => file.split("/src/")[0] ?? file

/** The packages whose code the laws run. */
const underLaws = ["packages/core", "packages/http-client", "packages/testing"]

/** Returns the mutants that a file marks, and the markers that no longer fit their code. */
export const mutantsIn = (file: string, code: string) => {
  const lines = code.split("\n")
  const mutants: Array<Mutant> = []
  const problems: Array<Problem> = []
  const offsets: Array<number> = []
  for (let line = 0, offset = 0; line < lines.length; line++) {
    offsets.push(offset)
    offset += (lines[line]?.length ?? 0) + 1
  }
  for (const [index, text] of lines.entries()) {
    if (!marker.test(text)) continue
    const line = index + 1
    const report = (message: string) => problems.push({ file, line, message })
    const { find: found, removed, replace = "", test } = change.exec(text)?.groups ?? {}
    const find = found ?? removed
    if (find === undefined) {
      report("a marker reads // mutant: `code` -> `other code`, or // mutant: remove `code`")
      continue
    }
    let first = index + 1
    while (marker.test(lines[first] ?? "")) first++
    const pattern = patternOf(find)
    pattern.lastIndex = offsets[first] ?? code.length
    const match = pattern.exec(code)
    if (match === null || match.index >= (offsets[first + linesBelow] ?? code.length)) {
      report(`the code below doesn't contain \`${find}\``)
      continue
    }
    if (find === replace) {
      report("the mutant changes nothing")
      continue
    }
    if (test === undefined && !underLaws.includes(packageOf(file))) {
      report("the laws don't run this package: name the test that catches the mutant, as in (test/Name.test.ts)")
      continue
    }
    mutants.push({
      file,
      line,
      find,
      replace,
      test: test === undefined ? undefined : `${packageOf(file)}/${test}`,
      start: match.index,
      end: match.index + match[0].length
    })
  }
  return { mutants, problems }
}

/** Returns the code with the mutant in it. */
export const mutate = ({ end, replace, start }: Mutant, code: string): string =>
  code.slice(0, start) + replace + code.slice(end)

/** Describes a mutant in one line. */
export const describe = ({ file, find, line, replace }: Mutant): string =>
  `${file}:${line}  ${replace === "" ? `remove ${find}` : `${find} -> ${replace}`}`
