/**
 * Cuts and wraps lines to the width of a terminal.
 *
 * @module
 */
import * as CliOutput from "effect/cli/CliOutput"
import { printable } from "../output/printable.ts"
import { LazySegmenter } from "./LazySegmenter.ts"

// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches color codes
const colorCodes = /(\u001b\[[0-9;]*m)/

/** Replaces everything that could move the cursor; colors stay. */
export const withoutControls = (line: string): string =>
  line
    .split(colorCodes)
    .map((part, index) => (index % 2 === 1 ? part : printable(part)))
    .join("")

const graphemes = new LazySegmenter(undefined, { granularity: "grapheme" })

const resetColor = "\u001b[0m"

/** Cuts a line to a width, and ends it with an ellipsis if something was cut. */
export const truncate = (line: string, width: number): string => {
  if (CliOutput.displayWidth(line) <= width) return line
  let room = width - 1
  let kept = ""
  for (const [index, part] of line.split(colorCodes).entries()) {
    if (index % 2 === 1) {
      kept += part
      continue
    }
    for (const { segment } of graphemes.segment(part)) {
      room -= CliOutput.displayWidth(segment)
      if (room < 0) return `${kept}…${colorCodes.test(line) ? resetColor : ""}`
      kept += segment
    }
  }
  return kept
}

/** Wraps text between words. A word that is longer than the width isn't split. */
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
