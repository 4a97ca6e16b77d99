/** What a terminal showed while a README was followed, without what is another one tomorrow or elsewhere. */
import type { Walked } from "./Terminal.ts"
import { stepsOf, type Walk } from "./Walk.ts"

/** Versions, ids, times, and how much there is of what the emulator makes up for the weeks before today. */
const changing: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(added|changed) .*packages? in .*$/gm, "$1 … packages in …"],
  [/\b[a-z]{3}-[a-z]{4}-[a-z]{3}\b/g, "…"],
  [/\b(session|recording|participant)_[a-z0-9]{8,}\b/g, "$1_…"],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, "…"],
  [/\b\d{13}\b/g, "…"],
  [/(?<![\d.])\d+\.\d+\.\d+(?![\d.])/g, "…"],
  [/^\d{2,}$/gm, "…"],
  [/\b((?:total|recording|livestream)[A-Z]\w+"?): \d+/g, "$1: …"]
]

/** Lines that follow each other and differ in nothing else stand there once. */
const normal = (text: string): string =>
  changing
    .reduce((normalised, [pattern, to]) => normalised.replaceAll(pattern, to), text)
    .split("\n")
    .filter((line, index, lines) => line === "" || line !== lines[index - 1])
    .join("\n")
    .trim()

export const transcriptOf = (walk: Walk, { printed }: Walked): string =>
  stepsOf(walk)
    .flatMap(({ command, file }, step) => [
      ...(file === undefined ? [] : [`(the program is saved as ${file.name})`]),
      `$ ${command}`,
      normal(printed[step] ?? "")
    ])
    .filter((text) => text !== "")
    .map((text) => `${text}\n`)
    .join("")

/** The lines that only one of two texts has. */
export const difference = (before: string, after: string): string => {
  const [old, now] = [before.split("\n"), after.split("\n")]
  const lines = [
    ...old.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`)
  ]
  return lines.length > 0 ? lines.join("\n") : "the same lines in another order, or another number of them"
}
