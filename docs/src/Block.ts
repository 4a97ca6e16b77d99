/**
 * The blocks of a document, by the rules in `docs/README.md`.
 */
import type { Document, Fence, Problem } from "./Document.ts"

/** The output that the document promises for a block. Its text begins on the line after `line`. */
export interface Output {
  readonly line: number
  readonly text: string
}

interface Base {
  readonly line: number
  readonly text: string
}

/** Commands, typed into the terminal of the document. */
export interface Shell extends Base {
  readonly _tag: "Shell"
  readonly output: Output | undefined
}

/** A module that Node runs in the terminal of the document. */
export interface Program extends Base {
  readonly _tag: "Program"
  /** Its path in the document's folder. */
  readonly file: string
  /** Whether the document names the file itself. */
  readonly isNamed: boolean
  readonly output: Output | undefined
}

/** A module that vitest runs. */
export interface TestFile extends Base {
  readonly _tag: "TestFile"
  readonly file: string
  readonly isNamed: boolean
}

/** A module that is only type-checked. */
export interface TypesOnly extends Base {
  readonly _tag: "TypesOnly"
  readonly file: string
  readonly isNamed: boolean
}

/** Any other file, such as a `package.json`: saved where the terminal of the document is. */
export interface File extends Base {
  readonly _tag: "File"
  readonly file: string
}

/** A block that is neither run nor type-checked, and the reason for that. */
export interface Skipped extends Base {
  readonly _tag: "Skipped"
  readonly reason: string
}

export type Block = Shell | Program | TestFile | TypesOnly | File | Skipped

/** The blocks that become TypeScript modules. */
export type Module = Program | TestFile | TypesOnly

/** The blocks that the document's terminal runs. */
export type Runnable = Shell | Program

export const isModule = (block: Block): block is Module =>
  block._tag === "Program" || block._tag === "TestFile" || block._tag === "TypesOnly"

export const isRunnable = (block: Block): block is Runnable => block._tag === "Shell" || block._tag === "Program"

const attribute = /([a-z-]+)="([^"]*)"/g

const readAttributes = (info: string): ReadonlyMap<string, string> | undefined =>
  info.replaceAll(attribute, "").trim() === ""
    ? new Map([...info.matchAll(attribute)].map(([, name = "", value = ""]) => [name, value.trim()]))
    : undefined

const attributesOf: Readonly<Record<string, ReadonlyArray<string>>> = {
  ts: ["skip", "types-only"],
  sh: ["skip"],
  text: ["skip"]
}

const importsVitest = (text: string) => /^(?:import .*|\} )from "(?:@effect\/)?vitest"/m.test(text)

/** A first line such as `// src/totals.ts` names the module, so that other blocks of the document can import it. */
const nameOf = (text: string): string | undefined => /^\/\/ (\S+\.ts)(?:\n|$)/.exec(text)?.[1]

const leavesFolder = (name: string) => name.startsWith("/") || name.split("/").includes("..")

/** Returns the blocks of a document that follow the rules, and a problem for each of the others. */
export const readBlocks = (
  document: Document
): { readonly blocks: ReadonlyArray<Block>; readonly problems: ReadonlyArray<Problem> } => {
  const blocks: Array<Block> = []
  const problems: Array<Problem> = []
  const names = new Set<string>()

  const refuse = (line: number, message: string): undefined => {
    problems.push({ path: document.path, line, message })
  }

  const claim = (name: string, line: number): boolean => {
    if (leavesFolder(name)) refuse(line, `the name ${name} leads out of the document's folder`)
    else if (names.has(name)) refuse(line, `an earlier block of this document is already called ${name}`)
    else return names.add(name).has(name)
    return false
  }

  const readModule = ({ line, text }: Fence, typesOnly: boolean): Block | undefined => {
    const name = nameOf(text)
    const isNamed = name !== undefined
    const isNamedTest = name?.endsWith(".test.ts") === true
    const isTest = isNamedTest || importsVitest(text)
    if (isTest && isNamed && !isNamedTest) {
      return refuse(line + 1, `the name of a test file must end with .test.ts: ${name}`)
    }
    if (isNamed && !claim(name, line + 1)) return undefined
    const file = name ?? (isTest ? `${line}.test.ts` : `${line}.ts`)
    const module = { line, text, file, isNamed }
    if (typesOnly) return { _tag: "TypesOnly", ...module }
    return isTest ? { _tag: "TestFile", ...module } : { _tag: "Program", ...module, output: undefined }
  }

  const readOutput = ({ line, text }: Fence) => {
    const before = blocks.at(-1)
    if (before === undefined || !isRunnable(before) || before.output !== undefined) {
      return refuse(
        line,
        "a `text` block is the output of the block before it, and that block isn't run or already has an output"
      )
    }
    blocks.splice(-1, 1, { ...before, output: { line, text } })
  }

  for (const fence of document.fences) {
    const { info, language, line, text } = fence
    const attributes = readAttributes(info)
    if (language === undefined) {
      refuse(line, "the block names no language")
      continue
    }
    if (attributes === undefined) {
      refuse(line, `cannot read \`${info}\`: write skip="the reason"`)
      continue
    }
    const allowed = attributesOf[language] ?? ["skip", "file"]
    const [unknown] = [...attributes.keys()].filter((name) => !allowed.includes(name))
    if (unknown !== undefined) {
      refuse(line, `a \`${language}\` block has no attribute \`${unknown}\`, only ${allowed.join(" and ")}`)
      continue
    }
    const [empty] = [...attributes].filter(([, value]) => value === "")
    if (empty !== undefined) {
      refuse(line, empty[0] === "file" ? "`file` names no file" : `\`${empty[0]}\` gives no reason`)
      continue
    }
    const reason = attributes.get("skip")
    if (reason !== undefined) {
      blocks.push({ _tag: "Skipped", line, text, reason })
      continue
    }
    const file = attributes.get("file")
    if (file !== undefined) {
      if (claim(file, line)) blocks.push({ _tag: "File", line, text, file })
      continue
    }
    switch (language) {
      case "ts": {
        const block = readModule(fence, attributes.has("types-only"))
        if (block !== undefined) blocks.push(block)
        break
      }
      case "sh":
        blocks.push({ _tag: "Shell", line, text, output: undefined })
        break
      case "text":
        readOutput(fence)
        break
      default:
        refuse(line, `nothing checks a \`${language}\` block: write file="its name" or skip="the reason"`)
    }
  }
  return { blocks, problems }
}
