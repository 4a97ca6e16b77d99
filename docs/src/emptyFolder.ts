/**
 * Follows a document as a reader does who has nothing yet: in an empty folder, with Node, npm and the packed packages. Every
 * file that the document shows is saved, every command is typed, and every program without a name is saved and run.
 */
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { type Addresses, inTerminal } from "./Addresses.ts"
import { type Block, isRunnable, readBlocks } from "./Block.ts"
import { type Document, root } from "./Document.ts"
import { quoted, scriptOf, type Typed } from "./Script.ts"
import { runScript } from "./Terminal.ts"
import { judge, type Verdict } from "./Verdict.ts"

/** The documents that are followed from their first line to their last. */
const followed: ReadonlyArray<string> = ["README.md", "docs/guides/getting-started.md"]

/** Returns whether a document's commands run in an empty folder, and not in the workspace. */
export const isFollowedInEmptyFolder = ({ path }: Document): boolean => followed.includes(path)

/** Returns whether a document is the README of a package. Its install and its first program are followed. */
export const isPackageReadme = ({ path }: Document): boolean => /^packages\/[^/]+\/README\.md$/.test(path)

/** The reason that marks commands which only work with packages from a registry. */
const fromRegistry = "needs the package registry"

const withRegistry = (document: Document): Document => ({
  ...document,
  fences: document.fences.map((fence) => (fence.info === `skip="${fromRegistry}"` ? { ...fence, info: "" } : fence))
})

const isUnnamed = (block: Block) => block._tag === "Program" && !block.isNamed

/**
 * Returns the blocks to follow, in the order in which a reader does: first the commands and files, then the programs that have
 * no name, because a README shows its program before it says how to install the packages.
 */
export const blocksToFollow = (document: Document): ReadonlyArray<Block> => {
  if (isFollowedInEmptyFolder(document)) {
    const all = readBlocks(document).blocks
    return [...all.filter((block) => !isUnnamed(block)), ...all.filter(isUnnamed)]
  }
  const { blocks } = readBlocks(withRegistry(document))
  const plain = new Set(readBlocks(document).blocks.flatMap((block) => (isRunnable(block) ? [block.line] : [])))
  const install = blocks.find((block) => isRunnable(block) && !plain.has(block.line))
  const first = blocks.find((block) => plain.has(block.line))
  if (install === undefined || first === undefined) {
    throw new Error(
      `${document.path} needs a block with skip="${fromRegistry}" that installs the package, and a program`
    )
  }
  return [install, first]
}

/** Where a document is followed. */
export interface EmptyFolder {
  /** An existing folder without anything in it. The project goes into `project`, the tarballs into `home/effect-rooms`. */
  readonly folder: string
  /** The packed packages. */
  readonly tarballs: ReadonlyArray<string>
  /** The `node` to use. */
  readonly node: string
  /** Settings for npm, such as the registry that has the packed packages. */
  readonly npm: Readonly<Record<string, string>>
  readonly addresses: Addresses
}

const pathOf = ({ folder, node }: EmptyFolder) => {
  const others = (process.env.PATH ?? "").split(":").filter((entry) => !entry.startsWith(root))
  return [join(folder, "global", "bin"), dirname(node), ...others].join(":")
}

/** Follows these blocks of a document. */
const followBlocks = Effect.fnUntraced(function* (
  document: Document,
  blocks: ReadonlyArray<Block>,
  place: EmptyFolder
) {
  const { addresses, folder, npm, tarballs } = place
  const fileSystem = yield* FileSystem.FileSystem
  const [project, home, files] = [join(folder, "project"), join(folder, "home"), join(folder, "files")]
  yield* fileSystem.makeDirectory(project, { recursive: true })
  yield* fileSystem.makeDirectory(join(home, "effect-rooms"), { recursive: true })
  yield* fileSystem.makeDirectory(files)
  for (const tarball of tarballs) {
    yield* fileSystem.copyFile(tarball, join(home, "effect-rooms", tarball.split("/").at(-1) ?? ""))
  }
  for (const block of blocks) {
    if (block._tag === "Shell" || block._tag === "Skipped") continue
    yield* fileSystem.writeFileString(join(files, String(block.line)), `${inTerminal(block.text, addresses)}\n`)
  }

  const script = scriptOf(blocks, addresses, (block): ReadonlyArray<Typed> => {
    const isNamed = block._tag === "File" || block.isNamed
    if (!isNamed && block._tag !== "Program") return []
    const file = isNamed ? block.file : `program-${block.line}.mts`
    const save = `mkdir -p ${quoted(dirname(file))} && cp ${quoted(join(files, String(block.line)))} ${quoted(file)}`
    return [
      { line: block.line, command: `__block ${block.line}` },
      { line: block.line, command: isNamed ? save : `${save} && node ${file}` }
    ]
  })
  return yield* runScript({
    document,
    firstBlock: blocks.find(({ _tag }) => _tag !== "Skipped")?.line ?? 1,
    script,
    addresses,
    folder,
    cwd: project,
    extendEnv: false,
    env: { ...npm, PATH: pathOf(place), HOME: home, npm_config_prefix: join(folder, "global"), LANG: "C.UTF-8" },
    patience: "5 minutes"
  })
})

/** Follows a document, and returns what it promises and doesn't keep. */
export const followDocument = Effect.fnUntraced(function* (document: Document, place: EmptyFolder) {
  const blocks = blocksToFollow(document)
  const session = yield* followBlocks(document, blocks, place)
  const runnable = blocks.filter(isRunnable)
  const verdicts = runnable.flatMap((block): ReadonlyArray<Verdict> => {
    // A named module is saved, and a command of the document runs it.
    const isSaved = block._tag === "Program" && block.isNamed
    const verdict = isSaved ? undefined : judge(document, block, session)
    return verdict === undefined ? [] : [verdict]
  })
  const commands = runnable.reduce(
    (sum, block) => sum + (block._tag === "Shell" ? block.text.split("\n").length : 1),
    0
  )
  return { verdicts, commands }
})
