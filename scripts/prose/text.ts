/**
 * Reads the prose of a file: the text of a Markdown file, or the comments and the texts of a TypeScript file.
 */

/** A piece of prose, and the line on which it begins. */
export interface Passage {
  readonly line: number
  readonly text: string
  /** Whether it is a heading, or a cell of a table. */
  readonly isHeading?: boolean
}

const token = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`/g
const lineOf = (code: string, offset: number): number => code.slice(0, offset).split("\n").length

/** Text in code has three words or more, one of which is longer than a keyword. */
const isSentence = (text: string): boolean => /[a-z]{2,} [a-z]+ [a-z]+/.test(text)

const withoutMarkup = (comment: string): string =>
  comment
    .replace(/^\/\*+|\*\/$/g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*(?:\*|\/\/) ?/, ""))
    .join("\n")

const isSkipped = (comment: string): boolean => /^\/\/ (?:mutant:|biome-ignore|@ts-)|^\/\/\/ /.test(comment)

/** Returns the comments and the sentences in strings. Comments on neighbouring lines are one passage. */
export const passagesOfCode = (code: string): ReadonlyArray<Passage> => {
  const passages: Array<{ line: number; text: string; lastLine: number; isComment: boolean }> = []
  for (const match of code.matchAll(token)) {
    const [raw] = match
    const line = lineOf(code, match.index)
    const isComment = raw.startsWith("/")
    if (isComment ? isSkipped(raw) : !isSentence(raw)) continue
    const text = isComment ? withoutMarkup(raw) : raw.slice(1, -1).replaceAll(/\\n/g, "\n").replaceAll(/\\(.)/g, "$1")
    const previous = passages.at(-1)
    if (raw.startsWith("//") && previous?.isComment && previous.lastLine === line - 1) {
      previous.text += `\n${text}`
      previous.lastLine = line
      continue
    }
    passages.push({ line, text, isComment, lastLine: line + raw.split("\n").length - 1 })
  }
  return passages
}

/** Blanks code in Markdown, or in a comment, so that lines keep their numbers. */
const blankCode = (text: string): string =>
  text
    .replaceAll(/^(\s*)(`{3,})[\s\S]*?^\s*\2/gm, (block) => block.replaceAll(/[^\n]/g, " "))
    .replaceAll(/`[^`\n]*`/g, (code) => "x".repeat(code.length))

/** Returns the paragraphs of a text, with code blanked. A list item, a table cell and a heading are paragraphs too. */
export const paragraphsOf = ({ line, text }: Passage): ReadonlyArray<Passage> => {
  const paragraphs: Array<{ line: number; text: string; isHeading: boolean }> = []
  let isOpen = false
  for (const [index, raw] of blankCode(text).split("\n").entries()) {
    const isStart = /^\s*(?:[-*+] |\d+\. |#+ |\||>|@\w+)/.test(raw)
    for (const cell of raw.trimStart().startsWith("|") ? raw.split("|") : [raw]) {
      const content = cell
        .replace(/^\s*(?:[-*+] |\d+\. |#+ |> ?|@\w+ )*/, "")
        .replaceAll("**", "")
        .trim()
      const last = paragraphs.at(-1)
      if (content === "") {
        isOpen = false
      } else if (isOpen && !isStart && last !== undefined) {
        last.text += ` ${content}`
      } else {
        paragraphs.push({ line: line + index, text: content, isHeading: /^\s*(?:#|\|)/.test(raw) })
        isOpen = true
      }
    }
  }
  return paragraphs
}

/** Returns the prose of a file. */
export const passagesOf = (file: string, content: string): ReadonlyArray<Passage> =>
  file.endsWith(".md") || file.endsWith(".txt") ? [{ line: 1, text: content }] : passagesOfCode(content)
