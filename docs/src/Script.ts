/**
 * The shell script that follows a document: its commands are typed, its files are saved, and its programs are run.
 */
import { type Addresses, inTerminal } from "./Addresses.ts"
import type { Block, File, Module, Shell } from "./Block.ts"

/** Quotes a text for the shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A line of a script, and the line of the document that it comes from. */
export interface Typed {
  readonly line: number
  readonly command: string
}

/** Returns the lines of a `sh` block as they are typed. A command that ends with `&` waits until the emulator listens. */
const typeShell = ({ line, text }: Shell, addresses: Addresses): ReadonlyArray<Typed> => {
  const lines = text.split("\n")
  const isContinued = (index: number) => lines[index]?.endsWith("\\") === true
  /** Whether the command that begins on this line runs in the background. */
  const isBackground = (index: number): boolean =>
    isContinued(index) ? isBackground(index + 1) : lines[index]?.endsWith(" &") === true
  return lines.map((command, index) => {
    const at = line + index + 1
    const printed = `"$DOCUMENT_BACKGROUND/${at}"`
    const typed = inTerminal(command, addresses).replace(
      / &$/,
      () => ` > ${printed} 2>&1 & set +m; __listens ${printed}`
    )
    // `set -m` gives the emulator its own process group, so that everything it started can be ended with it.
    const isFirst = !isContinued(index - 1)
    return { line: at, command: isFirst && isBackground(index) ? `set -m; ${typed}` : typed }
  })
}

/** Returns the lines of the script that follows these blocks. `typeFile` says what to do with a file or a module. */
export const scriptOf = (
  blocks: ReadonlyArray<Block>,
  addresses: Addresses,
  typeFile: (block: File | Module) => ReadonlyArray<Typed>
): ReadonlyArray<Typed> =>
  blocks.flatMap((block) => {
    if (block._tag === "Skipped") return []
    if (block._tag !== "Shell") return typeFile(block)
    return [{ line: block.line, command: `__block ${block.line}` }, ...typeShell(block, addresses)]
  })
