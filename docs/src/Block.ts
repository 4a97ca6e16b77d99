/**
 * What is done with each fenced block of a document, by the rules that `docs/README.md` tells to those who write one.
 */
import type { Document, Fence, Problem } from "./Document.ts"

/** What the document says that a block prints. Its text begins on the line after `line`. */
export interface Output {
  readonly line: number
  readonly text: string
}

interface Base {
  readonly line: number
  readonly text: string
}

/** Typed into the terminal of the document. */
export interface Shell extends Base {
  readonly _tag: "Shell"
  readonly output: Output | undefined
}

/** Run by Node in the terminal of the document. */
export interface Program extends Base {
  readonly _tag: "Program"
  /** Inside the document's folder of modules. */
  readonly file: string
  readonly output: Output | undefined
}

/** Run by vitest. */
export interface TestFile extends Base {
  readonly _tag: "TestFile"
  readonly file: string
}

/** Not run, for the reason that its fence gives. */
export interface TypesOnly extends Base {
  readonly _tag: "TypesOnly"
  readonly file: string
}

/** Neither run nor type-checked, for the reason that its fence gives. */
export interface Skipped extends Base {
  readonly _tag: "Skipped"
}

export type Block = Shell | Program | TestFile | TypesOnly | Skipped

/** The blocks that become modules of TypeScript. */
export type Module = Program | TestFile | TypesOnly

/** The blocks that the document's terminal runs. */
export type Runnable = Shell | Program

export const isModule = (block: Block): block is Module => "file" in block

export const isRunnable = (block: Block): block is Runnable => block._tag === "Shell" || block._tag === "Program"

const attribute = /([a-z-]+)="([^"]*)"/g

const readAttributes = (info: string): ReadonlyMap<string, string> | undefined =>
  info.replaceAll(attribute, "").trim() === ""
    ? new Map([...info.matchAll(attribute)].map(([, name = "", reason = ""]) => [name, reason.trim()]))
    : undefined

const reasons: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["ts", ["skip", "types-only"]],
  ["sh", ["skip"]],
  ["text", ["skip"]]
])

const importsVitest = (text: string) => /^(?:import .*|\} )from "(?:@effect\/)?vitest"/m.test(text)

/** A first line such as `// src/totals.ts` names the module, for the other blocks of the document to import. */
const nameOf = (text: string): string | undefined => /^\/\/ (\S+\.ts)(?:\n|$)/.exec(text)?.[1]

/** The blocks of a document that follow the rules, and the problems of those that do not. */
export const readBlocks = (
  document: Document
): { readonly blocks: ReadonlyArray<Block>; readonly problems: ReadonlyArray<Problem> } => {
  const blocks: Array<Block> = []
  const problems: Array<Problem> = []
  const names = new Set<string>()

  const refuse = (line: number, message: string): undefined => {
    problems.push({ path: document.path, line, message })
  }

  const readModule = ({ line, text }: Fence, typesOnly: boolean): Block | undefined => {
    const name = nameOf(text)
    const isNamedTest = name?.endsWith(".test.ts") === true
    const isTest = isNamedTest || importsVitest(text)
    if (name !== undefined) {
      if (name.startsWith("/") || name.split("/").includes("..")) {
        return refuse(line + 1, `the module's name, ${name}, leads out of its folder`)
      }
      if (names.has(name)) return refuse(line + 1, `an earlier block of this document is ${name} already`)
      if (isTest && !isNamedTest) return refuse(line + 1, `the name of a test file ends with .test.ts: ${name}`)
      names.add(name)
    }
    const file = name ?? (isTest ? `${line}.test.ts` : `${line}.ts`)
    if (typesOnly) return { _tag: "TypesOnly", line, text, file }
    return isTest ? { _tag: "TestFile", line, text, file } : { _tag: "Program", line, text, file, output: undefined }
  }

  const readOutput = ({ line, text }: Fence) => {
    const before = blocks.at(-1)
    if (before === undefined || !isRunnable(before) || before.output !== undefined) {
      return refuse(
        line,
        "a `text` block is what the block before it prints, and that one is not run or has one already"
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
    const allowed = reasons.get(language) ?? ["skip"]
    const [unknown] = [...attributes.keys()].filter((name) => !allowed.includes(name))
    if (unknown !== undefined) {
      refuse(line, `a \`${language}\` block has no attribute \`${unknown}\`, only ${allowed.join(" and ")}`)
      continue
    }
    const [empty] = [...attributes].filter(([, reason]) => reason === "")
    if (empty !== undefined) {
      refuse(line, `\`${empty[0]}\` gives no reason`)
      continue
    }
    if (attributes.has("skip")) {
      blocks.push({ _tag: "Skipped", line, text })
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
        refuse(line, `nothing checks a \`${language}\` block: write skip="the reason", or use ts, sh or text`)
    }
  }
  return { blocks, problems }
}
