/**
 * The shell script that follows a document: its commands are typed, its files are saved, and its programs are run, in order.
 *
 * Every line of the script has the same number as in the document, so the shell reports errors at the right line.
 */
import { type Addresses, inTerminal } from "./Addresses.ts"
import type { Block, File, Module, Shell } from "./Block.ts"

/** Quotes a text for the shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A file that is saved while a document is followed, and what is typed after that. */
export interface Typed {
  readonly line: number
  readonly command: string
}

/** Returns the lines of a `sh` block as they are typed. A line that ends with `&` waits until the emulator listens. */
const typeShell = ({ line, text }: Shell, addresses: Addresses): ReadonlyArray<Typed> =>
  text.split("\n").map((command, index) => {
    const printed = `"$DOCUMENT_BACKGROUND/${line + index}"`
    // `set -m` gives the emulator a process group of its own, so that everything it started can be ended with it.
    const background = () => ` > ${printed} 2>&1 & set +m; __listens ${printed}`
    const typed = inTerminal(command, addresses)
    return {
      line: line + index,
      command: typed.endsWith(" &") ? `set -m; ${typed.replace(/ &$/, background)}` : typed
    }
  })

/** Returns the script. `typeFile` decides what is done with a file or module; it gets one line for that. */
export const scriptOf = (
  blocks: ReadonlyArray<Block>,
  addresses: Addresses,
  typeFile: (block: File | Module) => ReadonlyArray<Typed>
): string => {
  const script: Array<string> = []
  for (const block of blocks) {
    if (block._tag === "Skipped") continue
    if (block._tag === "Shell") {
      script[block.line - 1] = `__block ${block.line}`
      for (const { command, line } of typeShell(block, addresses)) script[line] = command
    } else {
      for (const { command, line } of typeFile(block)) script[line - 1] = command
    }
  }
  // Array.from fills the lines that the script doesn't have.
  return `${Array.from(script, (line) => line ?? "").join("\n")}\n`
}
