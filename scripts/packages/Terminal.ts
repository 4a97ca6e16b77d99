/**
 * The terminal of somebody who has nothing yet: an empty folder, an empty home, Node and npm, and no packages but those that npm
 * installs while a README is followed.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { delimiter, dirname, join } from "node:path"
import { apiKey, inDocument, inTerminal } from "../../docs/src/Addresses.ts"
import type { Registry } from "./Registry.ts"
import { scriptOf, stepsOf, type Walk } from "./Walk.ts"
import { mustRun, root } from "./Workspace.ts"

export interface Place {
  /** Where nothing is yet. */
  readonly folder: string
  readonly node: string
  /** What npm finds in its environment. */
  readonly npm: Readonly<Record<string, string>>
  /** The service that the documents call `https://rooms.example.com`. */
  readonly service: string
}

/** What came of a walk. */
export interface Walked {
  /** What each step printed that was reached. */
  readonly printed: ReadonlyArray<string>
  /** Why it ended before the last step. */
  readonly failure: string | undefined
}

/** The service of the documents accepts this key. */
export const serviceArguments = ["--api-key", apiKey]

/** Long enough for a slow registry. */
const patienceMillis = 180_000

// A server has held this port until now, so it is free.
const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  return String(typeof address === "object" ? address?.port : "")
}

/**
 * Leads npm to `registry` for the packages of its scope. How this machine reaches the registry of all others is no part of a walk:
 * that is taken over from whoever runs this.
 */
export const npmEnvironment = async (folder: string, registry: Registry): Promise<Place["npm"]> => {
  const passed = /^(npm_config_.*|NODE_EXTRA_CA_CERTS|SSL_CERT_.*|(https?|no)_proxy)$/i
  const kept = Object.entries(process.env).filter(([name]) => passed.test(name))
  const args = ["config", "get", "registry", "userconfig", "cache", "--loglevel=error"]
  const found = [...(await mustRun("npm", args, { cwd: folder })).matchAll(/^(\w+)=(.+)$/gm)]
  const settings = join(folder, "npmrc")
  writeFileSync(settings, `@effect-rooms:registry=${registry.url}\n`)
  return {
    ...Object.fromEntries(kept.map(([name, value = ""]) => [name, value])),
    ...Object.fromEntries(found.map(([, name, value = ""]) => [`npm_config_${name}`, value])),
    npm_config_globalconfig: settings,
    // What npm says about money, about itself and about the weather today.
    npm_config_fund: "false",
    npm_config_audit: "false",
    npm_config_update_notifier: "false",
    npm_config_loglevel: "error"
  }
}

const environment = ({ folder, node, npm }: Place): Record<string, string> => {
  const global = join(folder, "global")
  const path = (process.env.PATH ?? "").split(delimiter).filter((entry) => !entry.startsWith(root))
  return {
    ...npm,
    npm_config_prefix: global,
    PATH: [join(global, "bin"), dirname(node), ...path].join(delimiter),
    HOME: join(folder, "home"),
    BASH_ENV: join(root, "docs/src/terminal.sh"),
    DOCUMENT_BACKGROUND: join(folder, "background"),
    NO_COLOR: "1",
    TZ: "UTC",
    LANG: "C.UTF-8"
  }
}

/** What was printed after each `\u001eblock <step>`, and whether `\u001efailed` stands after it. */
const readTranscript = (transcript: string): ReadonlyArray<string> => {
  const printed: Array<string> = []
  for (const part of transcript.split("\u001e").slice(1)) {
    const [mark = "", kind, number] = /^(block|failed) (\d+)\n/.exec(part) ?? []
    const step = kind === "block" ? Number(number) : printed.length - 1
    printed[step] = (printed[step] ?? "") + part.slice(mark.length)
  }
  return printed
}

export const follow = async (walk: Walk, place: Place): Promise<Walked> => {
  const { folder } = place
  const project = join(folder, "project")
  const files = join(folder, "files")
  for (const name of ["project", "home", "background", "files"]) mkdirSync(join(folder, name), { recursive: true })
  const addresses = { service: place.service, port: await freePort() }
  const script = join(folder, "script")
  writeFileSync(script, scriptOf(walk, addresses, files))
  for (const [step, { file }] of stepsOf(walk).entries()) {
    if (file !== undefined) writeFileSync(join(files, String(step)), inTerminal(file.text, addresses))
  }
  const child = spawn("bash", [script], {
    cwd: project,
    env: environment(place),
    stdio: ["ignore", "pipe", "ignore"],
    // A group of its own, to be ended with all that it has started.
    detached: true
  })
  let transcript = ""
  child.stdout.setEncoding("utf8").on("data", (text) => {
    transcript += text
  })
  const end = () => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, "SIGKILL")
    } catch {
      // All have ended.
    }
  }
  const timer = setTimeout(end, patienceMillis)
  const [status] = await once(child, "close").finally(() => {
    clearTimeout(timer)
    end()
  })
  const printed = readTranscript(inDocument(transcript, addresses).replaceAll(project, "/project"))
  return {
    printed,
    failure: status === 0 ? undefined : `it ended with ${status ?? `nothing after ${patienceMillis / 1_000} s`}`
  }
}
