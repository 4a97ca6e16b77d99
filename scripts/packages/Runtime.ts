/** The runtimes that the packages are tried on, installed from the registry. */
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { delimiter, dirname, join } from "node:path"

export interface Runtime {
  readonly name: string
  /** Runs a file: a command and its arguments. */
  readonly command: ReadonlyArray<string>
  readonly isNode: boolean
}

export interface Missing {
  readonly name: string
  readonly why: string
}

const require = createRequire(import.meta.url)

/** Returns the first of these files of an installed package that exists. */
const fileOf = (name: string, ...paths: ReadonlyArray<string>): string | undefined => {
  try {
    const folder = dirname(require.resolve(`${name}/package.json`))
    return paths.map((path) => join(folder, path)).find((path) => existsSync(path))
  } catch {
    return undefined
  }
}

const node = (name: string, command: string): Runtime => ({ name, command: [command], isNode: true })

const notThere = (name: string, npmName: string): Missing => ({
  name,
  why: `the package ${npmName} of the registry has no binary for ${process.platform} ${process.arch}, or its install step could not place it`
})

export const runtimes = (): ReadonlyArray<Runtime | Missing> => {
  const oldest = fileOf("node22", "bin/node", "bin/node.exe")
  const bun = fileOf("bun", "bin/bun.exe", "bin/bun")
  const deno = fileOf("deno", "deno", "deno.exe")
  const denoFlags = [
    "run",
    "--no-prompt",
    "--no-lock",
    "--cached-only",
    "--node-modules-dir=manual",
    "--allow-net",
    "--allow-env",
    "--allow-read",
    "--allow-sys"
  ]
  return [
    oldest === undefined ? notThere("Node 22.19", "node@22.19.0") : node("Node 22.19", oldest),
    node(`Node ${process.versions.node}`, process.execPath),
    bun === undefined ? notThere("Bun", "bun") : { name: "Bun", command: [bun, "run", "--no-install"], isNode: false },
    deno === undefined ? notThere("Deno", "deno") : { name: "Deno", command: [deno, ...denoFlags], isNode: false }
  ]
}

export const workerd = (): string | Missing =>
  fileOf("workerd", "bin/workerd", "bin/workerd.exe") ?? notThere("a worker in workerd", "workerd")

/** Returns this machine's browser: npm doesn't have one. */
export const chromium = (): string | Missing => {
  const names = ["chromium", "chromium-browser", "google-chrome", "chrome.exe"]
  const found = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path))
  return found ?? { name: "a page in Chromium", why: `no ${names.slice(0, 3).join(" or ")} on the PATH` }
}
