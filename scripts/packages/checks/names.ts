/** The public names of each package, which `api/` lists, so that a change to them shows in a diff. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { basename, join } from "node:path"
import type * as Ts from "typescript-6.0"
import type { Consumer } from "../Consumer.ts"
import { entryPoints } from "../EntryPoint.ts"
import type { Packed } from "../Packed.ts"
import type { Report } from "../Report.ts"
import { root } from "../Workspace.ts"

// TypeScript 7 has no API yet. That of TypeScript 6 reads the same declarations.
const ts: typeof Ts = createRequire(import.meta.url)("typescript-6.0")

const byText = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0)

/** Returns the names by entry point. A namespace has its members, unless they are an entry point themselves. */
const namesOf = ({ folder }: Consumer, packed: Packed): ReadonlyMap<string, ReadonlyArray<string>> => {
  const fileOf = (types: string) => join(folder, "node_modules", packed.name, types).replaceAll("\\", "/")
  const entries = entryPoints(packed)
  const program = ts.createProgram({
    rootNames: entries.map(({ types }) => fileOf(types)),
    options: {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      types: [],
      noEmit: true,
      skipLibCheck: true
    }
  })
  const checker = program.getTypeChecker()
  const subpaths = new Map(entries.map(({ subpath, types }) => [fileOf(types), subpath]))
  const exportsOf = (file: string): ReadonlyArray<Ts.Symbol> => {
    const source = program.getSourceFile(file)
    const symbol = source === undefined ? undefined : checker.getSymbolAtLocation(source)
    return symbol === undefined ? [] : checker.getExportsOfModule(symbol)
  }
  const describe = (symbol: Ts.Symbol): ReadonlyArray<string> => {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0
    const [declaration] = (isAlias ? checker.getAliasedSymbol(symbol) : symbol).declarations ?? []
    if (declaration === undefined || !ts.isSourceFile(declaration)) return [symbol.name]
    const subpath = subpaths.get(declaration.fileName)
    if (subpath !== undefined) return [`${symbol.name} (${subpath})`]
    return exportsOf(declaration.fileName)
      .flatMap(describe)
      .map((name) => `${symbol.name}.${name}`)
  }
  return new Map(
    entries.map(({ subpath, types }) => [subpath, exportsOf(fileOf(types)).flatMap(describe).toSorted(byText)])
  )
}

/** Breaks a list of names into lines of at most 120 characters. */
const wrap = (names: ReadonlyArray<string>): string => {
  const lines: Array<string> = []
  for (const name of names) {
    const last = lines.at(-1)
    if (last === undefined || last.length + name.length > 116) lines.push(name)
    else lines[lines.length - 1] = `${last}, ${name}`
  }
  return lines.join(",\n")
}

const print = (name: string, names: ReadonlyMap<string, ReadonlyArray<string>>): string =>
  [
    `# Public names of ${name}`,
    "Written by `pnpm packages -- --update-api`. A name in parentheses is the entry point with the members of a namespace.",
    ...[...names].flatMap(([subpath, members]) => [`## ${name}${subpath.slice(1)}`, wrap(members)]),
    ""
  ].join("\n\n")

export const checkNames = (report: Report, consumer: Consumer, options: { readonly update: boolean }) => {
  for (const packed of consumer.packages) {
    const names = namesOf(consumer, packed)
    if (names.size === 0) continue
    const path = `api/${basename(packed.name)}.md`
    const now = print(packed.name, names)
    if (options.update) {
      mkdirSync(join(root, "api"), { recursive: true })
      writeFileSync(join(root, path), now)
    }
    const before = existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8").replaceAll("\r\n", "\n") : ""
    const known = new Set(before.split("\n"))
    const changed = now.split("\n").filter((line) => !known.has(line))
    report.problems(
      `public names of ${packed.name}`,
      now === before
        ? []
        : [...changed, `${path} isn't up to date. If the change is intended: pnpm packages -- --update-api`],
      `${[...names.values()].flat().length} in ${names.size} entry points`
    )
  }
}
