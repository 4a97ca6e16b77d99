/**
 * What somebody does who follows a README in an empty folder: every command is typed into a shell, in order, and every program is
 * saved into a file and run by Node.
 *
 * The blocks are those that the documents' own checks read, by the same rules (`docs/README.md`). What those skip because it needs
 * the package registry is not skipped here.
 */
import { readFileSync } from "node:fs"
import { relative } from "node:path"
import { type Addresses, inTerminal } from "../../docs/src/Addresses.ts"
import { isRunnable, type Output, type Runnable, readBlocks } from "../../docs/src/Block.ts"
import { formatProblem, parse } from "../../docs/src/Document.ts"
import { root } from "./Workspace.ts"

/** One thing that is typed, after a file has been saved where it needs one. */
export interface Step {
  readonly command: string
  readonly file?: { readonly name: string; readonly text: string }
}

/** The steps of a block, and what the README says that they print. */
export interface Stretch {
  readonly line: number
  readonly steps: ReadonlyArray<Step>
  readonly output: Output | undefined
}

/** The reason for which the documents' checks skip what has to be tried here. */
const forTheRegistry = 'skip="needs the package registry"'

/** A command goes on in the next line where its line ends with a backslash. A comment is none. */
const commandsOf = (text: string): ReadonlyArray<string> =>
  text
    .replaceAll(/\\\n/g, "\\\u0000")
    .split("\n")
    .map((command) => command.replaceAll("\u0000", "\n"))
    .filter((command) => command.trim() !== "" && !command.startsWith("#"))

const stretchOf = (block: Runnable): Stretch => {
  const { line, output, text } = block
  if (block._tag === "Shell") return { line, output, steps: commandsOf(text).map((command) => ({ command })) }
  // A block that does not say which file it is gets a name from those who save it.
  const name = block.file === `${line}.ts` ? "program.ts" : block.file
  return { line, output, steps: [{ command: `node ${name}`, file: { name, text: `${text}\n` } }] }
}

export interface Walk {
  /** From the top of the repository. */
  readonly path: string
  readonly stretches: ReadonlyArray<Stretch>
}

/** The whole way that a README shows. */
export const readWalk = (file: string): Walk => {
  const path = relative(root, file)
  const { fences, ...document } = parse(path, readFileSync(file, "utf8"))
  const tried = fences.map((fence) => (fence.info === forTheRegistry ? { ...fence, info: "" } : fence))
  const { blocks, problems } = readBlocks({ ...document, fences: tried })
  if (problems.length > 0) throw new Error(problems.map(formatProblem).join("\n"))
  return { path, stretches: blocks.filter(isRunnable).map(stretchOf) }
}

/** No further than its first program. */
export const toFirstProgram = ({ path, stretches }: Walk): Walk => ({ path, stretches })

/** The script of a walk: `__block` and `__listens` are those of the documents' terminal. */
export const scriptOf = ({ stretches }: Walk, addresses: Addresses): string =>
  `${stretches
    .flatMap(({ steps }) => steps)
    .map(({ command }, index) => {
      const printed = `"$DOCUMENT_BACKGROUND/${index}"`
      const typed = inTerminal(command, addresses).replace(/ &$/, () => ` > ${printed} 2>&1 & __listens ${printed}`)
      return `__block ${index}\n${typed}`
    })
    .join("\n")}\n`
