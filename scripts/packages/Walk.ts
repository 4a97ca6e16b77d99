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
  readonly isForTheRegistry: boolean
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

/** What a README says about how a program is run: below it, or else about the first. */
const programIsRun = /`node (\S+\.m?ts)`/

const readSteps = (block: Runnable, path: string, markdown: string): ReadonlyArray<Step> => {
  const { line, text } = block
  if (block._tag === "Shell") return commandsOf(text).map((command) => ({ command }))
  const below = markdown.split("\n").slice(line).join("\n")
  const name = programIsRun.exec(`${below}\n${markdown}`)?.[1]
  if (name === undefined) throw new Error(`${path}:${line}: nothing says \`node <its file>\` of this program`)
  return [{ command: `node ${name}`, file: { name, text: `${text}\n` } }]
}

export interface Walk {
  /** From the top of the repository. */
  readonly path: string
  readonly stretches: ReadonlyArray<Stretch>
}

/** The whole way that a README shows. */
export const readWalk = (file: string): Walk => {
  const path = relative(root, file)
  const markdown = readFileSync(file, "utf8")
  const { fences, ...document } = parse(path, markdown)
  const forRegistry = new Set(fences.filter(({ info }) => info === forTheRegistry).map(({ line }) => line))
  const tried = fences.map((fence) => (forRegistry.has(fence.line) ? { ...fence, info: "" } : fence))
  const { blocks, problems } = readBlocks({ ...document, fences: tried })
  if (problems.length > 0) throw new Error(problems.map(formatProblem).join("\n"))
  const stretches = blocks.filter(isRunnable).map(
    (block): Stretch => ({
      line: block.line,
      steps: readSteps(block, path, markdown),
      output: block.output,
      isForTheRegistry: forRegistry.has(block.line)
    })
  )
  return { path, stretches }
}

/** What is left to do where everything is installed. */
export const afterInstall = ({ path, stretches }: Walk): Walk => ({
  path,
  stretches: stretches.filter(({ isForTheRegistry }) => !isForTheRegistry)
})

/** What the README of a package begins with, after the commands that install it, which it gives below. */
export const beginningOf = ({ path, stretches }: Walk): Walk => {
  const installs = stretches.find(({ isForTheRegistry }) => isForTheRegistry)
  const first = stretches.find(({ isForTheRegistry }) => !isForTheRegistry)
  if (installs === undefined || first === undefined) {
    throw new Error(`${path} has no program, or no block of commands with ${forTheRegistry} that install what it needs`)
  }
  return { path, stretches: [installs, first] }
}

export const stepsOf = ({ stretches }: Walk): ReadonlyArray<Step> => stretches.flatMap(({ steps }) => steps)

/**
 * The script of a walk: `__block` and `__listens` are those of the documents' terminal. The files that the steps need are in
 * `files`, by the number of the step.
 */
export const scriptOf = (walk: Walk, addresses: Addresses, files: string): string =>
  `${stepsOf(walk)
    .map(({ command, file }, step) => {
      const printed = `"$DOCUMENT_BACKGROUND/${step}"`
      const typed = inTerminal(command, addresses).replace(/ &$/, () => ` > ${printed} 2>&1 & __listens ${printed}`)
      const save = file === undefined ? "" : `cp "${files}/${step}" "${file.name}"\n`
      return `__block ${step}\n${save}${typed}`
    })
    .join("\n")}\n`
