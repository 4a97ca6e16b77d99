/**
 * One line of a terminal: how it is kept to its row.
 *
 * @module
 */
import * as CliOutput from "effect/cli/CliOutput"
import { printable } from "../output/printable.ts"

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is looked for
const colours = /(\u001b\[[0-9;]*m)/

/** Without anything that could move the cursor; colours stay. */
export const harmless = (line: string): string =>
  line
    .split(colours)
    .map((part, index) => (index % 2 === 1 ? part : printable(part)))
    .join("")

// Made when a line is cut: it takes as long to make as a third of a start.
let segmenter: Intl.Segmenter | undefined
const graphemesOf = (text: string) => {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" })
  return segmenter.segment(text)
}

const noColour = "\u001b[0m"

/** Cut to a width, with an ellipsis in the last column where something was cut off. */
export const fitted = (line: string, width: number): string => {
  if (CliOutput.displayWidth(line) <= width) return line
  let room = width - 1
  let kept = ""
  for (const [index, part] of line.split(colours).entries()) {
    if (index % 2 === 1) {
      kept += part
      continue
    }
    for (const { segment } of graphemesOf(part)) {
      room -= CliOutput.displayWidth(segment)
      if (room < 0) return `${kept}…${colours.test(line) ? noColour : ""}`
      kept += segment
    }
  }
  return kept
}

/** Broken between words into lines of no more than a width, as far as its words are no longer than that. */
export const wrapped = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = ""
  for (const word of text.split(" ")) {
    if (line !== "" && CliOutput.displayWidth(line) + 1 + CliOutput.displayWidth(word) > width) {
      lines.push(line)
      line = word
    } else {
      line = line === "" ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}
