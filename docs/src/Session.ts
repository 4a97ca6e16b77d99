/**
 * Follows a document in the workspace: its commands and programs run from top to bottom in one shell, with an emulator that
 * only this document uses.
 */
import { delimiter, dirname, join } from "node:path"
import { Emulator } from "@effect-rooms/emulator"
import { Scenario } from "@effect-rooms/testing"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Redacted from "effect/Redacted"
import { apiKey } from "./Addresses.ts"
import { isRunnable, readBlocks } from "./Block.ts"
import { type Document, root } from "./Document.ts"
import { isFollowedInEmptyFolder } from "./emptyFolder.ts"
import { modulePath } from "./modules.ts"
import { quoted, scriptOf, type Typed } from "./Script.ts"
import { runScript, type Session } from "./Terminal.ts"

export interface SessionOptions {
  /** The folder of the document's modules. */
  readonly modules?: string
  /** How long the whole terminal may take. Default: 90 seconds. */
  readonly patience?: Duration.Input
}

// An emulator has just given this port up, so it is free.
const freePort = Emulator.use(({ port }) => Effect.succeed(port)).pipe(Effect.provide(Emulator.layer()))

/** An emulator that accepts the key that the documents write. */
export const layerService = Emulator.layer({
  apiKeys: [Redacted.make(apiKey)],
  scenario: Scenario.office({ rooms: 5, live: 1 })
})

/** Returns the addresses that stand for those in the documents. */
export const freeAddresses = Effect.gen(function* () {
  const { url } = yield* Emulator
  return { service: url, port: String(yield* freePort) }
})

/** Returns the blocks that a document runs in the workspace. If it is followed in an empty folder, its commands run there. */
export const blocksInWorkspace = (document: Document) => {
  const { blocks } = readBlocks(document)
  return isFollowedInEmptyFolder(document) ? blocks.filter(({ _tag }) => _tag !== "Shell") : blocks
}

/** Follows a document in the workspace. */
export const runSession = Effect.fnUntraced(
  function* (document: Document, { modules: folderOfModules, patience = "90 seconds" }: SessionOptions = {}) {
    const blocks = blocksInWorkspace(document)
    const first = blocks.find(isRunnable)
    if (first === undefined) return { outputs: new Map(), failure: undefined } satisfies Session

    const fileSystem = yield* FileSystem.FileSystem
    const addresses = yield* freeAddresses
    const folder = yield* fileSystem.makeTempDirectoryScoped()
    const [home, files] = [join(folder, "home"), join(folder, "files")]
    yield* fileSystem.makeDirectory(home)
    yield* fileSystem.makeDirectory(files)

    const steps = blocks.filter((block) => isRunnable(block) || block._tag === "File")
    const runner = quoted(join(root, "docs", "src", "programs.ts"))
    const script = scriptOf(blocks, addresses, (block): ReadonlyArray<Typed> => {
      if (block._tag === "File") {
        const saved = `${quoted(join(files, String(block.line)))} ${quoted(block.file)}`
        return [{ line: block.line, command: `mkdir -p ${quoted(dirname(block.file))} && cp ${saved}` }]
      }
      // Programs that follow each other run in one process, which is faster. The first of them starts it.
      if (block._tag !== "Program" || steps[steps.indexOf(block) - 1]?._tag === "Program") return []
      const rest = steps.slice(steps.indexOf(block))
      const end = rest.findIndex(({ _tag }) => _tag !== "Program")
      const modules = rest
        .slice(0, end < 0 ? rest.length : end)
        .flatMap((program) => [
          String(program.line),
          ...(program._tag === "Program" ? [quoted(modulePath(document, program, folderOfModules))] : [])
        ])
      return [{ line: block.line, command: `node ${runner} ${modules.join(" ")}` }]
    })
    for (const block of blocks) {
      if (block._tag === "File") yield* fileSystem.writeFileString(join(files, String(block.line)), `${block.text}\n`)
    }

    return yield* runScript({
      document,
      firstBlock: first.line,
      script,
      addresses,
      folder,
      cwd: home,
      extendEnv: true,
      env: {
        PATH: [join(root, "docs", "bin"), dirname(process.execPath), process.env.PATH].join(delimiter),
        ROOMS_BASE_URL: addresses.service,
        ROOMS_API_KEY: apiKey,
        // Not the profiles of whoever runs this.
        ROOMS_CONFIG_DIR: join(folder, "configuration"),
        // Not the settings of vitest.
        FORCE_COLOR: undefined,
        NODE_ENV: undefined,
        NODE_OPTIONS: undefined,
        VITEST: undefined
      },
      patience
    })
  },
  (effect) => Effect.provide(effect, layerService),
  Effect.scoped
)
