/**
 * The packages of the repository that export modules.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../src/Document.ts"

/** Their folders, in the order in which they import each other. */
export const packages = ["core", "http-client", "promise", "testing", "emulator"] as const

/** The name in a package's `package.json`. */
export const packageName = (folder: string): string => {
  const text = readFileSync(join(root, "packages", folder, "package.json"), "utf8")
  const { name }: { readonly name: string } = JSON.parse(text)
  return name
}

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>
}

/**
 * Returns the modules that a package exports for its users. Its own name is left out if it only repeats other modules, and so are
 * the entries for our own packages.
 */
export const entryModules = (folder: string): ReadonlyArray<string> => {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8"))
  const modules = Object.entries(manifest.exports).flatMap(([name, path]) =>
    typeof path === "string" && path.endsWith(".ts") && !/unstable|plumbing/.test(name) ? [[name, path] as const] : []
  )
  const isRepeated = modules.length > 2
  return modules.filter(([name]) => name !== "." || !isRepeated).map(([, path]) => join(root, "packages", folder, path))
}
