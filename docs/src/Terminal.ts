/**
 * A shell that runs the script of a document, and reads what it prints back.
 */
import { dirname, join } from "node:path"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as ChildProcess from "effect/process/ChildProcess"
import { ChildProcessSpawner } from "effect/process/ChildProcessSpawner"
import * as Stream from "effect/Stream"
import { type Addresses, inDocument } from "./Addresses.ts"
import { type Document, root } from "./Document.ts"
import { atDocuments } from "./modules.ts"
import type { Typed } from "./Script.ts"

/** What happened while a document was followed. */
export interface Session {
  /** The output of each block that was reached, by the block's line. */
  readonly outputs: ReadonlyMap<number, string>
  /** Why the terminal ended early: in which block, and at which line of the document. */
  readonly failure: { readonly block: number; readonly line: number; readonly message: string } | undefined
}

export interface TerminalOptions {
  readonly document: Document
  /** The line of the first block. */
  readonly firstBlock: number
  readonly script: ReadonlyArray<Typed>
  readonly addresses: Addresses
  /** A folder that exists. The script, the home and the log files of background processes go into it. */
  readonly folder: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether the shell also gets the environment of this process. */
  readonly extendEnv: boolean
  readonly patience: Duration.Input
}

const source = (file: string) => join(root, "docs", "src", file)

/** Reads a transcript: the output after each `\u001eblock <line>`, and the line after `\u001efailed`. */
const readTranscript = (transcript: string, firstBlock: number) => {
  const outputs = new Map<number, string>()
  let block = firstBlock
  let failedAt = "0"
  for (const part of transcript.split("\u001e")) {
    const [mark = "", kind, line] = /^(block|failed) (\d+)\n/.exec(part) ?? []
    if (part === "") continue
    if (kind === "block") block = Number(line)
    if (kind === "failed" && line !== undefined) failedAt = line
    outputs.set(block, (outputs.get(block) ?? "") + part.slice(mark.length))
  }
  return { outputs, block, failedAt }
}

/** Runs a script to its end, or until `patience` is over. */
export const runScript = Effect.fnUntraced(function* (options: TerminalOptions) {
  const { addresses, cwd, document, env, extendEnv, firstBlock, folder, patience } = options
  const fileSystem = yield* FileSystem.FileSystem
  const spawner = yield* ChildProcessSpawner
  const script = join(folder, "script")
  const background = join(folder, "background")
  yield* fileSystem.makeDirectory(background)
  yield* fileSystem.writeFileString(script, options.script.map(({ command }) => `${command}\n`).join(""))
  const lineAt = (number: string) => options.script[Number(number) - 1]?.line ?? 0

  const handle = yield* spawner.spawn(
    ChildProcess.make("bash", [script], {
      cwd,
      stdin: "ignore",
      extendEnv,
      env: {
        ...env,
        BASH_ENV: source("terminal.sh"),
        DOCUMENT_SERVICE: addresses.service,
        DOCUMENT_PORT: addresses.port,
        DOCUMENT_BACKGROUND: background,
        NO_COLOR: "1",
        TZ: "UTC"
      },
      // The shell ends what it started in the background when it is asked to end itself.
      killSignal: "SIGTERM",
      forceKillAfter: "5 seconds"
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

  const shown = inDocument(atDocuments(transcript), addresses)
    .replaceAll(/(\S+): line (\d+)(?=:)/g, (text, file, line) =>
      file === script ? `${document.path}:${lineAt(line)}` : text
    )
    .replaceAll(dirname(cwd) === folder ? cwd : folder, "~")
  const { block, failedAt, outputs } = readTranscript(shown, firstBlock)
  const reason = Option.match(exitCode, {
    onNone: () => `has not ended after ${Duration.format(Duration.fromInputUnsafe(patience))}`,
    onSome: (code) => `ended with exit code ${code}`
  })
  const session: Session = {
    outputs,
    failure: Option.contains(exitCode, 0)
      ? undefined
      : {
          block,
          // Programs that follow each other are one command of the shell, in the line of the first.
          line: Math.max(block, lineAt(failedAt)),
          message: `${reason}\n${outputs.get(block) ?? ""}`.trimEnd()
        }
  }
  return session
}, Effect.scoped)
