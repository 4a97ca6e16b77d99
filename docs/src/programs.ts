/**
 * Runs the programs of a document one after the other in one process: `node programs.ts <line> <module> …`.
 *
 * As in a separate process, a program ends when Node has nothing left to do. If one fails, the process ends.
 */
import { registerHooks } from "node:module"
import { pathToFileURL } from "node:url"
import { inTerminal } from "./Addresses.ts"

const { DOCUMENT_PORT: port = "", DOCUMENT_SERVICE: service = "" } = process.env

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context)
    if (!url.includes("/build/snippets/") || !(loaded.source instanceof Uint8Array)) return loaded
    const source = inTerminal(Buffer.from(loaded.source).toString(), { service, port })
    return { ...loaded, source: source.replaceAll("import.meta.main", String(url.endsWith("?main"))) }
  }
})

const programs = process.argv.splice(2)
let isLoading = false

const next = () => {
  if (isLoading) {
    console.error("the program waits for a promise that never settles")
    process.exit(13)
  }
  if (process.exitCode !== undefined && process.exitCode !== 0) process.exit()
  const [line, path] = programs.splice(0, 2)
  if (line === undefined || path === undefined) return
  process.stdout.write(`\u001eblock ${line}\n`)
  process.argv[1] = path
  isLoading = true
  // Node emits beforeExit again only if there was something to do in the meantime.
  setImmediate(async () => {
    await import(`${pathToFileURL(path)}?main`)
    isLoading = false
  })
}

process.on("beforeExit", next)
next()
