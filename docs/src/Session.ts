/**
 * The terminal of a document: a shell into which its `sh` blocks are typed, and in which its programs are run, from top to
 * bottom, with an emulator for the document alone.
 *
 * Every line of the shell's script has the number that it has in the document.
 */
import { delimiter, dirname, join } from "node:path"
import { Emulator } from "@effect-rooms/emulator"
import { Scenario } from "@effect-rooms/testing"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as ChildProcess from "effect/process/ChildProcess"
import { ChildProcessSpawner } from "effect/process/ChildProcessSpawner"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { type Addresses, apiKey, inDocument, inTerminal } from "./Addresses.ts"
import { isRunnable, type Runnable, readBlocks } from "./Block.ts"
import { type Document, root } from "./Document.ts"
import { atDocuments, modulePath } from "./modules.ts"

/** What happened in the terminal of a document. */
export interface Session {
  /** What each block printed that was reached, by the block's line. */
  readonly outputs: ReadonlyMap<number, string>
  /** Why the terminal ended before the end of the document: in which block, at which line of the document. */
  readonly failure: { readonly block: number; readonly line: number; readonly message: string } | undefined
}

export interface SessionOptions {
  /** Where the document's modules are. */
  readonly modules?: string
  /** How long the whole terminal may take. Default: 90 seconds. */
  readonly patience?: Duration.Input
}

const source = (file: string) => join(root, "docs", "src", file)

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

const scriptOf = (
  document: Document,
  blocks: ReadonlyArray<Runnable>,
  addresses: Addresses,
  modules: string | undefined
): string => {
  const script: Array<string> = []
  let programs: Array<string> = []
  let firstProgram = 0

  const runPrograms = () => {
    if (programs.length > 0) script[firstProgram - 1] = `node ${quoted(source("programs.ts"))} ${programs.join(" ")}`
    programs = []
  }

  for (const block of blocks) {
    if (block._tag === "Program") {
      if (programs.length === 0) firstProgram = block.line
      programs.push(String(block.line), quoted(modulePath(document, block, modules)))
    }
    if (block._tag === "Shell") {
      runPrograms()
      script[block.line - 1] = `__block ${block.line}`
      for (const [index, line] of block.text.split("\n").entries()) {
        const printed = `"$DOCUMENT_BACKGROUND/${block.line + index}"`
        script[block.line + index] = inTerminal(line, addresses).replace(
          / &$/,
          () => ` > ${printed} 2>&1 & __listens ${printed}`
        )
      }
    }
  }
  runPrograms()
  // Array.from fills the holes: the lines of the document that are not in the script.
  return `${Array.from(script, (line) => line ?? "").join("\n")}\n`
}

/** What was printed after each `\u001eblock <line>`, in which block it ended, and what stood after `\u001efailed`. */
const readTranscript = (transcript: string, firstBlock: number) => {
  const outputs = new Map<number, string>()
  let block = firstBlock
  let failedLine = 0
  for (const part of transcript.split("\u001e")) {
    const [mark = "", kind, line] = /^(block|failed) (\d+)\n/.exec(part) ?? []
    if (part === "") continue
    if (kind === "block") block = Number(line)
    if (kind === "failed") failedLine = Number(line)
    outputs.set(block, (outputs.get(block) ?? "") + part.slice(mark.length))
  }
  return { outputs, block, failedLine }
}

// An emulator has held this port until now, so it is free.
const freePort = Emulator.use(({ port }) => Effect.succeed(port)).pipe(Effect.provide(Emulator.layer()))

/** Runs what a document has to run. */
export const runSession = Effect.fnUntraced(
  function* (document: Document, { modules, patience = "90 seconds" }: SessionOptions = {}) {
    const blocks = readBlocks(document).blocks.filter(isRunnable)
    const [first] = blocks
    if (first === undefined) return { outputs: new Map(), failure: undefined } satisfies Session

    const fileSystem = yield* FileSystem.FileSystem
    const spawner = yield* ChildProcessSpawner
    const { url } = yield* Emulator
    const addresses = { service: url, port: String(yield* freePort) }

    const folder = yield* fileSystem.makeTempDirectoryScoped()
    const script = join(folder, "script")
    const home = join(folder, "home")
    const background = join(folder, "background")
    yield* fileSystem.makeDirectory(home)
    yield* fileSystem.makeDirectory(background)
    yield* fileSystem.writeFileString(script, scriptOf(document, blocks, addresses, modules))

    const handle = yield* spawner.spawn(
      ChildProcess.make("bash", [script], {
        cwd: home,
        stdin: "ignore",
        extendEnv: true,
        env: {
          PATH: [join(root, "docs", "bin"), dirname(process.execPath), process.env.PATH].join(delimiter),
          ROOMS_BASE_URL: addresses.service,
          ROOMS_API_KEY: apiKey,
          // Not the profiles of whoever runs this.
          ROOMS_CONFIG_DIR: join(folder, "configuration"),
          BASH_ENV: source("terminal.sh"),
          DOCUMENT_SERVICE: addresses.service,
          DOCUMENT_PORT: addresses.port,
          DOCUMENT_BACKGROUND: background,
          NO_COLOR: "1",
          TZ: "UTC",
          // What vitest has set for itself.
          FORCE_COLOR: undefined,
          NODE_ENV: undefined,
          NODE_OPTIONS: undefined,
          VITEST: undefined
        },
        killSignal: "SIGKILL"
      })
    )
    let transcript = ""
    const printing = yield* handle.stdout.pipe(
      Stream.decodeText,
      Stream.runForEach((text) =>
        Effect.sync(() => {
          transcript += text
        })
      ),
      Effect.forkScoped
    )
    const exitCode = yield* handle.exitCode.pipe(
      Effect.tap(Fiber.join(printing)),
      Effect.map(Number),
      Effect.timeoutOption(patience)
    )

    const shown = inDocument(atDocuments(transcript), addresses).replaceAll(`${script}: line `, `${document.path}:`)
    const { block, failedLine, outputs } = readTranscript(shown, first.line)
    const reason = Option.match(exitCode, {
      onNone: () => `has not ended after ${Duration.format(Duration.fromInputUnsafe(patience))}`,
      onSome: (code) => `ended with exit code ${code}`
    })
    // The shell sees the programs that follow each other as one command, in the line of the first.
    const line = Math.max(block, failedLine)
    const session: Session = {
      outputs,
      failure: Option.contains(exitCode, 0)
        ? undefined
        : { block, line, message: `${reason}\n${outputs.get(block) ?? ""}`.trimEnd() }
    }
    return session
  },
  (effect) =>
    Effect.provide(
      effect,
      Emulator.layer({ apiKeys: [Redacted.make(apiKey)], scenario: Scenario.office({ rooms: 5, live: 1 }) })
    ),
  Effect.scoped
)
