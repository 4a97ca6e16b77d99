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

/** Returns the lines of a `sh` block as they are typed. A line that ends with `&` waits until the emulator listens. */
const typeShell = ({ line, text }: Shell, addresses: Addresses): ReadonlyArray<Typed> =>
  text.split("\n").map((command, index) => {
    const at = line + index + 1
    const printed = `"$DOCUMENT_BACKGROUND/${at}"`
    // `set -m` gives the emulator a process group of its own, so that everything it started can be ended with it.
    const background = () => ` > ${printed} 2>&1 & set +m; __listens ${printed}`
    const typed = inTerminal(command, addresses)
    return { line: at, command: typed.endsWith(" &") ? `set -m; ${typed.replace(/ &$/, background)}` : typed }
  })

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
