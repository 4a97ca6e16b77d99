/**
 * Reads which modules of the repository import which.
 */
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"
import { fileURLToPath } from "node:url"

/** The root of the repository, with a slash at the end. */
export const root = fileURLToPath(new URL("../..", import.meta.url))

export interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, unknown>> }
  readonly exports?: Readonly<Record<string, string | null | Readonly<Record<string, string>>>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export interface Package {
  /** The path from the root, such as `packages/core`. */
  readonly folder: string
  readonly manifest: Manifest
}

const filesOf = (...patterns: ReadonlyArray<string>): ReadonlyArray<string> =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...patterns], {
    cwd: root,
    encoding: "utf8"
  })
    .split("\n")
    .filter((file) => file !== "" && existsSync(root + file))

/** The packages that are published. */
export const packages: ReadonlyArray<Package> = filesOf("packages/*/package.json").map((file) => ({
  folder: dirname(file),
  manifest: JSON.parse(readFileSync(root + file, "utf8"))
}))

/** Every TypeScript module. */
export const modules: ReadonlyArray<string> = filesOf("*.ts").filter((file) => !file.endsWith(".d.ts"))

const comment = /("(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g
const statement = /^(?:import|export)\b[^"'`;=]*?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm

/** Returns what a module imports, types included, as it is written. */
export const specifiersIn = (code: string): ReadonlyArray<string> =>
  [...code.replaceAll(comment, "$1").matchAll(statement)].map(([, named, dynamic]) => named ?? dynamic ?? "")

/** Returns the file of a module that an import names, or `undefined` for a module of another repository. */
const resolve = (specifier: string, importer: string): string | undefined => {
  if (specifier.startsWith(".")) return posix.join(posix.dirname(importer), specifier)
  for (const { folder, manifest } of packages) {
    if (specifier !== manifest.name && !specifier.startsWith(`${manifest.name}/`)) continue
    const entry = specifier.slice(manifest.name.length)
    const target = manifest.exports?.[`.${entry}`] ?? manifest.exports?.["./*"]?.toString().replace("/*", entry)
    if (typeof target === "string") return posix.join(folder, target)
  }
  return undefined
}

/** Returns the modules of the repository that each module imports. */
export const importGraph = (files: ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const known = new Set(files)
  const importsOf = (file: string) => {
    const targets = specifiersIn(readFileSync(join(root, file), "utf8")).map((specifier) => resolve(specifier, file))
    return [
      ...new Set(targets.filter((target) => target !== undefined && target !== file && known.has(target)))
    ] as ReadonlyArray<string>
  }
  return new Map(files.map((file) => [file, importsOf(file)]))
}

/** Returns one cycle per group of modules that import each other, each as a path that begins and ends with the same module. */
export const cyclesIn = (graph: ReadonlyMap<string, ReadonlyArray<string>>): ReadonlyArray<ReadonlyArray<string>> => {
  const done = new Set<string>()
  const cycles: Array<ReadonlyArray<string>> = []
  const visit = (file: string, path: ReadonlyArray<string>): void => {
    const from = path.indexOf(file)
    if (from >= 0) {
      cycles.push([...path.slice(from), file])
      return
    }
    if (done.has(file)) return
    for (const target of graph.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return cycles
}
